import { withAccountDigits } from './account-digits.ts'
import { mendSigns } from './mended-signs.ts'
import { mendNumeral } from './numerals.ts'
import type { SeenWord } from './tesseract.ts'

/** Signs that mean something by themselves. */
const SIGN = /^[-–—$€£%&#+*/:=@()•.]+$/

/** The words of one piece of a line, left to right: torn numbers joined, amounts mended, noise dropped. */
export function tidyWords(words: readonly SeenWord[]): SeenWord[] {
  const sorted = words
    .filter(({ text }) => text !== '')
    .map(withoutWalls)
    .toSorted((a, b) => a.x0 - b.x0)
  const joined: SeenWord[] = []
  for (const word of sorted) {
    const last = joined.at(-1)
    if (last && isTorn(last, word)) joined[joined.length - 1] = join(last, word)
    else joined.push(word)
  }
  const kept = joined.filter((word) => !isNoise(word))
  return kept.every(isSmear) ? [] : withAccountDigits(kept.map(mended))
}

function mended(word: SeenWord): SeenWord {
  const text = mendSigns(word.text, word.confidence)
  if (text === word.text) return { ...word, ...mendNumeral(word.text, word.confidence) }
  return { ...word, text, readings: [word.text] }
}

// The side of a narrow box that stands too near to its value to be told from it: `|QC`, `|5`. An `|nc.` is a letter
// that was misread.
function withoutWalls(word: SeenWord): SeenWord {
  const [whole = '', before = '', text = '', after = ''] = /^([|¦]*)([\p{Lu}\d$(-].*?)([|¦]*)$/u.exec(word.text) ?? []
  if (whole === '' || before + after === '') return word
  const letter = (word.x1 - word.x0) / whole.length
  return { ...word, text, x0: word.x0 + before.length * letter, x1: word.x1 - after.length * letter }
}

// A type with letters of one width has wide gaps around its points and commas.
function isTorn(left: SeenWord, right: SeenWord): boolean {
  const high = Math.max(left.y1 - left.y0, right.y1 - right.y0)
  if (right.x0 - left.x1 > 0.75 * high) return false
  // A number that hides its digits is printed in one.
  if (right.x0 - left.x1 < 0.3 * high && /[Xx*]$/.test(left.text) && /^-[Xx*\d]/.test(right.text)) return true
  const both = `${left.text} ${right.text}`
  return /\d[.,] \d{2,3}(?!\d)/.test(both) || /\d [.,]\d{2,3}(?!\d)/.test(both) || /\d [.,]$/.test(both)
}

function join(left: SeenWord, right: SeenWord): SeenWord {
  return {
    ...left,
    text: (left.text + right.text).replace(/([.,])[.,]+/g, '$1'),
    x1: right.x1,
    y0: Math.min(left.y0, right.y0),
    y1: Math.max(left.y1, right.y1),
    confidence: 0.9 * Math.min(left.confidence, right.confidence),
  }
}

// What surrounds a photographed sheet is read as short words, none of them for sure.
const isSmear = ({ text, confidence }: SeenWord) => confidence < 0.45 && text.length <= 3 && !/\d/.test(text)

function isNoise({ text, confidence }: SeenWord): boolean {
  // A number that is hard to read is still there: its confidence says what it is worth.
  if (confidence < 0.2) return !/\d[.,]\d{2}$/.test(text)
  if (!/[\p{L}\p{N}]/u.test(text)) return confidence < 0.5 || !SIGN.test(text)
  if (text.length === 1) return confidence < 0.5
  return text.length === 2 && confidence < 0.35
}
