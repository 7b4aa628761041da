import { unexplained } from './explained.ts'
import type { Ground } from './ground.ts'
import type { MeasuredWord } from './measure.ts'
import { away, median, type Usual, usualOf } from './usual.ts'

/** How far a paper lies from others, in robust deviations. */
export type GroundDeviation = Record<Aspect, number>

type Aspect = 'slow' | 'spread' | 'even'
const ASPECTS = ['slow', 'spread', 'even'] as const

/** What of a word's paper its size, print and place on the page do not explain. */
export interface JudgedGround {
  word: MeasuredWord
  fromPage: GroundDeviation
  /** From that of the page's figures: those of a form may all have been typed into it. */
  fromFigures: GroundDeviation
}

/** A page whose words differ less than this in an aspect is even in it. */
const SLACK: Record<Aspect, number> = { slow: 0.12, spread: 0.1, even: 0.02 }
/** Fewer words explain nothing. */
const LEAST = 20
/** Pixels of paper at which chance moves a measure by as much as pages do. */
const FEW = 1000
/** How far words of genuine scans go in one aspect: 3 in 1,000 of 950 went farther. */
const LIMITS: Record<Aspect, number> = { slow: 3, spread: 2.7, even: 4 }
/** Paper that was filled has lost its slow grain, not only the fine one that compression takes from a scan as well. */
const [LOST, ALSO_LOST] = [-2, -0.5]

/** The words whose paper can be judged; none where there are too few. Pure. */
export function judgedGrounds(words: readonly MeasuredWord[]): JudgedGround[] {
  const some = words.filter((word) => word.ground)
  if (some.length < LEAST) return []
  const circumstances = some.map(circumstancesOf)
  const chances = some.map((word) => Math.sqrt(1 + FEW / groundOf(word).count))
  const usualChance = median(chances)
  const left = record((aspect) => {
    const numbers = some.map((word) => groundOf(word)[aspect])
    return unexplained(numbers, circumstances).map(
      (rest, at) => rest / Math.max(1, (chances[at] as number) / usualChance),
    )
  })
  const among = (chosen: readonly MeasuredWord[]) =>
    record((aspect) =>
      usualOf(
        left[aspect].filter((_, at) => chosen.includes(some[at] as MeasuredWord)),
        SLACK[aspect],
      ),
    )
  const [page, figures] = [among(some), among(some.filter((word) => word.figures))]
  const from = (usual: Record<Aspect, Usual>, at: number) =>
    record((aspect) => away(usual[aspect], left[aspect][at] as number))
  return some.map((word, at) => ({ word, fromPage: from(page, at), fromFigures: from(figures, at) }))
}

const record = <T>(of: (aspect: Aspect) => T) =>
  Object.fromEntries(ASPECTS.map((aspect) => [aspect, of(aspect)])) as Record<Aspect, T>

/** 1 where paper is as even as that of genuine words rarely is; 0 where it has its slow grain. */
export function evenness({ slow, spread, even }: GroundDeviation): number {
  if (slow > LOST || spread > ALSO_LOST) return 0
  return Math.hypot(slow / LIMITS.slow, spread / LIMITS.spread, Math.max(0, even) / LIMITS.even)
}

const groundOf = ({ ground }: MeasuredWord) => ground as Ground

function circumstancesOf({ ground, spot, texture, figures }: MeasuredWord): number[] {
  const { density, contrast } = ground as Ground
  const print = [3 * Math.log(spot.high / 20), 3 * Math.log(contrast / 150), 10 * (density - 0.4)]
  return [...print, figures ? 1 : 0, (texture.paper - 240) / 10, spot.x / 1000 - 0.6, spot.y / 1000 - 0.8]
}
