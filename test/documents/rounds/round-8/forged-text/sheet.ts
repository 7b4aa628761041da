import type { DocumentType } from '../../../../../schemas/src/documents/fields.ts'
import type { Truth } from '../../../specimen.ts'
import { type FontName, widthOf } from '../../round-1/fonts.ts'
import type { Place } from '../../round-file.ts'

/** A text on a page, with where its baseline begins, in points from the bottom left. */
export interface Cell {
  key: string
  text: string
  page: number
  x: number
  y: number
  size: number
  font: FontName
  right: boolean
}

/** A page with its texts, its lines and what it says. */
export interface Sheet {
  size: readonly [width: number, height: number]
  cells: Cell[]
  /** Lines and filled boxes, as operators, a list to a page. */
  drawn: string[][]
  fonts: readonly [plain: FontName, bold: FontName]
  info: Record<string, string>
  truth: Truth
}

interface Ink {
  size?: number
  bold?: boolean
  right?: boolean
}

/** Puts texts under each other; the same keys come in the same order, so that two versions can be compared. */
export class Desk {
  readonly cells: Cell[] = []
  readonly drawn: string[][] = [[]]
  readonly #size: readonly [number, number]
  readonly #fonts: readonly [FontName, FontName]
  readonly #text: number

  constructor(size: readonly [number, number], fonts: readonly [FontName, FontName], text: number) {
    ;[this.#size, this.#fonts, this.#text] = [size, fonts, text]
  }

  put(key: string, x: number, top: number, text: string, { size = this.#text, bold, right }: Ink = {}): void {
    const font = this.#fonts[bold ? 1 : 0]
    const left = right ? x - widthOf(text, font, size) : x
    const [page, y] = [this.drawn.length, this.#size[1] - top]
    this.cells.push({ key, text, page, x: left, y, size, font, right: right ?? false })
  }

  /** Words that are no field's value. */
  say(x: number, top: number, text: string, ink: Ink = {}): void {
    this.put(`said-${this.cells.length}`, x, top, text, ink)
  }

  rule(x: number, top: number, end: number, thick = 0.6): void {
    const y = this.#size[1] - top
    this.drawn.at(-1)?.push(`${thick} w 0.4 G ${x} ${y} m ${end} ${y} l S`)
  }

  band(x: number, top: number, width: number, height: number, colour = '0.9 g'): void {
    this.drawn.at(-1)?.push(`q ${colour} ${x} ${this.#size[1] - top - height} ${width} ${height} re f Q`)
  }

  turn(): void {
    this.drawn.push([])
  }

  sheet(info: Record<string, string>, type: DocumentType, fields: Truth['fields'], more: Partial<Truth> = {}): Sheet {
    const { cells, drawn } = this
    const truth: Truth = { document_type: type, fields, risk: 'clean', ...more }
    return { size: this.#size, cells, drawn, fonts: this.#fonts, info, truth }
  }
}

export const boxOf = ({ x, y, size, font, text }: Cell): Place['box'] => [
  x,
  y - 0.22 * size,
  x + widthOf(text, font, size),
  y + 0.75 * size,
]

/** A paper whose values may be others: what a forger wants it to say is drawn by the same hand. */
export interface Paper<V> {
  name: string
  values: V
  draw: (values: V) => Sheet
}

const round = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100
export const cents = round
export const sum = (list: readonly number[]): number => round(list.reduce((all, each) => all + each, 0))

export const us = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const eu = (value: number): string => us(value).replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const LONG = 'January February March April May June July August September October November December'.split(' ')

/** An ISO day as it is printed: `us`, `eu`, `short`, `long`. */
export function day(iso: string, how: 'us' | 'eu' | 'short' | 'long' | 'uk'): string {
  const [year = '', month = '', date = ''] = iso.split('-')
  if (how === 'us') return `${month}/${date}/${year}`
  if (how === 'eu') return `${date}.${month}.${year}`
  if (how === 'uk') return `${Number(date)} ${LONG[Number(month) - 1]} ${year}`
  if (how === 'long') return `${LONG[Number(month) - 1]} ${Number(date)}, ${year}`
  return `${date} ${MONTHS[Number(month) - 1]}`
}
