import type { MeasuredWord } from './measure.ts'
import { evenness, judgedGrounds } from './other-ground.ts'
import type { Trace } from './spot.ts'
import { median } from './usual.ts'

/** No figure of 222 pages of honest scans comes to the first; most filled ones that come to it pass the second. */
const [RARE, CLEAR] = [1.45, 1.75]
/** More words as even as this, or labels among them: the page is so by itself. */
const [AS_EVEN, MOST] = [1.1, 5]

/** Paper of fewer pixels, as a year or a day has, is often even by chance: only what is clear counts there. */
const FEWEST = 300

/** Figures whose paper has so much less slow grain than the labels', as a logarithm, were all typed into a form. */
const TYPED_IN = 0.35

/**
 * Figures that stand on paper which somebody filled, smoothed or drew: the letters' own ringing is there, and the slow
 * unrest that a sensor leaves is not. Pure.
 */
export function filledPaper(words: readonly MeasuredWord[]): Trace[] {
  if (areTypedIn(words)) return []
  const judged = judgedGrounds(words).map(({ word, fromPage, fromFigures }) => {
    const much = evenness(fromPage)
    return { word, much, least: Math.min(much, evenness(fromFigures)) }
  })
  const even = judged.filter(({ much }) => much >= AS_EVEN)
  const labels = even.filter(({ word }) => !word.value).length
  if (even.length > MOST || labels > even.length - labels) return []
  return even.flatMap(({ word, least }) => {
    const isSmall = (word.ground?.count ?? 0) < FEWEST
    if (!word.value || !word.figures || least < (isSmall ? CLEAR : RARE)) return []
    return [
      { at: word.at, kind: 'pasted' as const, clear: least >= CLEAR, what: 'its paper lacks the grain of a scan' },
    ]
  })
}

function areTypedIn(words: readonly MeasuredWord[]): boolean {
  const slow = (figures: boolean) =>
    median(words.flatMap((word) => (word.ground && word.figures === figures ? [word.ground.slow] : [])))
  return slow(true) < slow(false) - TYPED_IN
}
