import { readdirSync, readFileSync } from 'node:fs'
import { FIELDS, type ValueKind } from '../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../specimen.ts'
import type { Face } from './faces.ts'

/** A text with its base line's start in points from the page's upper left, and the field or cell that it prints. */
export interface Text {
  page: number
  x: number
  y: number
  size: number
  bold: boolean
  align: 'left' | 'right' | 'middle'
  /** What is printed before and after the value belongs to the same text. */
  runs: { key?: string; printed: string; truth?: string }[]
}

/** Lines, filled boxes, ticks and marks of a firm. */
export interface Drawn {
  page: number
  kind: 'line' | 'fill' | 'frame' | 'tick' | 'logo'
  box: readonly [x: number, y: number, width: number, height: number]
  grey?: number
}

/** A paper as its printer knows it. */
export interface Paper {
  name: string
  type: Truth['document_type']
  size: readonly [width: number, height: number]
  face: Face
  pages: number
  texts: Text[]
  drawn: Drawn[]
  set: Record<string, string>
  optional: string[]
  manner: Manner
}

/** How a country writes figures and days. */
interface Manner {
  decimal: '.' | ','
  order: 'dmy' | 'mdy' | 'ymd'
}

const MARK = /\[\[([\w.]+)\|([^|\]]*)(?:\|([^\]]*))?\]\]/
const AMOUNT_COLUMNS = /^(withdrawal|deposit|move|balance|amount|unit_price|quantity)$/

/** An amount or a number as it is printed there. */
const numberOf = (printed: string, { decimal }: Manner): number =>
  Number(printed.replace(decimal === ',' ? /[^\d,-]/g : /[^\d.-]/g, '').replace(',', '.'))

/** An amount in the manner of its paper: blanks in thousands where the opening balance has them. */
function amountText(value: number, { decimal }: Manner, blank: boolean): string {
  const [whole = '', part = ''] = value.toFixed(2).split('.')
  const thousands = blank ? ' ' : decimal === ',' ? '.' : ','
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + decimal + part
}

function dateOf(printed: string, { order }: Manner): string {
  if (/^\d{4}-\d\d-\d\d$/.test(printed)) return printed
  const [a = '', b = '', c = ''] = printed.split(/\D/)
  const [year, month, day] = order === 'dmy' ? [c, b, a] : order === 'mdy' ? [c, a, b] : [a, b, c]
  return `${year}-${month}-${day}`
}

/** What a field's print means. */
function meant(paper: Paper, key: string, printed: string): string | number {
  const [table, , column] = key.split('.')
  const kinds: Record<string, ValueKind> = FIELDS[paper.type]
  const kind = column
    ? column === 'date'
      ? 'date'
      : AMOUNT_COLUMNS.test(column)
        ? 'amount'
        : 'text'
    : (kinds[table ?? ''] ?? 'text')
  if (kind === 'amount') return numberOf(printed, paper.manner)
  return kind === 'date' ? dateOf(printed, paper.manner) : printed
}

type Rows = Record<string, string | number>[]

function cellOf(tables: Record<string, Rows>, table: string, row: number): Rows[number] {
  const rows = tables[table] ?? []
  tables[table] = rows
  const cells = rows[row] ?? {}
  rows[row] = cells
  return cells
}

/** A column of amounts with signs holds both ways. */
const columnOf = (column: string, value: string | number) =>
  column !== 'move' ? column : Number(value) < 0 ? 'withdrawal' : 'deposit'

/** What a reader of the page sees. */
export function truthOf(paper: Paper): Truth {
  const fields: Record<string, string | number> = { ...paper.set }
  const tables: Record<string, Rows> = {}
  for (const { runs } of paper.texts)
    for (const { key, printed, truth } of runs) {
      if (!key || printed === '') continue
      const value = meant(paper, key, truth ?? printed)
      const [table = '', row, column] = key.split('.')
      if (!row || !column) fields[key] = value
      else
        cellOf(tables, table, Number(row))[columnOf(column, value)] =
          column === 'move' ? Math.abs(Number(value)) : value
    }
  for (const [name, rows] of Object.entries(tables)) tables[name] = rows.filter(Boolean)
  return { document_type: paper.type, fields, optional: paper.optional, tables, risk: 'clean', scan: true }
}

