import {
  beginText,
  degrees,
  endText,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFPage,
  rgb,
  StandardFonts,
  setFontAndSize,
  setTextMatrix,
  showText,
  TextAlignment,
} from '@cantoo/pdf-lib'
import { embedType0, type Type0Font } from './type0-font.ts'

export interface Ink {
  size?: number
  bold?: boolean
  family?: 'sans' | 'serif' | 'mono'
  /** What stands at x: the text's left edge, its middle or its right edge. */
  align?: 'left' | 'middle' | 'right'
  grey?: number
  /** Turned anticlockwise by a right angle. */
  upright?: boolean
}

export interface FieldLook {
  /** How many cells a comb has. */
  comb?: number
  many?: boolean
}

/**
 * How the page's content comes: in reading order, a letter or a word at a time, backwards, or column by column as a
 * report writer's fields do; `type0` has glyph numbers for codes.
 */
export type Manner = 'plain' | 'glyphs' | 'words' | 'backwards' | 'columns' | 'type0'

interface Mark {
  x: number
  draw: (page: PDFPage) => void
}

type Fonts = Record<'sans' | 'serif' | 'mono', readonly [PDFFont, PDFFont]>

const FAMILIES = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const

/** A sheet that slips are drawn on, in points from its top left corner; marks are put down when it is saved. */
export class SlipPaper {
  readonly pdf: PDFDocument
  readonly #fonts: Fonts
  readonly #manner: Manner
  readonly #size: readonly [number, number]
  readonly #wide: readonly [Type0Font, Type0Font] | undefined
  readonly #sheets: { page: PDFPage; marks: Mark[] }[] = []

  private constructor(pdf: PDFDocument, fonts: Fonts, manner: Manner, size: readonly [number, number]) {
    this.pdf = pdf
    this.#fonts = fonts
    this.#manner = manner
    this.#size = size
    this.#wide = manner === 'type0' ? [embedType0(pdf, false), embedType0(pdf, true)] : undefined
    this.turn()
  }

  static async open(manner: Manner = 'plain', size: readonly [number, number] = [612, 792]): Promise<SlipPaper> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    const pair = async (family: keyof typeof FAMILIES) =>
      [await pdf.embedFont(FAMILIES[family][0]), await pdf.embedFont(FAMILIES[family][1])] as const
    const fonts = { sans: await pair('sans'), serif: await pair('serif'), mono: await pair('mono') }
    return new SlipPaper(pdf, fonts, manner, size)
  }

  get page(): PDFPage {
    return (this.#sheets.at(-1) as { page: PDFPage }).page
  }

  get height(): number {
    return this.#size[1]
  }

  turn(): this {
    this.#sheets.push({ page: this.pdf.addPage([...this.#size]), marks: [] })
    return this
  }

  widthOf(text: string, { size = 6, bold = false, family = 'sans' }: Ink = {}): number {
    const at = bold ? 1 : 0
    if (this.#wide && family === 'sans') return this.#wide[at].widthOf(text, size)
    // Letter by letter: the font's own measure takes kerning into account, which nothing here is drawn with.
    return [...text].reduce((sum, letter) => sum + this.#fonts[family][at].widthOfTextAtSize(letter, size), 0)
  }

  /** Text with its base line at y. */
  t(x: number, y: number, text: string, ink: Ink = {}): this {
    if (text === '') return this
    const shift = ink.align === 'right' ? 1 : ink.align === 'middle' ? 0.5 : 0
    const start = x - shift * this.widthOf(text, ink)
    for (const [part, right] of this.#parts(text, ink))
      this.#put(start + right, (page) => this.#write(page, start + right, y, part, ink))
    return this
  }

  /** Lines under each other, the first one's base line at y. */
  lines(x: number, y: number, lines: readonly string[], ink: Ink = {}, step = 1.2): this {
    for (const [at, line] of lines.entries()) this.t(x, y + at * step * (ink.size ?? 6), line, ink)
    return this
  }

  rule(x: number, y: number, toX: number, toY: number, thickness = 0.5): this {
    const [start, end] = [
      { x, y: this.height - y },
      { x: toX, y: this.height - toY },
    ]
    return this.#put(x, (page) => page.drawLine({ start, end, thickness }))
  }

  box(x: number, y: number, w: number, h: number, thickness = 0.5, fill?: number): this {
    const place = { x, y: this.height - y - h, width: w, height: h }
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
    const { context } = this.pdf
    const [w, h] = [Math.max(8, this.widthOf(text, { size })) + 4, size + 4]
    const escaped = text.replace(/[\\()]/g, '\\$&')
    const font = this.#fonts.sans[0].ref
    const look = context.stream(`BT /F1 ${size} Tf 0 g 2 3 Td (${escaped}) Tj ET`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, w, h],
      Resources: { Font: { F1: font } },
    })
    const annotation = context.obj({
      Type: 'Annot',
      Subtype: 'FreeText',
      Rect: [x - 2, this.height - y - 3, x - 2 + w, this.height - y - 3 + h],
      F: 4,
      AP: { N: context.register(look) },
    })
    this.page.node.addAnnot(context.register(annotation))
    return this
  }

  /** A form field with its value, as a fillable form keeps it. */
  field(name: string, value: string, x: number, y: number, w: number, h: number, ink: Ink & FieldLook = {}): this {
    const field = this.pdf.getForm().createTextField(name)
    if (ink.many) field.enableMultiline()
    if (ink.comb) {
      field.setMaxLength(ink.comb)
      field.enableCombing()
    }
    if (ink.align === 'right') field.setAlignment(TextAlignment.Right)
    field.addToPage(this.page, { x, y: this.height - y - h, width: w, height: h, borderWidth: 0 })
    field.setFontSize(ink.size ?? 9)
    if (value !== '') field.setText(value)
    return this
  }

  checkBox(name: string, on: boolean, x: number, y: number, side = 9): this {
    const field = this.pdf.getForm().createCheckBox(name)
    field.addToPage(this.page, { x, y: this.height - y - side, width: side, height: side })
    if (on) field.check()
    return this
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

  #parts(text: string, ink: Ink): [part: string, right: number][] {
    if (ink.upright || (this.#manner !== 'glyphs' && this.#manner !== 'words')) return [[text, 0]]
    const parts = this.#manner === 'glyphs' ? [...text] : (text.match(/\s*\S+/g) ?? [])
    let before = ''
    return parts
      .map((part) => {
        const lead = part.length - part.trimStart().length
        const right = this.widthOf(before + part.slice(0, lead), ink)
        before += part
        return [part.slice(lead), right] as [string, number]
      })
      .filter(([part]) => part !== '')
  }

  #write(page: PDFPage, x: number, y: number, text: string, ink: Ink): void {
    const { size = 6, bold = false, family = 'sans', grey = 0, upright = false } = ink
    const up = this.height - y
    const wide = this.#wide?.[bold ? 1 : 0]
    if (wide && family === 'sans') {
      const name = page.node.newFontDictionary('W', wide.ref)
      const matrix = upright ? setTextMatrix(0, 1, -1, 0, x, up) : setTextMatrix(1, 0, 0, 1, x, up)
      page.pushOperators(
        beginText(),
        setFontAndSize(name, size),
        matrix,
        showText(PDFHexString.of(wide.encode(text))),
        endText(),
      )
      return
    }
    const color = rgb(grey, grey, grey)
    const turned = upright ? { rotate: degrees(90) } : {}
    page.drawText(text, { x, y: up, size, font: this.#fonts[family][bold ? 1 : 0], color, ...turned })
  }
}
