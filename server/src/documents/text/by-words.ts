import type { Glyph } from './glyph.ts'

/** How far the pieces of a text stand apart where they are parts of one word, in sizes. */
const TIGHT = 0.03

/** Pieces further apart, in sizes, are no neighbours. */
const FAR = 1

/** A page has as many neighbours before they say how it is printed. */
const FEWEST = 12

/** Where this share of the neighbours and more stand apart, words are what the pieces are. */
const APART = 0.85

/**
 * Whether a page is printed word by word: each piece of text that is painted at once is a word without blanks, and its
 * neighbours stand apart. Programs that measure words with their kerning and paint them without it leave some of them a
 * hair apart, `TOTAL` and `DES` closer than letters of another page.
 */
export function isByWords(glyphs: readonly Glyph[], blank: number): boolean {
  let [apart, close] = [0, 0]
  for (let at = 1; at < glyphs.length; at++) {
    const [last, next] = [glyphs[at - 1] as Glyph, glyphs[at] as Glyph]
    // A blank within a piece says that pieces are more than words.
    if (last.order === next.order) {
      if (next.text.trim() === '' && next.text !== '') return false
      continue
    }
    const gap = gapOf(last, next)
    if (gap < -TIGHT || gap > FAR || !isLevel(last, next) || isLone(glyphs, at)) continue
    if (gap >= blank) apart++
    else if (gap < TIGHT) close++
  }
  return apart >= FEWEST && apart / (apart + close) >= APART
}

/** Whether a glyph begins another piece that stands apart from the last one, on a page printed word by word. */
export function beginsWord(last: Glyph, next: Glyph): boolean {
  return last.order !== next.order && gapOf(last, next) > TIGHT
}

function gapOf(last: Glyph, next: Glyph): number {
  const along = (next.x - last.x) * last.dx + (next.y - last.y) * last.dy
  return (along - last.advance - Math.max(0, last.tracking)) / last.size
}

function isLevel(last: Glyph, next: Glyph): boolean {
  return Math.abs((next.y - last.y) * last.dx - (next.x - last.x) * last.dy) < 0.1 * last.size
}

/** A single character is a piece of pages that are printed letter by letter. */
function isLone(glyphs: readonly Glyph[], at: number): boolean {
  const [before, last, next, after] = [glyphs[at - 2], glyphs[at - 1], glyphs[at], glyphs[at + 1]]
  return before?.order !== last?.order || next?.order !== after?.order
}
