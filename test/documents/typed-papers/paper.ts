import { readFileSync } from 'node:fs'
import { PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { type DocumentType, FIELDS } from '../../../schemas/src/documents/fields.ts'
import { embedLettering } from '../../../server/src/documents/annotate/fonts.ts'
import type { Generator, Truth } from '../specimen.ts'

/*
 * Papers as one types them: `## NAME TYPE`, a line `field: value` for each thing that a reader would write down,
 * `lines: 12.00 | 30.00` for the amounts of its goods, a dot, and the page. On the page two blanks part two texts;
 * each stands at its column, and figures end at theirs. `# ` before a line writes it large, `---` draws a line, and
 * `=== ` begins a page. A paper without fields is one that says nothing of itself.
 */

const COLUMN = 5.5
const STEP = 13
const MARGIN = 36
const SIZE = 9
const LARGE = 15
const PAGE = [612, 842] as const

const FIGURES = /^[-+(]?\p{Sc}?\s?[-+]?\d[\d.,' ]*[)%]?(?:\s?\p{Sc})?-?$/u

/** The papers of one file of `papers/`, by their names. */
export function readPapers(file: string): Record<string, Generator> {
  const text = readFileSync(new URL(`papers/${file}.txt`, import.meta.url), 'utf8')
  return Object.fromEntries(`\n${text}`.split(/\n## /).slice(1).map(paperOf))
}

function paperOf(text: string): [string, Generator] {
  const [head = '', page = ''] = text.split(/\n\.\n/)
  const [title = '', ...lines] = head.split('\n')
  const [name = '', type = ''] = title.split(' ')
  const truth = truthOf(type as DocumentType, lines)
  return [name, async () => ({ name: `${name}.pdf`, bytes: await typed(page.trimEnd()), truth })]
}

function truthOf(type: DocumentType, lines: readonly string[]): Truth {
  const kinds: Record<string, string> = FIELDS[type]
  const truth: Truth = { document_type: type, fields: {}, risk: 'clean' }
  for (const line of lines.filter((text) => text !== '')) {
    const [key = '', value = ''] = line.split(/: (.*)/)
    if (key === 'lines') truth.tables = { line_items: value.split(' | ').map((amount) => ({ amount: Number(amount) })) }
    else if (key === 'optional') truth.optional = value.split(' ')
    else truth.fields[key] = kinds[key] === 'amount' ? Number(value) : value
  }
  return truth
}

/** The bytes of the pages that a text draws. */
async function typed(text: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(new Date(0))
  pdf.setModificationDate(new Date(0))
  const { regular, bold } = await embedLettering(pdf)
  for (const page of text.split(/^===\n/m)) {
    const sheet = pdf.addPage([...PAGE])
    for (const [at, line] of page.split('\n').entries())
      typeLine(sheet, line, PAGE[1] - MARGIN - at * STEP, regular, bold)
  }
  return pdf.save()
}

function typeLine(sheet: PDFPage, line: string, y: number, regular: PDFFont, bold: PDFFont): void {
  const large = line.startsWith('# ')
  const [size, font] = large ? [LARGE, bold] : [SIZE, regular]
  const blank = large ? `  ${line.slice(2)}` : line
  for (const { 0: chunk, index } of blank.matchAll(/\S+(?: \S+)*/g)) {
    const [left, right] = [MARGIN + index * COLUMN, MARGIN + (index + chunk.length) * COLUMN]
    const x = FIGURES.test(chunk) ? right - font.widthOfTextAtSize(chunk, size) : left
    if (/^-{3,}$/.test(chunk)) sheet.drawLine({ start: { x: left, y: y + 3 }, end: { x: right, y: y + 3 } })
    else sheet.drawText(chunk, { x, y, size, font })
  }
}
