import { PDFDocument, type PDFFont, type PDFName, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { embedLettering } from '../../../server/src/documents/annotate/fonts.ts'
import type { Chance } from '../chance.ts'
import { type Cut, operatorsOf, type Stroke } from './press.ts'

export interface Ink {
  size?: number
  bold?: boolean
  /** 0 black, 1 white. */
  grey?: number
  spaced?: number
}

/** A heading, where its column stands, and on which side of that place: left edge, right edge or middle. */
export type Column = readonly [head: string | readonly string[], x: number, side?: 'l' | 'r' | 'c']

/** A cell of several lines is a list. */
export type Cell = string | readonly string[] | undefined

export interface TableLook extends Ink {
  step?: number
  /** Points between rows, over the step of their lines. */
  gap?: number
  rules?: 'none' | 'head' | 'rows' | 'grid'
  /** Grey behind the heading. */
  band?: number
  from?: number
  to?: number
  headInk?: Ink
  /** Below this base line the table goes on on a new page, which begins at `again`. */
  bottom?: number
  again?: number
  /** Drawn where a page ends and the next begins. */
  carry?: (sheet: Sheet, row: number, y: number, side: 'end' | 'start') => number
  noHead?: boolean
}

const FAMILIES = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const

const SIZES = { letter: [612, 792], a4: [595, 842], mm80: [226, 700], mm58: [164, 700], mail: [612, 900] } as const

export interface SheetLook {
  size?: keyof typeof SIZES
  /** `unicode` is an embedded Type0 font with letters of all Europe. */
  family?: keyof typeof FAMILIES | 'unicode'
  text?: number
  cut?: Cut
  /** Under a flipped and scaled matrix. */
  flipped?: boolean
  order?: 'drawn' | 'reversed' | 'shuffled' | 'columns'
}

interface Leaf {
  page: PDFPage
  keys: [PDFName, PDFName]
  strokes: Stroke[]
}

/** Texts at places, measured from the upper left corner, printed at the end in the way of some printer. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly text: number
  readonly #pdf: PDFDocument
  readonly #fonts: readonly [PDFFont, PDFFont]
  readonly #look: SheetLook
  readonly #chance: Chance
  readonly #leaves: Leaf[] = []

  private constructor(pdf: PDFDocument, fonts: readonly [PDFFont, PDFFont], look: SheetLook, chance: Chance) {
    ;[this.#pdf, this.#fonts, this.#look, this.#chance] = [pdf, fonts, look, chance]
    ;[this.width, this.height] = SIZES[look.size ?? 'a4']
    this.text = look.text ?? 9
    this.turn()
  }

  static async open(chance: Chance, look: SheetLook = {}): Promise<Sheet> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    if (look.family === 'unicode') {
      const { regular, bold } = await embedLettering(pdf)
      return new Sheet(pdf, [regular, bold], look, chance)
    }
    const [plain, bold] = FAMILIES[look.family ?? 'sans']
    return new Sheet(pdf, [await pdf.embedFont(plain), await pdf.embedFont(bold)], look, chance)
  }

  get #leaf(): Leaf {
    return this.#leaves.at(-1) as Leaf
  }

  turn(): this {
    const page = this.#pdf.addPage([this.width, this.height])
    const key = (font: PDFFont) => page.node.newFontDictionary(font.name, font.ref)
    this.#leaves.push({ page, keys: [key(this.#fonts[0]), key(this.#fonts[1])], strokes: [] })
    return this
  }

  wide(text: string, { size = this.text, bold = false, spaced = 0 }: Ink = {}): number {
    const font = this.#fonts[bold ? 1 : 0]
    return Array.from(text).reduce((sum, letter) => sum + font.widthOfTextAtSize(letter, size) + spaced, 0)
  }

  at(x: number, y: number, text: string | undefined, ink: Ink = {}): this {
    if (text === undefined || text === '') return this
    const { size = this.text, bold = false, grey = 0, spaced = 0 } = ink
    const [font, key] = [this.#fonts[bold ? 1 : 0], this.#leaf.keys[bold ? 1 : 0]]
    this.#leaf.strokes.push({ text, x, y: this.height - y, size, font, key, grey, spaced })
    return this
  }

  right(x: number, y: number, text: string | undefined, ink: Ink = {}): this {
    return this.at(x - this.wide(text ?? '', ink), y, text, ink)
  }

  mid(x: number, y: number, text: string | undefined, ink: Ink = {}): this {
    return this.at(x - this.wide(text ?? '', ink) / 2, y, text, ink)
  }

  /** Lines under each other; returns the base line after the last. */
  lines(x: number, y: number, texts: readonly (string | undefined)[], ink: Ink = {}, step?: number): number {
    const down = step ?? 1.3 * (ink.size ?? this.text)
    const there = texts.filter((text) => text !== undefined)
    for (const [i, text] of there.entries()) this.at(x, y + i * down, text, ink)
    return y + there.length * down
  }

  /** Captions with their values beside them, right-aligned where `to` is negative; returns the next base line. */
  pairs(
    x: number,
    to: number,
    y: number,
    texts: readonly (readonly [string, string, Ink?])[],
    step = 13,
    ink: Ink = {},
  ) {
    for (const [i, [caption, value, own]] of texts.entries()) {
      const all = { ...ink, ...own }
      this.at(x, y + i * step, caption, all)
      if (to < 0) this.right(-to, y + i * step, value, all)
      else this.at(to, y + i * step, value, all)
    }
    return y + texts.length * step
  }

  /** Captions above their values, side by side. */
  captions(
    y: number,
    texts: readonly (readonly [x: number, caption: string, value: string])[],
    ink: Ink = {},
    value: Ink = {},
  ) {
    for (const [x, caption, text] of texts) this.at(x, y, caption, ink).at(x, y + 1.4 * this.text, text, value)
    return y + 3 * this.text
  }

  /** Running text, broken where it is `room` wide; returns the base line after the last. */
  prose(x: number, y: number, room: number, text: string, ink: Ink = {}): number {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && this.wide(longer, ink) <= room) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return this.lines(x, y, lines, ink)
  }

  rule(y: number, from: number, to: number, thickness = 0.6): this {
    const [start, end] = [
      { x: from, y: this.height - y },
      { x: to, y: this.height - y },
    ]
    this.#leaf.page.drawLine({ start, end, thickness })
    return this
  }

  upright(x: number, from: number, to: number): this {
    this.#leaf.page.drawLine({ start: { x, y: this.height - from }, end: { x, y: this.height - to }, thickness: 0.6 })
    return this
  }

  /** A rectangle by its upper left corner, filled with a grey where one is given, else framed. */
  box(x: number, y: number, width: number, height: number, grey?: number): this {
    const place = { x, y: this.height - y - height, width, height }
    if (grey === undefined) this.#leaf.page.drawRectangle({ ...place, borderWidth: 0.7, borderColor: rgb(0, 0, 0) })
    else this.#leaf.page.drawRectangle({ ...place, color: rgb(grey, grey, grey) })
    return this
  }

  /** A mark without any text. */
  logo(x: number, y: number, size: number): this {
    const at = { x: x + size / 2, y: this.height - y - size / 2 }
    this.#leaf.page.drawCircle({ ...at, size: size / 2, color: rgb(0.1, 0.4, 0.7) })
    this.#leaf.page.drawRectangle({
      x: at.x,
      y: at.y - size / 4,
      width: size,
      height: size / 2,
      color: rgb(0.9, 0.6, 0.1),
    })
    return this
  }

  /** A table; returns the base line after its last row. */
  table(y: number, columns: readonly Column[], rows: readonly (readonly Cell[])[], look: TableLook = {}): number {
    const { size = this.text, step = 1.3 * size, gap = 4, from = 36, to = this.width - 36, rules = 'none' } = look
    let at = this.#head(y, columns, look, size, from, to)
    const top = at
    for (const [i, row] of rows.entries()) {
      const tall = Math.max(...row.map((cell) => (Array.isArray(cell) ? cell.length : 1))) * step
      if (look.bottom !== undefined && at + tall > look.bottom) {
        if (look.carry) look.carry(this, i, at, 'end')
        this.turn()
        at = this.#head(look.again ?? 60, columns, look, size, from, to)
        if (look.carry) at = look.carry(this, i, at, 'start')
      }
      this.#cells(at, columns, row, { ...look, size }, step)
      at += tall + gap
      if (rules === 'rows' || rules === 'grid') this.rule(at - size - gap / 2 + 1, from, to, 0.4)
    }
    if (rules === 'grid')
      for (const [, x, side] of columns) this.upright(side === 'r' ? x + 3 : x - 3, top - size - 2, at - size - 1)
    return at
  }

  #head(y: number, columns: readonly Column[], look: TableLook, size: number, from: number, to: number): number {
    if (look.noHead) return y
    const heads = columns.map(([head]) => head)
    const tall = Math.max(...heads.map((head) => (typeof head === 'string' ? 1 : head.length)))
    const step = 1.25 * size
    if (look.band !== undefined) this.box(from, y - size - 3, to - from, tall * step + 6, look.band)
    this.#cells(y, columns, heads, { bold: true, size, ...look.headInk }, step)
    const end = y + tall * step + 5
    if (look.rules && look.rules !== 'none') this.rule(end - size - 1, from, to)
    return end + 3
  }

  #cells(y: number, columns: readonly Column[], cells: readonly Cell[], ink: Ink, step: number): void {
    for (const [c, cell] of cells.entries()) {
      const [, x = 0, side = 'l'] = columns[c] ?? []
      const texts = typeof cell === 'string' ? [cell] : (cell ?? [])
      const put = { l: this.at, r: this.right, c: this.mid }[side]
      for (const [l, text] of texts.entries()) put.call(this, x, y + l * step, text, ink)
    }
  }

  #ordered(strokes: readonly Stroke[]): Stroke[] {
    const order = this.#look.order ?? 'drawn'
    if (order === 'reversed') return strokes.toReversed()
    if (order === 'columns') return strokes.toSorted((a, b) => Math.floor(a.x / 90) - Math.floor(b.x / 90))
    if (order === 'drawn') return [...strokes]
    return strokes
      .map((stroke) => [this.#chance.next(), stroke] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, stroke]) => stroke)
  }

  save(): Promise<Uint8Array> {
    const { cut = 'whole', flipped } = this.#look
    for (const { page, strokes } of this.#leaves)
      for (const stroke of this.#ordered(strokes))
        page.pushOperators(
          ...operatorsOf(stroke, cut, flipped ? this.height : undefined, this.#chance, this.#pdf.context),
        )
    return this.#pdf.save()
  }
}
