import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { embedLettering } from '../../../server/src/documents/annotate/fonts.ts'
import type { Chance } from '../chance.ts'
import { type Glyphs, type Hand, inOrder, writeText } from './hand.ts'

/** A text and where it stands: its left edge in points, or its right edge where the number is negative. */
export type Put = readonly [x: number, text: string | undefined]

export interface Ink {
  size?: number
  bold?: boolean
  /** Grey of the text: 0 black, 1 white. */
  grey?: number
}

const FACES = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const

const SIZES = { letter: [612, 792], a4: [595, 842] } as const

export interface SheetOptions {
  size?: keyof typeof SIZES
  /** `wide` is an embedded font of two-byte codes, which has every letter. */
  face?: keyof typeof FACES | 'wide'
  /** Size of text where none is given. */
  text?: number
  /** How the printing software writes texts; one of them by chance. */
  hands?: readonly Hand[]
}

export interface Column {
  x: number
  head?: string | readonly string[]
}

export type Cell = string | readonly string[] | undefined

export interface Table {
  y: number
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  /** From base line to base line of two rows, and of two lines in a row. */
  step?: number
  lead?: number
  /** Where a page is full, and where the table goes on on the next, with its head. */
  bottom?: number
  top?: number
  ink?: Ink
  head?: Ink
  /** Called at the foot of a full page and at the head of the next; the latter may answer another place to go on. */
  leave?: (y: number, next: number) => void
  enter?: (next: number) => number | undefined
  /** Lines between rows. */
  ruled?: boolean
}

async function facesOf(pdf: PDFDocument, face: keyof typeof FACES | 'wide'): Promise<[PDFFont, PDFFont]> {
  if (face !== 'wide') return [await pdf.embedFont(FACES[face][0]), await pdf.embedFont(FACES[face][1])]
  const { regular, bold } = await embedLettering(pdf)
  return [regular, bold]
}

