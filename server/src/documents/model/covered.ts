import { area, type Box, height, shared, width } from './box.ts'
import type { Page, Picture, Word } from './page.ts'

/** A picture hides a word when it covers this share of it. */
const HIDDEN = 0.8
/** A picture that covers this share of the page is a scan, and the text under it its layer. */
const SCAN = 0.5
/** A word that is shown over this share of a covered one has taken its place. */
const REPLACED = 0.3

/** Of a scan's words of the text layer fewer than this share are seen: they are its layer. */
const SEEN = 0.5

/**
 * Whether a page is a picture with the words of a layer: one that covers more than half of the sheet, and upon which
 * little of its text is seen. A picture behind text that is seen is a ground.
 */
export function isScan({ words, pictures, width: wide, height: high }: Omit<Page, 'form' | 'unseen'>): boolean {
  const sheet: Box = [0, 0, wide, high]
  const large = pictures.filter(({ box }) => shared(box, sheet) > SCAN * area(sheet))
  if (large.length === 0) return false
  const own = words.filter(({ origin }) => origin === 'text')
  const upon = own.filter(
    ({ visibility, order }) => visibility === 'shown' && large.every((picture) => picture.order < order),
  )
  return upon.length < SEEN * Math.max(1, own.length)
}

/** A word of the text layer that a picture was laid over, and that nothing was written over since. */
export interface CoveredWord {
  word: Word
  picture: Picture
}

/** What lies under the pictures of a page that is no scan. */
export function coveredByPictures(page: Page): CoveredWord[] {
  const { words, pictures } = page
  if (pictures.length === 0 || isScan(page)) return []
  const covered = words.filter(({ visibility, origin }) => visibility === 'covered' && origin === 'text')
  return covered.flatMap((word) => {
    const picture = pictures.find(({ box, order }) => order > word.order && hides(box, word.box))
    return picture && !words.some((other) => replaces(other, word)) ? [{ word, picture }] : []
  })
}

/** A picture over part of a figure is no higher than this many lines, and lies so far within it. */
const [LINE, WITHIN] = [1.6, 0.7]
/** It hides at least half a digit, in sizes. */
const HALF_DIGIT = 0.28

/** Figures of which a picture hides a digit or two: no wider than they are, and laid upon them. */
export function partlyCovered({ words, pictures }: Page): CoveredWord[] {
  const figures = words.filter(
    ({ visibility, origin, text, clear }) => visibility === 'shown' && origin === 'text' && !clear && isFigure(text),
  )
  return pictures.flatMap((picture) => {
    const word = figures.find((figure) => picture.order > figure.order && liesOn(picture.box, figure))
    return word ? [{ word, picture }] : []
  })
}

export const isFigure = (text: string) => /\d.*\d.*\d/.test(text)

const liesOn = (box: Box, word: Word) =>
  width(box) >= HALF_DIGIT * word.size &&
  width(box) < width(word.box) &&
  height(box) >= 0.5 * word.size &&
  height(box) <= LINE * height(word.box) &&
  shared(box, word.box) >= WITHIN * area(box)

/** Ascenders and descenders may stand out. */
function hides(over: Box, [x0, y0, x1, y1]: Box): boolean {
  const letters: Box = [x0, y0 + 0.2 * (y1 - y0), x1, y1 - 0.15 * (y1 - y0)]
  return shared(over, letters) > HIDDEN * area(letters)
}

function replaces(other: Word, { box, order }: Word): boolean {
  return (
    other.visibility === 'shown' &&
    other.order > order &&
    shared(other.box, box) > REPLACED * Math.min(area(other.box), area(box))
  )
}

/** Whether the picture is a patch of a line or two: what is larger may be a stamp or a signature, and let through. */
export function isPatch({ word, picture }: CoveredWord): boolean {
  return height(picture.box) <= 2.5 * height(word.box)
}
