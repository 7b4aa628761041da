import { readdirSync, readFileSync } from 'node:fs'
import type { DocumentType } from '../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../specimen.ts'
import type { Place } from '../round-file.ts'

/** One text of a sheet: its base line is `top` under the upper edge, and `x` its left end, or its right one. */
export interface Cell {
  page: number
  top: number
  x: number
  right: boolean
  bold: boolean
  size: number
  text: string
}

/** A paper: what it prints, who prints it, and what it says. */
export interface Sheet {
  name: string
  paper: 'letter' | 'a4'
  serif: boolean
  printer: string
  cells: Cell[]
  truth: Truth
}

/** A text, what stands there instead, and which of them is meant where not every one is. */
export type Change = [old: string, text: string, nth?: number]

const FOLDER = new URL('sheets/', import.meta.url)
const CELL = /^(\d+)(>?)(b?)(?:\/?(\d+))?(?: (.*))?$/u

export const sizeOf = ({ paper }: Pick<Sheet, 'paper'>): [number, number] => (paper === 'a4' ? [595, 842] : [612, 792])

/** The sheet of a name. */
export const sheetOf = (name: string): Sheet => sheetFrom(readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8'))

/** The sheet that a text describes: its head, then its lines and what it says. */
export function sheetFrom(source: string): Sheet {
  const [head = '', ...lines] = source.trimEnd().split('\n')
  const [name = '', type = '', paper, letters, printer = ''] = head.split(' ')
  const truth: Truth = { document_type: type as DocumentType, fields: {}, tables: {}, optional: [], risk: 'clean' }
  const cells: Cell[] = []
  for (const line of lines)
    if (/^\d/.test(line)) cells.push(...cellsOf(line))
    else tell(truth, line)
  return { name, paper: paper === 'a4' ? 'a4' : 'letter', serif: letters === 'serif', printer, cells, truth }
}

function cellsOf(line: string): Cell[] {
  const [, top = '', rest = ''] = line.match(/^(\d+) (.*)$/) ?? []
  return rest.split(' | ').map((source) => {
    const [, x, right, bold, size = '10', text = ''] = source.match(CELL) ?? []
    return { page: 1, top: +top, x: Number(x), right: right !== '', bold: bold !== '', size: +size, text }
  })
}

/** `= field value`, `? fields that are open to argument`, `+ table column=value;column=value`. */
function tell(truth: Truth, line: string): void {
  const [, mark, name = '', rest = ''] = line.match(/^(.) (\S+) ?(.*)$/) ?? []
  if (mark === '=') truth.fields[name] = told(rest)
  if (mark === '?') truth.optional = `${name} ${rest}`.split(' ')
  if (mark === '+') {
    const row = Object.fromEntries(rest.split(';').map((cell) => cell.split('='))) as Record<string, string>
    const cells = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, told(value)]))
    truth.tables = { ...truth.tables, [name]: [...(truth.tables?.[name] ?? []), cells] }
  }
}

const told = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) && !/^\d{9,}$|^0\d|^20\d\d$/.test(text) ? +text : text)

/** A copy of a sheet with other texts, and the cells that are others now. */
export function changed(sheet: Sheet, changes: readonly Change[]): { sheet: Sheet; cells: [Cell, Cell][] } {
  const cells = sheet.cells.map((cell) => ({ ...cell }))
  for (const [old, text, nth] of changes) {
    const found = cells.filter((cell) => cell.text.includes(old))
    const meant = nth === undefined ? found : found.slice(nth, nth + 1)
    if (meant.length === 0) throw new Error(`${sheet.name} prints no ${old}`)
    for (const cell of meant) cell.text = cell.text.replace(old, text)
  }
  const pairs = sheet.cells.map((cell, at): [Cell, Cell] => [cell, cells[at] ?? cell])
  return { sheet: { ...sheet, cells }, cells: pairs.filter(([was, is]) => was.text !== is.text) }
}

/** The sheet without the lines that have a text; what stands under them moves up. */
export function without(sheet: Sheet, texts: readonly string[]): Sheet {
  const tops = sheet.cells.filter(({ text }) => texts.some((each) => text.includes(each))).map(({ top }) => top)
  const step = (top: number) => Math.min(...sheet.cells.map((cell) => cell.top - top).filter((gap) => gap > 0), 40)
  const up = (top: number) => tops.filter((gone) => gone < top).reduce((sum, gone) => sum + step(gone), 0)
  const kept = sheet.cells.filter(({ top }) => !tops.includes(top))
  return { ...sheet, cells: kept.map((cell) => ({ ...cell, top: cell.top - up(cell.top) })) }
}

/** About where a cell stands on the page. */
export function placeOf(sheet: Sheet, { page, top, x, right, size, text }: Cell): Place {
  const [width, y] = [Math.max(12, text.length * size * 0.5), sizeOf(sheet)[1] - top]
  const left = right ? x - width : x
  return { page, box: [left, y - 3, left + width, y + size] }
}

/** All sheets' names. */
export const sheetNames = (): string[] => readdirSync(FOLDER).map((file) => file.replace('.txt', ''))
