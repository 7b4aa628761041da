import type { Color, PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib'
import type { Lettering } from './fonts.ts'
import { FAINT_INK, HAIRLINE, INK } from './palette.ts'
import { wrap } from './wrap.ts'

export const MARGIN = 48
const BOTTOM = 56

export interface Style {
  size?: number
  bold?: boolean
  color?: Color
}

/** `1 page`, `2 pages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Summary pages, written from top to bottom; a new page begins where one is full. */
export class Sheet {
  readonly #pdf: PDFDocument
  readonly #lettering: Lettering
  readonly #size: [number, number]
  readonly #footer: string
  page: PDFPage
  /** The base line to write on next, in points from the page's bottom. */
  y: number

  constructor(pdf: PDFDocument, lettering: Lettering, size: [number, number], footer: string) {
    this.#pdf = pdf
    this.#lettering = lettering
    this.#size = size
    this.#footer = lettering.writable(footer)
    this.page = this.#begin()
    this.y = size[1] - MARGIN
  }

  get width(): number {
    return this.#size[0] - 2 * MARGIN
  }

  /** Makes sure that so many points are left on the page. */
  need(points: number): void {
    if (this.y - points >= BOTTOM) return
    this.page = this.#begin()
    this.y = this.#size[1] - MARGIN
  }

  /** Writes lines of text at an offset from the left margin, and says how high they are; does not move on. */
  write(text: string, x: number, width: number, { size = 9, bold = false, color = INK }: Style = {}): number {
    const font: PDFFont = bold ? this.#lettering.bold : this.#lettering.regular
    const lines = this.lines(text, width, { size, bold })
    for (const [index, line] of lines.entries())
      this.page.drawText(line, { x: MARGIN + x, y: this.y - size - index * size * 1.3, size, font, color })
    return lines.length * size * 1.3
  }

  lines(text: string, width: number, { size = 9, bold = false }: Style = {}): string[] {
    return wrap(this.#lettering.writable(text), bold ? this.#lettering.bold : this.#lettering.regular, size, width)
  }

  rule(): void {
    this.page.drawLine({
      start: { x: MARGIN, y: this.y },
      end: { x: MARGIN + this.width, y: this.y },
      thickness: 0.5,
      color: HAIRLINE,
    })
  }

  #begin(): PDFPage {
    const page = this.#pdf.addPage(this.#size)
    page.drawText(this.#footer, { x: MARGIN, y: 30, size: 6, font: this.#lettering.regular, color: FAINT_INK })
    return page
  }
}
