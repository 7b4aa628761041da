import {
  beginText,
  degrees,
  endText,
  PDFDocument,
  PDFHexString,
  type PDFPage,
  rgb,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib'
import { type Faces, type Family, facesOf } from './faces.ts'
import { printForm } from './form-template.ts'
import { embedType0, type Type0Font } from './type0-font.ts'
import { addCheckBox, addStamp, addTextField, type Slot } from './widgets.ts'

export interface Pen {
  size?: number
  bold?: boolean
  family?: Family
  /** What stands at x: the text's left edge, its middle or its right edge. */
  align?: 'left' | 'middle' | 'right'
  grey?: number
  /** Turned anticlockwise by a right angle. */
  upright?: boolean
}

/**
 * How the page's content comes: in reading order, a letter or a word at a time, backwards, or column by column as a
 * report writer's fields do; `type0` has glyph numbers for codes.
 */
export type Manner = 'plain' | 'glyphs' | 'words' | 'backwards' | 'columns' | 'type0'

interface Options {
  manner?: Manner | undefined
  size?: readonly [width: number, height: number]
  /** Values lie in fields of the form. */
  fillable?: boolean
  /** From base line to base line, in sizes of the text. */
  leading?: number
}

interface Mark {
  x: number
  draw: (page: PDFPage) => void
}

/** Paper that forms are drawn on, in points from its top left corner; marks are put down when it is saved. */
export class FormPaper {
  readonly pdf: PDFDocument
  readonly fillable: boolean
  readonly #faces: Faces
  readonly #manner: Manner
  readonly #size: readonly [number, number]
  readonly leading: number
  readonly #wide: readonly [Type0Font, Type0Font] | undefined
  readonly #sheets: { page: PDFPage; marks: Mark[] }[] = []
  #shift: readonly [number, number] = [0, 0]

  private constructor(pdf: PDFDocument, faces: Faces, options: Options) {
    const { manner = 'plain', size = [612, 792], fillable = false, leading = 1.15 } = options
    ;[this.pdf, this.#faces, this.#manner, this.#size] = [pdf, faces, manner, size]
    ;[this.fillable, this.leading] = [fillable, leading]
    this.#wide = manner === 'type0' ? [embedType0(pdf, false), embedType0(pdf, true)] : undefined
    this.turn()
  }

  static async open(options: Options = {}): Promise<FormPaper> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    return new FormPaper(pdf, await facesOf(pdf), options)
  }

  get #page(): PDFPage {
    return (this.#sheets.at(-1) as { page: PDFPage }).page
  }

  turn(): this {
    this.#sheets.push({ page: this.pdf.addPage([...this.#size]), marks: [] })
    return this
  }

  /** From here on values are typed this far right and down of their slots, as on a badly fed sheet. */
  misfeed(right: number, down: number): this {
    this.#shift = [right, down]
    return this
  }

  /** Prints a template ({@link printForm}) whose places count from here. */
  at(left: number, top: number): (strings: TemplateStringsArray, ...values: unknown[]) => this {
    return (strings, ...values) => {
      printForm(this, [left, top], strings, values)
      return this
    }
  }

  /** Prints a template ({@link printForm}). */
  print(strings: TemplateStringsArray, ...values: unknown[]): this {
    return this.at(0, 0)(strings, ...values)
  }

  widthOf(text: string, { size = 6, bold = false, family = 'sans' }: Pen = {}): number {
    const at = bold ? 1 : 0
    if (this.#wide && family === 'sans') return this.#wide[at].widthOf(text, size)
    // Letter by letter: the font's own measure takes kerning into account, which nothing here is drawn with.
    return [...text].reduce((sum, letter) => sum + this.#faces[family][at].widthOfTextAtSize(letter, size), 0)
  }

  /** Text with its base line at y. */
  text(x: number, y: number, text: string, pen: Pen = {}): this {
    if (text === '') return this
    const shift = pen.align === 'right' ? 1 : pen.align === 'middle' ? 0.5 : 0
    const start = x - shift * this.widthOf(text, pen)
    for (const [part, right] of this.#parts(text, pen))
      this.#put(start + right, (page) => this.#write(page, start + right, y, part, pen))
    return this
  }

  /** Lines under each other, the first one's base line at y. */
  lines(x: number, y: number, lines: readonly string[], pen: Pen = {}, step = this.leading): this {
    for (const [at, line] of lines.entries()) this.text(x, y + at * step * (pen.size ?? 6), line, pen)
    return this
  }

  /** Running text in a column, broken where it ends; returns the base line after it. */
  prose(x: number, y: number, w: number, text: string, pen: Pen = {}): number {
    const { size = 6 } = pen
    let [line, at] = ['', y]
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.widthOf(longer, pen) <= w) line = longer
      else {
        this.text(x, at, line, pen)
        at += 1.2 * size
        line = word
      }
    }
    this.text(x, at, line, pen)
    return at + 1.6 * size
  }

  rule(x: number, y: number, toX: number, toY: number, thickness = 0.5): this {
    const [start, end] = [
      { x, y: this.#size[1] - y },
      { x: toX, y: this.#size[1] - toY },
    ]
    return this.#put(x, (page) => page.drawLine({ start, end, thickness }))
  }

  box(x: number, y: number, w: number, h: number, thickness = 0.5, fill?: number): this {
    const place = { x, y: this.#size[1] - y - h, width: w, height: h }
    const color = fill === undefined ? {} : { color: rgb(fill, fill, fill) }
    const border = thickness === 0 ? {} : { borderWidth: thickness, borderColor: rgb(0, 0, 0) }
    return this.#put(x, (page) => page.drawRectangle({ ...place, ...border, ...color }))
  }

  /** A mark that is drawn, not written: a tick or a cross of two strokes. */
  stroke(kind: 'tick' | 'cross', x: number, y: number, side: number): this {
    if (kind === 'cross') return this.rule(x, y, x + side, y + side, 1).rule(x, y + side, x + side, y, 1)
    return this.rule(x, y + side / 2, x + side / 3, y + side, 1).rule(x + side / 3, y + side, x + side, y, 1)
  }

  /** Text that stands in an annotation's appearance only, as a pen on a tablet leaves it. */
  stamp(x: number, y: number, text: string, size = 9): this {
    addStamp(this.#page, this.#faces.sans[0].ref, text, { x, y, size, width: this.widthOf(text, { size }) })
    return this
  }

  /** A form field with its value. */
  field(name: string, value: string, slot: Slot): this {
    addTextField(this.pdf, this.#page, name, value, slot)
    return this
  }

  /** A value in its slot: a field of the form where the sheet is fillable, else typed. */
  value(name: string, value: string, slot: Slot): this {
    if (this.fillable)
      return this.field(name, value, { ...slot, ...(slot.comb && { comb: Math.max(1, value.length) }) })
    const { size = 9, align = 'left', many = false } = slot
    const [right, down] = this.#shift
    const x = right + (align === 'right' ? slot.x + slot.w - 3 : align === 'middle' ? slot.x + slot.w / 2 : slot.x + 3)
    if (many) return this.lines(x, down + slot.y + size + 1, value.split('\n'), { ...slot, size })
    return this.text(x, down + slot.y + slot.h - 3, value, { ...slot, size })
  }

  checkBox(name: string, on: boolean, x: number, y: number, side = 9): this {
    addCheckBox(this.pdf, this.#page, name, on, x, y, side)
    return this
  }

  /** A box to tick: a check box where the sheet is fillable, else a square with a cross. */
  tick(name: string, on: boolean, x: number, y: number, side = 8): this {
    if (this.fillable) return this.checkBox(name, on, x, y, side)
    this.box(x, y, side, side)
    return on ? this.text(x + side / 2, y + side - 1, 'X', { size: side, bold: true, align: 'middle' }) : this
  }

  async save(): Promise<Uint8Array> {
    for (const { page, marks } of this.#sheets) for (const { draw } of this.#ordered(marks)) draw(page)
    return this.pdf.save()
  }

  #put(x: number, draw: Mark['draw']): this {
    this.#sheets.at(-1)?.marks.push({ x, draw })
    return this
  }

  #ordered(marks: Mark[]): Mark[] {
    if (this.#manner === 'backwards') return marks.toReversed()
    return this.#manner === 'columns' ? marks.toSorted((a, b) => a.x - b.x) : marks
  }

  #parts(text: string, pen: Pen): [part: string, right: number][] {
    if (pen.upright || (this.#manner !== 'glyphs' && this.#manner !== 'words')) return [[text, 0]]
    const parts = this.#manner === 'glyphs' ? [...text] : (text.match(/\s*\S+/g) ?? [])
    let before = ''
    return parts
      .map((part) => {
        const lead = part.length - part.trimStart().length
        const right = this.widthOf(before + part.slice(0, lead), pen)
        before += part
        return [part.slice(lead), right] as [string, number]
      })
      .filter(([part]) => part !== '')
  }

  #write(page: PDFPage, x: number, y: number, text: string, pen: Pen): void {
    const { size = 6, bold = false, family = 'sans', grey = 0, upright = false } = pen
    const up = this.#size[1] - y
    const wide = this.#wide?.[bold ? 1 : 0]
    if (wide && family === 'sans') {
      const name = page.node.newFontDictionary('W', wide.ref)
      const matrix = upright ? setTextMatrix(0, 1, -1, 0, x, up) : setTextMatrix(1, 0, 0, 1, x, up)
      const glyphs = showText(PDFHexString.of(wide.encode(text)))
      page.pushOperators(beginText(), setFontAndSize(name, size), matrix, glyphs, endText())
      return
    }
    const color = rgb(grey, grey, grey)
    const turned = upright ? { rotate: degrees(90) } : {}
    page.drawText(text, { x, y: up, size, font: this.#faces[family][bold ? 1 : 0], color, ...turned })
  }
}
