import type { PDFDocument } from '@cantoo/pdf-lib'
import { FIELDS } from '@mkt/schemas'
import type { Assessment, Flag } from '../model/findings.ts'
import { type Group, groupCopies } from './copies.ts'
import type { Lettering } from './fonts.ts'
import {
  CONFIDENCE_STEPS,
  confidenceColor,
  FAINT_INK,
  LEVEL_COLOR,
  percent,
  SEVERITY_COLOR,
  UNREAD,
  WHITE,
} from './palette.ts'
import type { SummaryFacts, SummaryPart } from './report-facts.ts'
import { counted, MARGIN, Sheet } from './sheet.ts'
import { writeTable } from './summary-table.ts'
import { fieldTitle, typeTitle, valueText } from './wording.ts'

const A4: [number, number] = [595.28, 841.89]
const LETTER: [number, number] = [612, 792]
const WITHOUT_PAGES = "The original's pages could not be drawn into this report: it is the summary alone."

type SummaryField = SummaryPart['fields'][string]

/** Writes the summary after the last page: type, risk, fields with their confidence, tables, flags, which file it was. */
export function writeSummary(pdf: PDFDocument, facts: SummaryFacts, lettering: Lettering): void {
  const footer = `${facts.documentId} · analysed ${facts.createdAt} · SHA-256 of the original ${facts.sha256}`
  const sheet = new Sheet(pdf, lettering, paperOf(facts), footer)
  heading(sheet, facts)
  banner(sheet, facts.assessment)
  flagList(sheet, facts.assessment.flags)
  const groups = groupCopies(facts.parts)
  for (const [index, group] of groups.entries()) partTable(sheet, group, index, groups.length)
  legend(sheet)
}

function paperOf({ frames }: SummaryFacts): [number, number] {
  const first = frames[0]
  return first && Math.abs(Math.max(first.width, first.height) - LETTER[1]) < 20 ? LETTER : A4
}

function heading(sheet: Sheet, { type, parts, frames, pageCount }: SummaryFacts): void {
  const groups = groupCopies(parts)
  const types = [...new Set(groups.map(({ part }) => partTitle(part)))]
  sheet.y -= sheet.write('Analysis', 0, sheet.width, { size: 9, color: FAINT_INK }) + 2
  const named =
    groups.length > 1
      ? `${groups.length} documents: ${types.join(', ')}`
      : parts[0]
        ? partTitle(parts[0])
        : typeTitle(type)
  sheet.y -= sheet.write(named, 0, sheet.width, { size: groups.length > 1 ? 14 : 20, bold: true })
  const sure = percent(parts[0]?.confidence ?? 0)
  const first =
    groups.length > 1 ? `the first is a ${typeTitle(type)}, which is ${sure} % sure` : `the type is ${sure} % sure`
  sheet.y -= sheet.write(`${counted(pageCount, 'page')}; ${first}`, 0, sheet.width, { color: FAINT_INK }) + 10
  if (frames.length === 0) sheet.y -= sheet.write(WITHOUT_PAGES, 0, sheet.width, { bold: true }) + 10
}

const partTitle = ({ type, own }: SummaryPart) => own?.name ?? typeTitle(type)

function banner(sheet: Sheet, { level, score, confidence, flags }: Assessment): void {
  const tall = 40
  sheet.page.drawRectangle({
    x: MARGIN,
    y: sheet.y - tall,
    width: sheet.width,
    height: tall,
    color: LEVEL_COLOR[level],
  })
  sheet.y -= 8
  sheet.write(`Risk ${level}`, 12, 200, { size: 16, bold: true, color: WHITE })
  const found = flags.length === 0 ? 'nothing was flagged' : counted(flags.length, 'flag')
  const text = `score ${score} of 100 · ${found} · the assessment is ${percent(confidence)} % sure`
  sheet.y -= 6
  // Left of it there is room for the longest level; to its right for the longest sentence, on either paper.
  sheet.write(text, 150, sheet.width - 162, { size: 10, color: WHITE })
  sheet.y -= tall - 14 + 16
}

