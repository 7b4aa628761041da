import { type DocumentType, FIELDS, TABLES } from '../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../specimen.ts'
import { type FontName, widthOf } from './fonts.ts'
import { type Habits, written } from './habits.ts'

export type Value = string | number
export type Row = Record<string, Value>

/** A paper before it is printed: its values and the template that says where they stand. */
export interface Sheet {
  name: string
  type: DocumentType
  habits: Habits
  values: Record<string, Value>
  rows?: Row[]
  /** Columns that it does not print. */
  dropped?: string[]
  /** Fields that the paper says in another way than by printing them: a currency by its sign. */
  says?: Record<string, Value>
  optional?: string[]
  font?: FontName
  size?: [number, number]
  base?: number
  lead?: number
  /** The program that printed it. */
  producer: string
  creator?: string
  /** The day it was printed. */
  made: string
  template: string
}

/** A run of text at its place: left end of the base line, in points from the bottom left. */
export interface Item {
  key?: string
  text: string
  page: number
  x: number
  y: number
  size: number
  font: FontName
  color: string
}

export interface Stroke {
  page: number
  box: [number, number, number, number]
  fill?: string | undefined
}

export interface Laid {
  sheet: Sheet
  pages: number
  size: [number, number]
  items: Item[]
  strokes: Stroke[]
  truth: Truth
}

export const boxOf = ({ x, y, text, size, font }: Item): [number, number, number, number] => [
  x,
  y - 0.22 * size,
  x + widthOf(text, font, size),
  y + 0.74 * size,
]

const TABLE_OF: Partial<Record<DocumentType, keyof typeof TABLES>> = {
  INVOICE: 'line_items',
  BANK_STATEMENT: 'transactions',
  CREDIT_CARD_STATEMENT: 'transactions',
  W2_TAX_SLIP: 'box_12',
  T4_TAX_SLIP: 'other_information',
}

/**
 * Lays a sheet out. A template line is ` | `-separated segments `X[>^][b][i][/SIZE][#COLOUR] text`; `=Y` and `~DY` move
 * down the page, `* ` repeats a line for each row, `---` rules it, `[] X Y W H [#FILL]` draws a box (Y a dot: around
 * what follows), `page` turns it, `lead N` sets the line spacing. `{name}` prints a value in the habits of the country,
 * `{name:style}` in another.
 */
export function layOut(sheet: Sheet): Laid {
  const [width, height] = sheet.size ?? [595, 842]
  const laid: Laid = { sheet, pages: 1, size: [width, height], items: [], strokes: [], truth: truthOf(sheet) }
  const pen = { y: height - 50, lead: sheet.lead ?? 14 }
  for (const line of sheet.template.split('\n').map((each) => each.trim())) {
    if (line === '') pen.y -= pen.lead / 2
    else if (!move(line, pen, laid)) print(line, pen, laid)
  }
  return laid
}

function move(line: string, pen: { y: number; lead: number }, laid: Laid): boolean {
  const [width, height] = laid.size
  const [word = '', ...rest] = line.split(/\s+/)
  const numbers = rest.map(Number)
  if (line.startsWith('=')) pen.y = height - Number(line.slice(1))
  else if (line.startsWith('~')) pen.y -= Number(line.slice(1))
  else if (word === 'lead') pen.lead = numbers[0] ?? 14
  else if (word === 'page') {
    laid.pages++
    pen.y = height - 50
  } else if (word === '---') {
    const [from = 50, to = width - 50] = numbers
    laid.strokes.push({ page: laid.pages, box: [from, pen.y + pen.lead * 0.5, to, pen.y + pen.lead * 0.5] })
    pen.y -= pen.lead * 0.4
  } else if (word === '[]') {
    const [x = 0, y = 0, w = 0, h = 0] = numbers
    const foot = rest[1] === '.' ? pen.y + 12 - h : height - y - h
    laid.strokes.push({ page: laid.pages, box: [x, foot, x + w, foot + h], fill: rest[4] })
  } else return false
  return true
}

function print(line: string, pen: { y: number; lead: number }, laid: Laid): void {
  const { sheet } = laid
  const lines = line.startsWith('* ') ? (sheet.rows ?? []).map((row, at) => ({ row, at })) : [undefined]
  for (const each of lines) {
    for (const segment of line.replace(/^\* /, '').split(' | ')) printSegment(segment, pen.y, each, laid)
    pen.y -= pen.lead
  }
}

const SEGMENT = /^(\d+)([>^]?)([bi]*)(?:\/([\d.]+))?(#[0-9a-f]{6})? (.*)$/

function printSegment(segment: string, y: number, row: { row: Row; at: number } | undefined, laid: Laid): void {
  const parts = SEGMENT.exec(segment)
  if (!parts) throw new Error(`${laid.sheet.name}: no segment: ${segment}`)
  const [, x = '0', anchor, style = '', points, color = '#000000', text = ''] = parts
  const font = fontOf(laid.sheet.font ?? 'Helvetica', style)
  const size = Number(points ?? laid.sheet.base ?? 9.5)
  const runs = text
    .split(/(\{[^}]+\})/)
    .filter(Boolean)
    .map((part) => runOf(part, row, laid))
  const wide = runs.reduce((sum, run) => sum + widthOf(run.text, font, size), 0)
  let at = Number(x) - (anchor === '>' ? wide : anchor === '^' ? wide / 2 : 0)
  for (const run of runs) {
    if (run.text.trim()) laid.items.push({ ...run, page: laid.pages, x: at, y, size, font, color })
    at += widthOf(run.text, font, size)
  }
}

function runOf(part: string, row: { row: Row; at: number } | undefined, { sheet, truth }: Laid) {
  const name = /^\{([^:}]+)(?::([^}]+))?\}$/.exec(part)
  if (!name) return { text: part }
  const [, key = '', style] = name
  const cell = key.startsWith('.') ? key.slice(1) : undefined
  const value = cell ? row?.row[cell] : sheet.values[key]
  if (value === undefined && !cell) throw new Error(`${sheet.name} has no ${key}`)
  if (value === undefined) return { text: '' }
  if (!cell && key in FIELDS[sheet.type]) truth.fields[key] = style === 'neg' ? -Number(value) : value
  const text = written(value, sheet.habits, style)
  return { text, key: cell ? `${TABLE_OF[sheet.type] ?? 'rows'}.${row?.at}.${cell}` : key }
}

function truthOf({ type, says = {}, optional, rows = [] }: Sheet): Truth {
  const table = TABLE_OF[type]
  const own = table && rows.length > 0 ? rows.map((row) => only(row, TABLES[table])) : undefined
  return {
    document_type: type,
    fields: { ...says },
    ...(optional && { optional }),
    ...(table && own && { tables: { [table]: own } }),
    risk: 'clean',
  }
}

const only = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))

const BOLD: Record<string, FontName> = {
  Helvetica: 'Helvetica-Bold',
  Arial: 'Arial-Bold',
  'Times-Roman': 'Times-Bold',
  Courier: 'Courier-Bold',
}

const ITALIC: Record<string, FontName> = { Helvetica: 'Helvetica-Oblique', 'Times-Roman': 'Times-Italic' }

function fontOf(font: FontName, style: string): FontName {
  if (style.includes('b')) return BOLD[font] ?? font
  return style.includes('i') ? (ITALIC[font] ?? font) : font
}
