import { height } from '../model/box.ts'
import type { Word } from '../model/page.ts'

/** The text layer puts the base line at this share of the size above a word's box (text/words.ts). */
const BELOW = 0.22

/** Height of the line on which a word's letters stand. Recognised words have the box of their ink. */
export function baseLine({ box, size, origin, text }: Word): number {
  if (origin !== 'ocr') return box[1] + BELOW * size
  return box[1] + (/[gjpqy,;]/.test(text) ? 0.2 * height(box) : 0)
}

/** Whether a word runs across the page, as nearly all do. */
export function isLevel({ turn }: Word): boolean {
  return turn === undefined
}
