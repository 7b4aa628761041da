import { type Box, height, middle, overlapAcross, overlapUp, width } from '../model/box.ts'
import type { Word } from '../model/page.ts'
import type { Pair } from '../model/set-onto.ts'

/** Of a word that was read, this share at the most is text that lies on the picture. */
const PART = 0.7
/** What stands on one line with it. */
const LEVEL = 0.35

/** More numbers typed onto than this, and it is how the paper was filled in. */
const MOST = 3

/**
 * What was read of a picture where text of the file lies on it: a word that is such text is left out, since the file
 * says it better. A number of which only a part is such text was set together from two: it is kept whole, and with both
 * where somebody put it onto the scan, and did not fill in what the paper leaves open. `texts` are those that go into
 * such numbers. Pure.
 */
export function besideText(read: readonly Word[], shown: readonly Word[]): { words: Word[]; texts: Word[] } {
  const texts: Word[] = []
  const pairs = new Map<Word, Pair>()
  const words = read.flatMap((word) => {
    const under = shown.filter((other) => sits(word.box, other.box))
    if (under.length === 0) return [word]
    const digits = under.filter((text) => isPartOf(text, word))
    const [text] = digits
    if (!text || digits.length !== under.length) return []
    texts.push(...digits)
    pairs.set(word, pairOf(word, text))
    return [word]
  })
  if (isFilledIn(texts, shown)) return { words, texts }
  const withPair = (word: Word) => {
    const setOnto = pairs.get(word)
    return setOnto && !isPreprinted(setOnto) ? { ...word, setOnto } : word
  }
  return { words: words.map(withPair), texts }
}

/** Whoever fills in a paper types many numbers, or other words in the same font. */
function isFilledIn(texts: readonly Word[], shown: readonly Word[]): boolean {
  const fonts = new Set(texts.map(fontOf))
  return texts.length > MOST || shown.some((word) => !texts.includes(word) && fonts.has(fontOf(word)))
}

const fontOf = ({ program, font }: Word) => program ?? font

/** Papers print the century before a blank for the year, and the cents behind one for an amount. */
function isPreprinted([left, right]: Pair): boolean {
  const century = left.origin === 'ocr' && /^(?:19|20)$/.test(left.text) && /^\d{2}$/.test(right.text)
  return century || (right.origin === 'ocr' && /^[.,]?00$/.test(right.text))
}

/** A form's values stay words of their own: its fields are read from them. */
function isPartOf(text: Word, { text: whole, box }: Word): boolean {
  if (text.origin !== 'text') return false
  const at = text.box[0] - box[0] < box[2] - text.box[2] ? whole.startsWith(text.text) : whole.endsWith(text.text)
  const level = Math.abs(middle(text.box)[1] - middle(box)[1]) < LEVEL * height(box)
  return at && level && /^[\d.,]+$/.test(text.text) && /\d.*\d/.test(whole) && width(text.box) < PART * width(box)
}

/** The text, and what of the number is the scan's. */
function pairOf(word: Word, text: Word): Pair {
  const leads = middle(text.box)[0] < middle(word.box)[0]
  const [x0, y0, x1, y1] = word.box
  const box: Box = leads ? [text.box[2], y0, x1, y1] : [x0, y0, text.box[0], y1]
  const { length } = text.text
  const scanned = { ...word, box, text: leads ? word.text.slice(length) : word.text.slice(0, -length) }
  return leads ? [text, scanned] : [scanned, text]
}

/** Whether two boxes are of one place. */
export const sits = (a: Box, b: Box): boolean => overlapAcross(a, b) > 0.5 && overlapUp(a, b) > 0.5
