import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import type { Chance } from './chance.ts'

const FACES = [
  [StandardFonts.Courier, StandardFonts.CourierBold],
  [StandardFonts.Courier, StandardFonts.CourierBold],
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
] as const

interface Look {
  bold?: boolean
  large?: boolean
}

/** The paper of a till: as long as it has lines, one column, sums at the right edge. */
export class Slip {
  readonly #pdf: PDFDocument
  readonly #page: PDFPage
  readonly #fonts: readonly [PDFFont, PDFFont]
  readonly #width: number
  readonly #size: number
  #y: number

  private constructor(
    pdf: PDFDocument,
    fonts: readonly [PDFFont, PDFFont],
    width: number,
    size: number,
    lines: number,
  ) {
    this.#pdf = pdf
    this.#fonts = fonts
    this.#width = width
    this.#size = size
    this.#y = lines * size * 1.5
    this.#page = pdf.addPage([width, this.#y + 30])
  }

  static async open(chance: Chance, lines: number): Promise<Slip> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    const [plain, bold] = chance.pick(FACES)
    const fonts = [await pdf.embedFont(plain), await pdf.embedFont(bold)] as const
    return new Slip(pdf, fonts, chance.pick([204, 226, 226, 300]), chance.pick([7.5, 8, 8.5]), lines)
  }

  centre(text: string, { bold = false, large = false }: Look = {}): void {
    const size = large ? this.#size * 1.3 : this.#size
    const wide = this.#fonts[bold ? 1 : 0].widthOfTextAtSize(text, size)
    this.#draw((this.#width - wide) / 2, text, size, bold)
    this.space()
  }

  left(text: string): void {
    this.#draw(12, text)
    this.space()
  }

  between(left: string, right: string, bold = false): void {
    this.#draw(12, left, this.#size, bold)
    const wide = this.#fonts[bold ? 1 : 0].widthOfTextAtSize(right, this.#size)
    this.#draw(this.#width - 12 - wide, right, this.#size, bold)
    this.space()
  }

  rule(): void {
    const y = this.#y + this.#size * 0.4
    this.#page.drawLine({ start: { x: 12, y }, end: { x: this.#width - 12, y }, thickness: 0.5, dashArray: [2, 2] })
    this.space()
  }

  space(): void {
    this.#y -= this.#size * 1.45
  }

  bytes(): Promise<Uint8Array> {
    return this.#pdf.save({ useObjectStreams: false })
  }

  #draw(x: number, text: string, size = this.#size, bold = false): void {
    this.#page.drawText(text, { x, y: this.#y, size, font: this.#fonts[bold ? 1 : 0] })
  }
}
