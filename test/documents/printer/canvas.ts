import { PDFDocument, type PDFFont, type PDFName, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Chance } from '../chance.ts'
import { fontsOf, type Look } from './look.ts'
import type { Cell, Ink } from './template.ts'
import { inOrder, type Text, writeText } from './write-text.ts'

interface Leaf {
  page: PDFPage
  keys: readonly [PDFName, PDFName]
  texts: Text[]
}

/** Pages on which texts and lines are put at places, in points from their upper left corner. */
export class Canvas {
  readonly look: Look
  readonly #pdf: PDFDocument
  readonly #fonts: readonly [PDFFont, PDFFont]
  readonly #chance: Chance
  readonly #leaves: Leaf[] = []

  private constructor(pdf: PDFDocument, fonts: readonly [PDFFont, PDFFont], look: Look, chance: Chance) {
    ;[this.#pdf, this.#fonts, this.look, this.#chance] = [pdf, fonts, look, chance]
    this.turn()
  }

  static async open(look: Look, chance: Chance): Promise<Canvas> {
    const pdf = await PDFDocument.create()
    pdf.setCreationDate(new Date(0))
    pdf.setModificationDate(new Date(0))
    return new Canvas(pdf, await fontsOf(pdf, look.family), look, chance)
  }

  get pages(): number {
    return this.#leaves.length
  }

  get #leaf(): Leaf {
    return this.#leaves.at(-1) as Leaf
  }

  turn(): void {
    const page = this.#pdf.addPage([...this.look.size])
    const key = (font: PDFFont) => page.node.newFontDictionary(font.name, font.ref)
    this.#leaves.push({ page, keys: [key(this.#fonts[0]), key(this.#fonts[1])], texts: [] })
  }

  widthOf(text: string, { size = this.look.text, bold, spaced = this.look.spaced ?? 0 }: Ink): number {
    const font = this.#fonts[bold ? 1 : 0]
    return Array.from(text).reduce((sum, letter) => sum + font.widthOfTextAtSize(letter, size) + spaced, 0)
  }

  /** A text at a place, which is its left end, its right end or its middle. */
  put({ x, side }: Pick<Cell, 'x' | 'side'>, y: number, text: string, ink: Ink): void {
    if (text === '') return
    const before = side === 'left' ? 0 : this.widthOf(text, ink) * (side === 'right' ? 1 : 0.5)
    const { size = this.look.text, bold, grey = 0, spaced = this.look.spaced ?? 0 } = ink
    const at = bold ? 1 : 0
    const [font, key] = [this.#fonts[at], this.#leaf.keys[at]]
    this.#leaf.texts.push({ text, x: x - before, y: this.look.size[1] - y, size, font, key, grey, spaced })
  }

  line(from: readonly [x: number, y: number], to: readonly [x: number, y: number], thickness = 0.6): void {
    const [start, end] = [from, to].map(([x, y]) => ({ x, y: this.look.size[1] - y }))
    if (start && end) this.#leaf.page.drawLine({ start, end, thickness })
  }

  /** A rectangle by its upper left corner, filled with a grey where one is given, else framed. */
  box(x: number, y: number, width: number, height: number, grey?: number): void {
    const place = { x, y: this.look.size[1] - y - height, width, height }
    if (grey === undefined) this.#leaf.page.drawRectangle({ ...place, borderWidth: 0.7, borderColor: rgb(0, 0, 0) })
    else this.#leaf.page.drawRectangle({ ...place, color: rgb(grey, grey, grey) })
  }

  /** A mark without any text. */
  logo(left: number, top: number, size: number): void {
    const [x, y] = [left + size / 2, this.look.size[1] - top - size / 2]
    this.#leaf.page.drawCircle({ x, y, size: size / 2, color: rgb(0.1, 0.4, 0.7) })
    this.#leaf.page.drawRectangle({ x, y: y - size / 4, width: size, height: size / 2, color: rgb(0.9, 0.6, 0.1) })
  }

  save(): Promise<Uint8Array> {
    for (const { page, texts } of this.#leaves)
      for (const text of inOrder(texts, this.look, this.#chance)) writeText(page, text, this.look, this.#chance)
    return this.#pdf.save()
  }
}