/** A sheet on which texts are put at places, in points from its upper left corner, written by a given hand. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly chance: Chance
  readonly hand: Hand
  readonly #pdf: PDFDocument
  readonly #fonts: readonly [PDFFont, PDFFont]
  readonly #text: number
  readonly #pages: { page: PDFPage; glyphs: Glyphs[] }[] = []

  private constructor(chance: Chance, pdf: PDFDocument, fonts: readonly [PDFFont, PDFFont], options: SheetOptions) {
    this.chance = chance
    this.#pdf = pdf
    this.#fonts = fonts
    this.#text = options.text ?? 9
    this.hand = chance.pick(options.hands ?? [{}])
    ;[this.width, this.height] = SIZES[options.size ?? 'a4']
    this.turn()
  }

  static async open(chance: Chance, options: SheetOptions = {}): Promise<Sheet> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    return new Sheet(chance, pdf, await facesOf(pdf, options.face ?? 'sans'), options)
  }

  get pages(): number {
    return this.#pages.length
  }

  turn(): this {
    this.#pages.push({ page: this.#pdf.addPage([this.width, this.height]), glyphs: [] })
    return this
  }

  widthOf(text: string, { size = this.#text, bold = false }: Ink = {}): number {
    const font = this.#fonts[bold ? 1 : 0]
    const letters = Array.from(text)
    const plain = letters.reduce((total, letter) => total + font.widthOfTextAtSize(letter, size), 0)
    return plain + letters.length * (this.hand.spacing ?? 0)
  }

  /** Puts texts on one base line. */
  row(y: number, puts: readonly Put[], { size = this.#text, bold = false, grey = 0 }: Ink = {}): this {
    for (const [x, text] of puts) {
      if (text === undefined || text === '') continue
      const left = x < 0 ? -x - this.widthOf(text, { size, bold }) : x
      const glyphs = { x: left, y: this.height - y, text, size, font: this.#fonts[bold ? 1 : 0], grey }
      this.#pages.at(-1)?.glyphs.push(glyphs)
    }
    return this
  }

  at(x: number, y: number, text: string, ink: Ink = {}): this {
    return this.row(y, [[x, text]], ink)
  }

  centre(y: number, text: string, ink: Ink = {}): this {
    return this.at((this.width - this.widthOf(text, ink)) / 2, y, text, ink)
  }

  /** Lines under each other; returns the base line after the last. */
  stack(x: number, y: number, texts: readonly (string | undefined)[], ink: Ink & { lead?: number } = {}): number {
    const step = ink.lead ?? 1.25 * (ink.size ?? this.#text)
    const lines = texts.filter((text) => text !== undefined)
    for (const [i, text] of lines.entries()) this.at(x, y + i * step, text, ink)
    return y + lines.length * step
  }

  /** Captions at `x` with their values at `to`, one pair under the other; returns the base line after the last. */
  pairs(
    x: number,
    to: number,
    y: number,
    pairs: readonly (readonly [string, string])[],
    ink: Ink & { lead?: number } = {},
  ): number {
    const step = ink.lead ?? 1.45 * (ink.size ?? this.#text)
    for (const [i, [caption, value]] of pairs.entries())
      this.row(
        y + i * step,
        [
          [x, caption],
          [to, value],
        ],
        ink,
      )
    return y + pairs.length * step
  }

  /** Running text, broken where it is `room` wide; returns the base line after the last. */
  prose(x: number, y: number, room: number, text: string, ink: Ink & { lead?: number } = {}): number {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && this.widthOf(longer, ink) <= room) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return this.stack(x, y, lines, ink)
  }

  rule(y: number, from: number, to: number, thickness = 0.6): this {
    const ends = { start: { x: from, y: this.height - y }, end: { x: to, y: this.height - y } }
    this.#pages.at(-1)?.page.drawLine({ ...ends, thickness })
    return this
  }

  /** A rectangle by its upper left corner, filled with a grey where one is given, else framed. */
  box(x: number, y: number, wide: number, high: number, grey?: number): this {
    const place = { x, y: this.height - y - high, width: wide, height: high }
    const look = grey === undefined ? { borderWidth: 0.7, borderColor: rgb(0, 0, 0) } : { color: rgb(grey, grey, grey) }
    this.#pages.at(-1)?.page.drawRectangle({ ...place, ...look })
    return this
  }

  /** A table over as many pages as it needs; returns the base line after the last row. */
  table({ columns, rows, step = 14, lead = 10, bottom = this.height - 70, top = 80, ...rest }: Table): number {
    let y = this.#heads(rest.y, columns, lead, rest.head) + step - lead
    for (const row of rows) {
      const high = step + lead * Math.max(0, ...row.map((cell) => (Array.isArray(cell) ? cell.length - 1 : 0)))
      if (y + high - step > bottom) {
        rest.leave?.(y, this.pages + 1)
        this.turn()
        y = this.#heads(rest.enter?.(this.pages) ?? top, columns, lead, rest.head) + step - lead
      }
      for (const [i, cell] of row.entries()) {
        const lines = Array.isArray(cell) ? cell : [cell]
        for (const [at, text] of lines.entries()) this.row(y + at * lead, [[columns[i]?.x ?? 0, text]], rest.ink)
      }
      if (rest.ruled) this.rule(y + high - step + 4, 36, this.width - 36, 0.3)
      y += high
    }
    return y
  }

  #heads(y: number, columns: readonly Column[], lead: number, ink: Ink = { bold: true }): number {
    const tall = Math.max(0, ...columns.map(({ head = [] }) => [head].flat().length))
    for (const { x, head = [] } of columns) {
      const lines = [head].flat()
      for (const [at, text] of lines.entries()) this.row(y + (tall - lines.length + at) * lead, [[x, text]], ink)
    }
    return y + tall * lead
  }

  save(): Promise<Uint8Array> {
    for (const { page, glyphs } of this.#pages) {
      for (const text of inOrder(glyphs, this.hand, this.chance)) writeText(page, text, this.hand)
    }
    return this.#pdf.save()
  }
}
