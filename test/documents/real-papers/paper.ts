import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** A text and where it stands: its left edge in points, or its right edge where the number is negative. */
export type Put = readonly [x: number, text: string | undefined]

export interface Ink {
  size?: number
  bold?: boolean
  /** Grey of the text: 0 black, 1 white. */
  grey?: number
}

const FAMILIES = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const

const SIZES = { letter: [612, 792], a4: [595, 842], till: [226, 620] } as const

export interface PaperOptions {
  size?: keyof typeof SIZES
  family?: keyof typeof FAMILIES
  /** Size of text where none is given. */
  text?: number
}

/** A sheet on which texts are put at places, measured in points from its upper left corner. */
export class Paper {
  readonly width: number
  readonly height: number
  readonly #pdf: PDFDocument
  readonly #fonts: readonly [PDFFont, PDFFont]
  readonly #text: number
  #page: PDFPage

  private constructor(pdf: PDFDocument, fonts: readonly [PDFFont, PDFFont], { size, text }: Required<PaperOptions>) {
    this.#pdf = pdf
    this.#fonts = fonts
    this.#text = text
    ;[this.width, this.height] = SIZES[size]
    this.#page = pdf.addPage([this.width, this.height])
  }

  static async open({ size = 'letter', family = 'sans', text = 9 }: PaperOptions = {}): Promise<Paper> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    const [plain, bold] = FAMILIES[family]
    return new Paper(pdf, [await pdf.embedFont(plain), await pdf.embedFont(bold)], { size, family, text })
  }

  /** Puts texts on one base line. */
  row(y: number, puts: readonly Put[], { size = this.#text, bold = false, grey = 0 }: Ink = {}): this {
    const font = this.#fonts[bold ? 1 : 0]
    for (const [x, text] of puts) {
      if (text === undefined || text === '') continue
      const left = x < 0 ? -x - font.widthOfTextAtSize(text, size) : x
      this.#page.drawText(text, { x: left, y: this.height - y, size, font, color: rgb(grey, grey, grey) })
    }
    return this
  }

  at(x: number, y: number, text: string, ink: Ink = {}): this {
    return this.row(y, [[x, text]], ink)
  }

  centre(y: number, text: string, ink: Ink = {}): this {
    const wide = this.#fonts[ink.bold ? 1 : 0].widthOfTextAtSize(text, ink.size ?? this.#text)
    return this.at((this.width - wide) / 2, y, text, ink)
  }

  /** Lines under each other. */
  stack(x: number, y: number, texts: readonly string[], ink: Ink = {}): this {
    const step = 1.25 * (ink.size ?? this.#text)
    for (const [i, text] of texts.entries()) this.at(x, y + i * step, text, ink)
    return this
  }

  /** Running text, broken where it is `room` wide; returns the base line after the last. */
  prose(x: number, y: number, room: number, text: string, ink: Ink = {}): number {
    const size = ink.size ?? this.#text
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && this.#fonts[0].widthOfTextAtSize(longer, size) <= room) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    this.stack(x, y, lines, ink)
    return y + lines.length * 1.25 * size
  }

  rule(y: number, from: number, to: number, thickness = 0.6): this {
    this.#page.drawLine({ start: { x: from, y: this.height - y }, end: { x: to, y: this.height - y }, thickness })
    return this
  }

  /** A rectangle by its upper left corner, filled with a grey where one is given, else framed. */
  box(x: number, y: number, wide: number, high: number, grey?: number): this {
    const place = { x, y: this.height - y - high, width: wide, height: high }
    if (grey === undefined) this.#page.drawRectangle({ ...place, borderWidth: 0.7, borderColor: rgb(0, 0, 0) })
    else this.#page.drawRectangle({ ...place, color: rgb(grey, grey, grey) })
    return this
  }

  turn(): this {
    this.#page = this.#pdf.addPage([this.width, this.height])
    return this
  }

  save(): Promise<Uint8Array> {
    return this.#pdf.save()
  }
}
