import type { Deviation } from './deviation.ts'
import type { Aspect } from './texture.ts'

/** What is said where an aspect lies below and above what is usual. */
const WORDS: Record<Aspect, readonly [below: string, above: string]> = {
  grain: ['its paper has less grain', 'its paper has more grain'],
  spread: ['its paper is more even', 'its paper is less even'],
  smooth: ['its paper has more grain', 'parts of its paper have no grain at all'],
  edge: ['its edges are softer', 'its edges are sharper'],
  paper: ['its paper is darker', 'its paper is brighter'],
}

/**
 * How far below and above the usual a scanned word lies at the most: of 3,000 words of genuine scans and photographs,
 * denoised, sharpened, shrunk, stamped, marked and compressed again, none went beyond 1.15 times these taken together.
 * Highlighters and stamps darken paper, so that only what is brighter counts, and for half.
 */
const WORD_LIMITS: Limits = {
  grain: [4, 4],
  spread: [5, 4.5],
  smooth: [Infinity, 8],
  edge: [5, 4],
  paper: [Infinity, 10],
}
/** The same of single letters, whose few pixels scatter more; of 9,000, none beyond 1.2. */
const LETTER_LIMITS: Limits = {
  grain: [6, Infinity],
  spread: [Infinity, Infinity],
  smooth: [Infinity, 14],
  edge: [Infinity, 6],
  paper: [Infinity, Infinity],
}
/** Paper that is darker than this was marked. */
const MARKED = -5
type Limits = Record<Aspect, readonly [below: number, above: number]>

/** 1 where a word lies at the limit of what pages do by themselves in one aspect. */
export const wordStrangeness = (deviation: Deviation) => strangeness(deviation, WORD_LIMITS)
export const letterStrangeness = (deviation: Deviation) => strangeness(deviation, LETTER_LIMITS)

function strangeness(deviation: Deviation, limits: Limits): number {
  const share = (aspect: Aspect) => shareOf(deviation[aspect], limits[aspect])
  // Grain and spread are two measures of one thing. A highlighter takes grain away.
  const grain = deviation.paper < MARKED ? 0 : Math.hypot(Math.max(share('grain'), share('spread')), share('smooth'))
  return Math.hypot(grain, share('edge'), share('paper'))
}

const shareOf = (away: number, [below, above]: Limits[Aspect]) => (away < 0 ? -away / below : away / above)

/** Whether its edges alone are beyond the limit. */
export const hasOtherEdges = ({ edge }: Deviation) => shareOf(edge, WORD_LIMITS.edge) >= 1

/** What differs most, in words; aspects that differ by half their limit are named. */
export function differences(deviation: Deviation): string {
  const shares = (Object.keys(WORDS) as Aspect[]).map((aspect) => ({
    said: WORDS[aspect][deviation[aspect] < 0 ? 0 : 1],
    share: shareOf(deviation[aspect], WORD_LIMITS[aspect]),
  }))
  const most = shares.filter(({ share }) => share >= 0.5).toSorted((a, b) => b.share - a.share)
  return most
    .map(({ said }) => said)
    .slice(0, 3)
    .join(', ')
}
