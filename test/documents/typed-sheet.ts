import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import type { Chance } from './chance.ts'

const FAMILIES = [
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  [StandardFonts.Courier, StandardFonts.CourierBold],
] as const

export interface TypeOptions {
  size?: number
  bold?: boolean
  x?: number
}

/** A typewriter for generated documents: writes lines down the page and opens new pages by itself. */
export class TypedSheet {
  readonly width: number
  readonly height: number
  readonly margin: number
  readonly #pdf: PDFDocument
  readonly #fonts: readonly [PDFFont, PDFFont]
  readonly #size: number
  #page: PDFPage
  #y: number

  private constructor(pdf: PDFDocument, fonts: readonly [PDFFont, PDFFont], chance: Chance) {
    this.#pdf = pdf
    this.#fonts = fonts
    ;[this.width, this.height] = chance.happens(0.5) ? [612, 792] : [595, 842]
    this.margin = chance.whole(40, 72)
    this.#size = chance.pick([9, 10, 11])
    this.#page = pdf.addPage([this.width, this.height])
    this.#y = this.height - this.margin
  }

  static async open(chance: Chance): Promise<TypedSheet> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    const [plain, bold] = chance.pick(FAMILIES)
    return new TypedSheet(pdf, [await pdf.embedFont(plain), await pdf.embedFont(bold)], chance)
  }

  get y(): number {
    return this.#y
  }

  /** Writes at the present line without leaving it. */
  put(text: string, { size = this.#size, bold = false, x = this.margin }: TypeOptions = {}): this {
    const font = this.#fonts[bold ? 1 : 0]
    this.#page.drawText(text, { x, y: this.#y, size, font })
    return this
  }

  down(points = 1.4 * this.#size): this {
    this.#y -= points
    if (this.#y < this.margin) this.turn()
    return this
  }

  line(text: string, options: TypeOptions = {}): this {
    return this.put(text, options).down(1.4 * (options.size ?? this.#size))
  }

  /** Running text, broken where the line ends. */
  prose(text: string): this {
    const room = this.width - 2 * this.margin
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.#fonts[0].widthOfTextAtSize(longer, this.#size) <= room) line = longer
      else {
        this.line(line)
        line = word
      }
    }
    return this.line(line).down(0.6 * this.#size)
  }

  rule(): this {
    const y = this.#y + 1.1 * this.#size
    this.#page.drawLine({ start: { x: this.margin, y }, end: { x: this.width - this.margin, y }, thickness: 0.6 })
    return this
  }

  turn(): this {
    this.#page = this.#pdf.addPage([this.width, this.height])
    this.#y = this.height - this.margin
    return this
  }

  foot(text: string): this {
    this.#page.drawText(text, { x: this.margin, y: 24, size: 7, font: this.#fonts[0] })
    return this
  }

  save(): Promise<Uint8Array> {
    return this.#pdf.save()
  }
}
