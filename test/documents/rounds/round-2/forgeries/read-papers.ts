import { readFileSync } from 'node:fs'
import { type DocumentType, FIELDS } from '../../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../../specimen.ts'
import type { FontName } from '../../round-1/fonts.ts'
import { COUNTRIES } from '../../round-1/habits.ts'
import { papers as papersOfRound1 } from '../../round-1/index.ts'
import { printed } from '../../round-1/printer.ts'
import { type Laid, layOut } from '../../round-1/sheet.ts'
import { chromium, groff, wkhtmltopdf, writer } from './programs.ts'
import { type Swap, swappedItems, swappedText } from './swaps.ts'

/** A genuine paper, and the press that prints it with other words where its forger can get at the original. */
export interface Paper {
  name: string
  truth: Truth
  /** The program that it takes. */
  program?: string
  made: string
  print(swaps: readonly Swap[]): Promise<Uint8Array>
}

const PRESSES: Record<string, (text: string) => Uint8Array> = { chromium, wkhtmltopdf, writer, groff }
const PROGRAMS: Record<string, string> = { writer: 'soffice' }

export function readPapers(): Map<string, Paper> {
  const others = entries('browsers').map(({ head, truth, body }) => ofProgram(head, truth, body))
  const sheets = entries('sheets').map(({ head, truth, body }) => ofSheet(sheetOf(head, truth, body), truth))
  const first = [...papersOfRound1().values()].map((laid) => ofSheet(laid, laid.truth))
  return new Map([...first, ...sheets, ...others].map((paper) => [paper.name, paper]))
}

function ofProgram([name = '', , press = '']: string[], truth: Truth, body: string): Paper {
  const page = press === 'groff' ? body : `<!doctype html><meta charset="utf-8"><title>${name}</title>${body}`
  const print = async (swaps: readonly Swap[]) => PRESSES[press]?.(swappedText(page, swaps)) ?? new Uint8Array()
  return { name, truth, program: PROGRAMS[press] ?? press, made: '2025-06-13', print }
}

const ofSheet = (laid: Laid, truth: Truth): Paper => ({
  name: laid.sheet.name,
  truth,
  made: laid.sheet.made,
  print: (swaps) => printed({ ...laid, items: swappedItems(laid.items, swaps) }),
})

function sheetOf(
  [name = '', type, font, base, size = '', ...producer]: string[],
  truth: Truth,
  template: string,
): Laid {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return layOut({
    name,
    type: type as DocumentType,
    habits: COUNTRIES.US ?? { money: 'en', date: 'm/d/y' },
    values: {},
    font: font as FontName,
    base: Number(base),
    size: [width, height],
    producer: producer.join(' '),
    made: String(truth.fields.statement_end_date ?? `${Number(truth.fields.tax_year ?? 2024) + 1}-01-28`),
    template,
  })
}

/** `## NAME TYPE ...`, `field: value` on lines or three blanks apart, `row TABLE: column=value; ...`, a dot, a page. */
function entries(file: string): { head: string[]; truth: Truth; body: string }[] {
  const text = readFileSync(new URL(`papers/${file}.txt`, import.meta.url), 'utf8')
  const parts = `\n${text}`.split(/\n## /).slice(1)
  return parts.map((part) => {
    const [top = '', ...body] = part.trimEnd().split(/\n\.\n/)
    const [head = '', ...lines] = top.split(/\n| {3}/)
    const words = head.split(' ')
    const truth: Truth = { document_type: words[1] as DocumentType, fields: {}, risk: 'clean' }
    for (const line of lines) readLine(line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2), truth)
    return { head: words, truth, body: body.join('\n.\n') }
  })
}

function readLine(name: string, value: string, truth: Truth): void {
  if (name === 'optional') truth.optional = value.split(' ')
  else if (name.startsWith('row ')) {
    const row = Object.fromEntries(value.split('; ').map((cell) => cellOf(cell.split('='))))
    truth.tables = { [name.slice(4)]: [...(truth.tables?.[name.slice(4)] ?? []), row] }
  } else truth.fields[name] = saidOf(truth.document_type, name, value)
}

const cellOf = ([name = '', value = '']: string[]): [string, string | number] => [
  name,
  /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
]

/** A value as the contract has it: amounts as numbers. */
export function saidOf(type: DocumentType, field: string, value: string): string | number {
  const kinds: Record<string, string> = FIELDS[type]
  return kinds[field] === 'amount' || field.includes('.') ? (cellOf(['', value])[1] as string | number) : value
}
