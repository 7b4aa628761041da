import { coveredByPictures, isFigure, partlyCovered } from '../../model/covered.ts'
import { mapBox } from '../../model/matrix.ts'
import type { Page, Word } from '../../model/page.ts'
import type { PaintedApart, Painting } from './paint-words.ts'

/** What ink must change of some channel, of 255, to be told from its ground. */
const INK = 40
/** Ink of which so much is left, of what it changes without the pictures, is still there: a highlighter's is. */
const LEFT = 0.25
/** Half a digit, in sizes: where so wide a stretch has lost this share of its ink, a picture hides it. */
const [STRETCH, LOST] = [0.28, 0.7]

/** Figures under pictures: only the painted page tells whether the pictures let them through. */
export function wordsUnderPictures(page: Page): Word[] {
  const found = [...coveredByPictures(page), ...partlyCovered(page)].map(({ word }) => word)
  return [...new Set(found)].filter(({ turn, text }) => !turn && isFigure(text))
}

/**
 * The page with those words shown whose ink is still seen through the pictures over them: a tick, a ring, a
 * highlighter's stroke. What else is under them is held against their ink as it were without the pictures. Pure.
 */
export function withClearWords(page: Page, { withPictures, without }: PaintedApart): Page {
  const clear = new Set(wordsUnderPictures(page).filter((word) => isClear(word, page, withPictures, without)))
  if (clear.size === 0) return page
  const see = (word: Word): Word => (clear.has(word) ? { ...word, visibility: 'shown', clear: true } : word)
  return { ...page, words: page.words.map(see) }
}

type Pair = readonly [whole: Painting, bare: Painting]

function isClear({ box, size }: Word, page: Page, now: Pair, without: Pair): boolean {
  const { width, height, scale } = now[0]
  const [x0, y0, x1, y1] = mapBox(page.toShown, box)
  const [left, right] = [Math.max(0, Math.floor(x0 * scale)), Math.min(width, Math.ceil(x1 * scale))]
  const [top, foot] = [Math.max(0, Math.floor(height - y1 * scale)), Math.min(height, Math.ceil(height - y0 * scale))]
  const columns = Array.from({ length: Math.max(0, right - left) }, (_, column) => {
    let [ink, lost] = [0, 0]
    for (let y = top; y < foot; y++) {
      const at = 4 * (y * width + left + column)
      const was = change(without, at)
      if (was < INK) continue
      ink++
      if (change(now, at) < LEFT * was) lost++
    }
    return { ink, lost }
  })
  const wide = Math.max(1, Math.round(STRETCH * size * scale))
  const sum = (part: typeof columns, of: 'ink' | 'lost') => part.reduce((all, column) => all + column[of], 0)
  const stretches = columns.map((_, at) => columns.slice(at, at + wide)).filter((part) => part.length === wide)
  return sum(columns, 'ink') > 0 && stretches.every((part) => sum(part, 'lost') <= LOST * sum(part, 'ink'))
}

/** What the text changes of a pixel. */
function change([whole, bare]: Pair, at: number): number {
  const of = (channel: number) => Math.abs((whole.rgba[at + channel] as number) - (bare.rgba[at + channel] as number))
  return Math.max(of(0), of(1), of(2))
}
