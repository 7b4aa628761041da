import type { Matrix } from '../model/page.ts'

/** Where an operator that shows text stands. */
export interface Writing {
  ctm: Matrix
  /** The text matrix, without the way that the cursor went. */
  text: Matrix
  fontSize: number
  /** Inside a drawing that the page uses (a form XObject), and inside marked content. */
  form: boolean
  marked: boolean
}

/**
 * The way in which text is written, as a key. The same look can be had by a scaled page, a scaled text matrix or a
 * font's size, upright or upside down, and a program always takes the same one: its own numbers are left out but for
 * the page's scale, as they change with the size of the print.
 */
export function handOf({ ctm, text, fontSize, form, marked }: Writing): string {
  const page = Math.hypot(ctm[2], ctm[3]).toPrecision(3)
  const scaled = Math.abs(Math.hypot(text[2], text[3]) - 1) > 1e-3 ? 'scaled' : 'plain'
  const unit = Math.abs(fontSize) === 1 ? 'unit' : 'sized'
  return `${flip(ctm)}${page} ${flip(text)}${scaled} ${unit}${form ? ' form' : ''}${marked ? ' marked' : ''}`
}

const flip = ([a, b, c, d]: Matrix) => (a * d - b * c < 0 ? '-' : '')
