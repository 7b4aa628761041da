import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Chance } from './chance.ts'

interface Style {
  size?: number
  bold?: boolean
  align?: 'left' | 'right' | 'center'
  grey?: number
}

const SIZES = { Letter: [612, 792], A4: [595.28, 841.89] } as const

const FACES = [
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  [StandardFonts.Courier, StandardFonts.CourierBold],
] as const

/** A document being drawn: points from the left edge and down from the top edge, on the page added last. */
export class Paper {
  readonly width: number
  readonly height: number
  /** Everything drawn so far. */
  printed = ''
  readonly #pdf: PDFDocument
  readonly #plain: PDFFont
  readonly #bold: PDFFont
  #page: PDFPage

  private constructor(pdf: PDFDocument, size: keyof typeof SIZES, plain: PDFFont, bold: PDFFont) {
    this.#pdf = pdf
    this.#plain = plain
    this.#bold = bold
    ;[this.width, this.height] = SIZES[size]
    this.#page = pdf.addPage([this.width, this.height])
  }

  /** A first page; the typeface comes from chance, the typewriter one less often since its columns are wide. */
  static async lay(chance: Chance, size: keyof typeof SIZES): Promise<Paper> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(Date.UTC(2026, 0, 1)))
    pdf.setModificationDate(new Date(Date.UTC(2026, 0, 1)))
    const [plain, bold] = chance.happens(0.1) ? FACES[2] : chance.pick([FACES[0], FACES[0], FACES[1]])
    return new Paper(pdf, size, await pdf.embedFont(plain), await pdf.embedFont(bold))
  }

  addPage(): void {
    this.#page = this.#pdf.addPage([this.width, this.height])
  }

  widthOf(text: string, size = 9, bold = false): number {
    return (bold ? this.#bold : this.#plain).widthOfTextAtSize(text, size)
  }

  /** `x` is the left edge, the right edge or the middle of the text, by its alignment; `y` its base line. */
  text(x: number, y: number, text: string, style: Style = {}): void {
    const { size = 9, bold = false, align = 'left', grey = 0 } = style
    if (text === '') return
    this.printed += `${text}\n`
    const back = align === 'left' ? 0 : this.widthOf(text, size, bold) * (align === 'right' ? 1 : 0.5)
    const font = bold ? this.#bold : this.#plain
    this.#page.drawText(text, { x: x - back, y: this.height - y, size, font, color: rgb(grey, grey, grey) })
  }

  rule(x0: number, y: number, x1: number): void {
    const at = this.height - y
    this.#page.drawLine({ start: { x: x0, y: at }, end: { x: x1, y: at }, thickness: 0.6, color: rgb(0.4, 0.4, 0.4) })
  }

  /** A painted rectangle, its top at `y`. */
  fill(x: number, y: number, width: number, height: number, grey: number): void {
    this.#page.drawRectangle({ x, y: this.height - y - height, width, height, color: rgb(grey, grey, grey) })
  }

  /** A rectangle's four rules, its top at `y`. */
  frame(x: number, y: number, width: number, height: number): void {
    const borderColor = rgb(0.2, 0.2, 0.2)
    this.#page.drawRectangle({ x, y: this.height - y - height, width, height, borderColor, borderWidth: 0.7 })
  }

  /** The text in lines no wider than `width`. */
  wrap(text: string, width: number, size = 9): string[] {
    const lines = ['']
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (this.widthOf(longer, size) <= width || lines.at(-1) === '') lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  /** The file, written on the day that its paper is dated (YYYY-MM-DD) where that is known. */
  async bytes(dated?: string | number): Promise<Uint8Array> {
    if (dated !== undefined) this.#pdf.setCreationDate(new Date(`${dated}T12:00:00Z`))
    if (dated !== undefined) this.#pdf.setModificationDate(new Date(`${dated}T12:00:00Z`))
    return this.#pdf.save({ useObjectStreams: false })
  }
}
