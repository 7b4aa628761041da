import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts, TextAlignment } from '@cantoo/pdf-lib'

export interface Pen {
  size?: number
  bold?: boolean
  family?: Family
  /** Where `x` stands: the text's left edge, its middle or its right edge. */
  align?: 'left' | 'middle' | 'right'
}

export interface Slot extends Pen {
  x: number
  /** Top edge, down from the page's top. */
  y: number
  w: number
  h: number
  comb?: boolean
  many?: boolean
}

type Fonts = Record<Family, readonly [PDFFont, PDFFont]>

type Family = 'sans' | 'serif' | 'mono'

const FAMILIES: Record<Family, readonly [StandardFonts, StandardFonts]> = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
}

/** A form's sheet, measured in points from its top left corner; values are typed on it or lie in its form fields. */
export class FormSheet {
  readonly #pdf: PDFDocument
  readonly #fonts: Fonts
  readonly #fillable: boolean
  #page: PDFPage
  #size: [number, number]
  #names = new Map<string, number>()
  #shift: readonly [number, number] = [0, 0]

  private constructor(pdf: PDFDocument, fonts: Fonts, size: [number, number], fillable: boolean) {
    this.#pdf = pdf
    this.#fonts = fonts
    this.#size = size
    this.#fillable = fillable
    this.#page = pdf.addPage(size)
  }

  static async open(
    options: { fillable?: boolean; size?: [number, number]; producer?: string } = {},
  ): Promise<FormSheet> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    if (options.producer) pdf.setProducer(options.producer)
    const fonts: Partial<Record<Family, readonly [PDFFont, PDFFont]>> = {}
    for (const family of ['sans', 'serif', 'mono'] as const) {
      const [plain, bold] = FAMILIES[family]
      fonts[family] = [await pdf.embedFont(plain), await pdf.embedFont(bold)]
    }
    return new FormSheet(pdf, fonts as Fonts, options.size ?? [612, 792], options.fillable ?? false)
  }

  get fillable(): boolean {
    return this.#fillable
  }

  /** From here on values are typed this far right and down of their slots, as on a badly fed sheet. */
  misfeed(right: number, down: number): this {
    this.#shift = [right, down]
    return this
  }

  turn(size = this.#size): this {
    this.#size = size
    this.#page = this.#pdf.addPage(size)
    return this
  }

  text(
    x: number,
    y: number,
    text: string,
    { size = 6, bold = false, family = 'sans', align = 'left' }: Pen = {},
  ): this {
    const font = this.#fonts[family][bold ? 1 : 0]
    const wide = align === 'left' ? 0 : font.widthOfTextAtSize(text, size) * (align === 'right' ? 1 : 0.5)
    if (text !== '') this.#page.drawText(text, { x: x - wide, y: this.#size[1] - y, size, font })
    return this
  }

  /** Lines under each other, the first one's base line at `y`. */
  lines(x: number, y: number, lines: readonly string[], pen: Pen = {}): this {
    for (const [at, line] of lines.entries()) this.text(x, y + at * 1.15 * (pen.size ?? 6), line, pen)
    return this
  }

  /** Running text in a column, broken where it ends; returns the base line after it. */
  prose(x: number, y: number, w: number, text: string, pen: Pen = {}): number {
    const { size = 6, bold = false, family = 'sans' } = pen
    const font = this.#fonts[family][bold ? 1 : 0]
    let [line, at] = ['', y]
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (font.widthOfTextAtSize(longer, size) <= w) line = longer
      else {
        this.text(x, at, line, pen)
        at += 1.2 * size
        line = word
      }
    }
    this.text(x, at, line, pen)
    return at + 1.6 * size
  }

  box(x: number, y: number, w: number, h: number, thickness = 0.5): this {
    this.#page.drawRectangle({
      x,
      y: this.#size[1] - y - h,
      width: w,
      height: h,
      borderWidth: thickness,
      borderColor: rgb(0, 0, 0),
    })
    return this
  }

  shade(x: number, y: number, w: number, h: number, grey = 0.9): this {
    this.#page.drawRectangle({ x, y: this.#size[1] - y - h, width: w, height: h, color: rgb(grey, grey, grey) })
    return this
  }

  rule(x: number, y: number, toX: number, toY: number, thickness = 0.5): this {
    const up = this.#size[1]
    this.#page.drawLine({ start: { x, y: up - y }, end: { x: toX, y: up - toY }, thickness })
    return this
  }

  /** A value in its slot: a field of the form where the sheet is fillable, else typed. */
  value(name: string, value: string, slot: Slot): this {
    if (this.#fillable) return this.#field(name, value, slot)
    const { size = 9, align = 'left', many = false } = slot
    const [right, down] = this.#shift
    const x = right + (align === 'right' ? slot.x + slot.w - 3 : align === 'middle' ? slot.x + slot.w / 2 : slot.x + 3)
    if (many) return this.lines(x, down + slot.y + size + 1, value.split('\n'), { ...slot, size })
    return this.text(x, down + slot.y + slot.h - 3, value, { ...slot, size })
  }

  #field(name: string, value: string, { x, y, w, h, size = 9, align = 'left', comb, many }: Slot): this {
    const count = this.#names.get(name) ?? 0
    this.#names.set(name, count + 1)
    const field = this.#pdf.getForm().createTextField(count === 0 ? name : name.replace(/\[\d+\]$/, `[${count}]`))
    if (many) field.enableMultiline()
    if (comb) {
      field.setMaxLength(Math.max(1, value.length))
      field.enableCombing()
    }
    if (align === 'right') field.setAlignment(TextAlignment.Right)
    field.addToPage(this.#page, { x, y: this.#size[1] - y - h, width: w, height: h, borderWidth: 0 })
    field.setFontSize(size)
    if (value !== '') field.setText(value)
    return this
  }

  /** A box to tick: a check box where the sheet is fillable, else a square with a cross. */
  tick(name: string, on: boolean, x: number, y: number, side = 8): this {
    if (!this.#fillable) {
      this.box(x, y, side, side)
      return on ? this.text(x + side / 2, y + side - 1, 'X', { size: side, bold: true, align: 'middle' }) : this
    }
    const field = this.#pdf.getForm().createCheckBox(name)
    field.addToPage(this.#page, { x, y: this.#size[1] - y - side, width: side, height: side })
    if (on) field.check()
    return this
  }

  save(): Promise<Uint8Array> {
    return this.#pdf.save()
  }
}
