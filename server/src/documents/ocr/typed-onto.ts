import { type Box, height, middle, overlapAcross, overlapUp, width } from '../model/box.ts'
import type { Word } from '../model/page.ts'

/** Of a word that was read, this share at the most is text that lies on the picture. */
const PART = 0.7
/** What stands on one line with it. */
const LEVEL = 0.35

/**
 * What was read of a picture where text of the file lies on it: a word that is such text is left out, since the file
 * says it better. A number of which only a part is such text was set together from two, by whoever typed onto the
 * scan: it is kept whole, with both. `texts` are those that go into such numbers. Pure.
 */
export function besideText(read: readonly Word[], shown: readonly Word[]): { words: Word[]; texts: Word[] } {
  const texts: Word[] = []
  const words = read.flatMap((word) => {
    const under = shown.filter((other) => sits(word.box, other.box))
    if (under.length === 0) return [word]
    const digits = under.filter((text) => isPartOf(text, word))
    const [text] = digits
    if (!text || digits.length !== under.length) return []
    texts.push(...digits)
    return [{ ...word, setOnto: pairOf(word, text) }]
  })
  return { words, texts }
}

function isPartOf(text: Word, { text: whole, box }: Word): boolean {
  const at = text.box[0] - box[0] < box[2] - text.box[2] ? whole.startsWith(text.text) : whole.endsWith(text.text)
  const level = Math.abs(middle(text.box)[1] - middle(box)[1]) < LEVEL * height(box)
  return at && level && /^[\d.,]+$/.test(text.text) && /\d.*\d/.test(whole) && width(text.box) < PART * width(box)
}

/** The text, and what of the number is the scan's. */
function pairOf(word: Word, text: Word): readonly [Word, Word] {
  const leads = middle(text.box)[0] < middle(word.box)[0]
  const [x0, y0, x1, y1] = word.box
  const box: Box = leads ? [text.box[2], y0, x1, y1] : [x0, y0, text.box[0], y1]
  const { length } = text.text
  const scanned = { ...word, box, text: leads ? word.text.slice(length) : word.text.slice(0, -length) }
  return leads ? [text, scanned] : [scanned, text]
}

/** Whether two boxes are of one place. */
export const sits = (a: Box, b: Box): boolean => overlapAcross(a, b) > 0.5 && overlapUp(a, b) > 0.5