function flagList(sheet: Sheet, flags: Flag[]): void {
  if (flags.length > 0) title(sheet, 'Flags')
  for (const [index, flag] of flags.entries()) {
    const places = [...new Set(flag.evidence.map(({ page }) => page))]
    const where = places.length > 0 ? ` (page ${places.join(', ')})` : ''
    const text = `${flag.message}${where}`
    sheet.need(sheet.lines(text, sheet.width - 100).length * 11.7 + 14)
    sheet.write(`! ${index + 1}`, 0, 24, { bold: true, color: SEVERITY_COLOR[flag.severity] })
    sheet.write(flag.severity, 24, 56, { bold: true, color: SEVERITY_COLOR[flag.severity] })
    sheet.y -= sheet.write(text, 84, sheet.width - 84)
    sheet.y -= sheet.write(flag.code, 84, sheet.width - 84, { size: 6.5, color: FAINT_INK }) + 5
  }
  sheet.y -= 6
}

function partTable(sheet: Sheet, { part, pages, copies, risk }: Group, index: number, count: number): void {
  const where = `page${pages.length === 1 ? '' : 's'} ${pages.join(', ')}`
  const alike = copies > 1 ? `, ${copies} copies` : ''
  const risky = count > 1 && risk ? `: risk ${risk.level}, score ${risk.score}` : ''
  const several = `${index + 1}. ${partTitle(part)}${alike}, ${where}${risky}`
  title(sheet, count === 1 && copies === 1 ? 'Fields' : several)
  const fields = inOrder(part)
  if (fields.length === 0) sheet.y -= sheet.write('No fields were found.', 0, sheet.width, { color: FAINT_INK }) + 4
  for (const [name, field] of fields) fieldRow(sheet, name, field)
  sheet.y -= 4
  for (const table of part.tables) writeTable(sheet, table)
  sheet.y -= 8
}

/** The fields in the contract's order, then those that a document names itself. */
function inOrder({ type, fields }: SummaryPart): [string, SummaryField][] {
  const names = Object.keys(FIELDS[type])
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(fields).toSorted(([a], [b]) => rank(a) - rank(b))
}

function fieldRow(sheet: Sheet, name: string, field: SummaryField): void {
  const wide = sheet.width - 260
  const text = valueText(field.value)
  sheet.need(sheet.lines(text, wide).length * 11.7 + 6)
  sheet.rule()
  sheet.y -= 3
  sheet.write(fieldTitle(name), 0, 165, { color: FAINT_INK })
  const tall = sheet.write(text, 170, wide)
  const color = confidenceColor(field.confidence)
  sheet.write(`${percent(field.confidence)} %`, sheet.width - 84, 40, { bold: true, color })
  sheet.write(`page ${field.page}`, sheet.width - 40, 40, { color: FAINT_INK })
  sheet.y -= Math.max(tall, 11.7) + 2
}

function title(sheet: Sheet, text: string): void {
  sheet.need(48)
  sheet.y -= sheet.write(text, 0, sheet.width, { size: 12, bold: true }) + 6
}

const MARKS = ['dashed: a flag, by its number', 'dotted: an amount that no field and no row holds'] as const

function legend(sheet: Sheet): void {
  sheet.need(28)
  let x = 0
  for (const { color, name } of CONFIDENCE_STEPS) {
    sheet.page.drawRectangle({ x: MARGIN + x, y: sheet.y - 8, width: 8, height: 8, color })
    sheet.write(name, x + 12, 130, { size: 7.5, color: FAINT_INK })
    x += 130
  }
  sheet.y -= 12
  sheet.write(MARKS[0], 0, 130, { size: 7.5, color: FAINT_INK })
  sheet.write(MARKS[1], 130, 300, { size: 7.5, color: UNREAD })
}