/** Reads one sheet: a head, then lines that print, each at the left edges or right ends that it names. */
export function readPaper(source: string): Paper {
  const [head = '', ...lines] = source.split('\n')
  const [name = '', type, size = '', face, decimal, order] = head.split(' ')
  const [width = 595, height = 842] = size.split('x').map(Number)
  const paper: Paper = {
    name,
    type: type as Paper['type'],
    size: [width, height],
    face: face as Face,
    pages: 1,
    texts: [],
    drawn: [],
    set: {},
    optional: [],
    manner: { decimal: decimal as ',', order: order as 'dmy' },
  }
  new Reader(paper).read(lines.filter((line) => line.trim() !== ''))
  return paper
}

class Reader {
  readonly #paper: Paper
  #y = 0
  #balance = 0
  #in = 0
  #out = 0
  #blank = false
  #columns: { x: string; name: string }[] = []
  #table = ''
  #step = 0
  #style = ''
  readonly #rows: Record<string, number> = {}

  constructor(paper: Paper) {
    this.#paper = paper
  }

  read(lines: string[]): void {
    this.#blank = lines.some((line) => /\|\d{1,3} \d{3},\d\d/.test(line))
    for (const line of lines) this.#line(line)
    for (const { runs } of this.#paper.texts)
      for (const run of runs) if (run.printed === '=' && run.key) run.printed = this.#sum(run.key)
  }

  #sum(key: string): string {
    const cents = key === 'total_deposits' ? this.#in : key === 'total_withdrawals' ? this.#out : this.#balance
    return amountText(cents, this.#paper.manner, this.#blank)
  }

  #line(line: string): void {
    const paper = this.#paper
    const [word = '', ...rest] = line.split(' ')
    const numbers = rest.map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = numbers
    const page = paper.pages
    if (word === '@start') this.#balance = a
    else if (word === '@set') for (const pair of rest) paper.set[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
    else if (word === '@optional') paper.optional.push(...rest)
    else if (word === 'page') paper.pages++
    else if (word === 'line') paper.drawn.push({ page, kind: 'line', box: [a, this.#down(rest[1]), c - a, 0.7] })
    else if (word === 'logo') paper.drawn.push({ page, kind: 'logo', box: [a, b, c, c] })
    else if (word === 'tick') paper.drawn.push({ page, kind: 'tick', box: [a, b, 7, 7] })
    else if (word === 'box') paper.drawn.push({ page, kind: 'fill', box: [a, b, c, 20], grey: 0.88 })
    else if (word === 'frame') paper.drawn.push({ page, kind: 'frame', box: [a, b, c, d] })
    else if (word === 'cell') this.#cell(line)
    else if (word === 'table' || word === 'moves' || word === 'items') this.#heads(rest)
    else if (word === '-') this.#row(line.slice(2).split('|'))
    else this.#print(line)
  }

  #down(y: string | undefined): number {
    if (y?.startsWith('+')) return this.#y + Number(y)
    return Number(y)
  }

  #cell(line: string): void {
    const [, x, y, width, height, label = '', value = ''] =
      /^cell (\S+) (\S+) (\S+) (\S+) ([^|[]*)\|?(.*)$/.exec(line) ?? []
    const [left, top, wide, high] = [Number(x), Number(y), Number(width), Number(height)]
    this.#paper.drawn.push({ page: this.#paper.pages, kind: 'frame', box: [left, top, wide, high] })
    this.#text(String(left + 4), top + 7, '6', label)
    if (value) this.#text(String(left + 8), top + Math.min(22, high - 5), '9', value)
  }

  #heads([name = '', y = '', step = '', style = '', ...columns]: string[]): void {
    const words = columns.join(' ').split('|')
    this.#table = name
    this.#columns = words.map((word) => ({ x: word.split(' ')[0] ?? '', name: word.split(' ')[1] ?? '' }))
    this.#step = Number(step)
    this.#style = style
    this.#y = this.#down(y) - this.#step
  }

  #row(cells: string[]): void {
    this.#y += this.#step
    const at = this.#rows[this.#table] ?? 0
    this.#rows[this.#table] = at + 1
    const { manner } = this.#paper
    for (const [number, { name }] of this.#columns.entries()) {
      const value = numberOf(cells[number] ?? '', manner)
      const sign = name === 'withdrawal' ? -1 : name === 'deposit' || name === 'move' ? 1 : 0
      const move = cells[number] ? sign * value : 0
      this.#balance = Math.round(100 * (this.#balance + move)) / 100
      if (move > 0) this.#in = Math.round(100 * (this.#in + move)) / 100
      else this.#out = Math.round(100 * (this.#out - move)) / 100
    }
    for (const [number, { x, name }] of this.#columns.entries()) {
      const printed = cells[number] === '=' ? amountText(this.#balance, manner, this.#blank) : (cells[number] ?? '')
      if (printed) this.#text(x, this.#y, this.#style, `[[${this.#table}.${at}.${name}|${printed}]]`)
    }
  }

  #print(line: string): void {
    const [, xs = '', y = '', style = '', rest = ''] = /^(\S+) (\S+) (\S+) (.*)$/.exec(line) ?? []
    this.#y = this.#down(y)
    const places = xs.split('|')
    const texts = places.length === 1 ? [rest] : split(rest)
    for (const [at, x] of places.entries()) if (texts[at]) this.#text(x, this.#y, style, texts[at] ?? '')
  }

  #text(x: string, y: number, style: string, marked: string): void {
    const runs: Text['runs'] = []
    let rest = marked
    for (let found = MARK.exec(rest); found; found = MARK.exec(rest)) {
      if (found.index > 0) runs.push({ printed: rest.slice(0, found.index) })
      const [whole, key = '', truth = '', printed] = found
      runs.push({ key, printed: printed ?? truth, ...(printed !== undefined && { truth }) })
      rest = rest.slice(found.index + whole.length)
    }
    if (rest) runs.push({ printed: rest })
    const align = x.endsWith('r') ? 'right' : x.endsWith('c') ? 'middle' : 'left'
    const bold = style.endsWith('b')
    const [left, size] = [Number.parseFloat(x), Number.parseFloat(style)]
    this.#paper.texts.push({ page: this.#paper.pages, x: left, y, size, bold, align, runs })
  }
}

/** Columns of a line, without those bars that stand in a mark. */
const split = (text: string): string[] =>
  text
    .replace(/\[\[[^\]]*\]\]/g, (mark) => mark.replaceAll('|', '\u0001'))
    .split('|')
    .map((part) => part.replaceAll('\u0001', '|'))

/** The paper with other prints at some fields and cells. */
export function changed(paper: Paper, changes: Record<string, string>): Paper {
  const texts = paper.texts.map((text) => ({
    ...text,
    runs: text.runs.map((run) => {
      const to = run.key ? changes[run.key] : undefined
      if (to === undefined) return run
      const { truth: _, ...rest } = run
      return { ...rest, printed: to }
    }),
  }))
  return { ...paper, texts }
}

const folder = new URL('sheets/', import.meta.url)

/** All papers of the round by name. */
export const PAPERS: Record<string, Paper> = Object.fromEntries(
  readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .split(/^@@ /m)
      .slice(1)
      .map(readPaper)
      .map((paper) => [paper.name, paper]),
  ),
)
