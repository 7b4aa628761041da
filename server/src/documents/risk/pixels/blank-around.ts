import { isBlank, type Residue } from './residue.ts'

/** A rectangle in pixels. */
interface Place {
  x: number
  y: number
  wide: number
  high: number
}

/** A rectangle around a value, and the paper in it that print has not touched. */
export interface BlankAround extends Place {
  /** How far each of its pixels of paper lies behind the rectangle's first pixel. */
  paper: Int32Array
  /** Runs of 32 pixels, spread over it, and which of their pixels are paper. */
  runs: { behind: number; mask: number; count: number }[]
}

/** JPEG keeps squares of this side apart: print unsettles all of its own. */
const SQUARE = 8
/** Where that leaves fewer pixels than this, all are taken that lie so far from print. */
const [FEW, FROM_PRINT] = [250, 2]
/** Fewer pixels of paper, runs, or paper in a run, tell nothing. */
const [LEAST, LEAST_RUNS, LEAST_IN_RUN] = [150, 3, 12]
/** So many runs are enough to find what is worth comparing. */
const RUNS = 12
/** The fullest runs go first; from here on they are full enough to be chosen by their place. */
const FULL = 26

/** Undefined where too little paper is left, or the rectangle lies at the edge. Pure. */
export function blankAround(residue: Residue, place: Place): BlankAround | undefined {
  const { width, height } = residue
  const margin = 2 * SQUARE
  if (place.x < margin || place.y < margin || place.x + place.wide > width - margin) return undefined
  if (place.y + place.high > height - margin) return undefined
  const settled = blankSquares(residue, place)
  const blank = settled.reduce((a, b) => a + b, 0) < FEW ? farFromPrint(residue, place) : settled
  const paper = Int32Array.from(blank.keys().filter((at) => blank[at] === 1)).map(
    (at) => Math.floor(at / place.wide) * width + (at % place.wide),
  )
  const runs = runsOf(blank, place.wide, width)
  return paper.length < LEAST || runs.length < LEAST_RUNS ? undefined : { ...place, paper, runs }
}

function blankSquares(residue: Residue, { x, y, wide, high }: Place): Uint8Array {
  const blank = new Uint8Array(wide * high)
  for (let top = y - (y % SQUARE); top < y + high; top += SQUARE)
    for (let left = x - (x % SQUARE); left < x + wide; left += SQUARE) {
      if (!isBlank(residue, left, top, SQUARE, SQUARE)) continue
      const [right, foot] = [Math.min(x + wide, left + SQUARE), Math.min(y + high, top + SQUARE)]
      for (let row = Math.max(y, top); row < foot; row++)
        blank.fill(1, (row - y) * wide + Math.max(x, left) - x, (row - y) * wide + right - x)
    }
  return blank
}

function farFromPrint(residue: Residue, { x, y, wide, high }: Place): Uint8Array {
  const side = 2 * FROM_PRINT + 1
  return Uint8Array.from({ length: wide * high }, (_, at) => {
    const [left, top] = [x + (at % wide) - FROM_PRINT, y + Math.floor(at / wide) - FROM_PRINT]
    return isBlank(residue, left, top, side, side) ? 1 : 0
  })
}

function runsOf(blank: Uint8Array, wide: number, width: number): BlankAround['runs'] {
  const all: BlankAround['runs'] = []
  for (let from = 0; from < blank.length; from += wide)
    for (let left = 0; left + LEAST_IN_RUN <= wide; left += 32) {
      const { mask, count } = maskOf(blank.subarray(from + left, Math.min(from + wide, from + left + 32)))
      if (count >= LEAST_IN_RUN) all.push({ behind: (from / wide) * width + left, mask, count })
    }
  const sorted = all.toSorted((a, b) => b.count - a.count)
  const full = sorted.slice(0, Math.max(RUNS, sorted.filter(({ count }) => count >= FULL).length))
  if (full.length <= RUNS) return full
  return Array.from(
    { length: RUNS },
    (_, at) => full[Math.floor(((at + 0.5) * full.length) / RUNS)] as (typeof full)[0],
  )
}

function maskOf(blank: Uint8Array): { mask: number; count: number } {
  let [mask, count] = [0, 0]
  for (const [bit, is] of blank.entries()) {
    mask |= is << bit
    count += is
  }
  return { mask, count }
}
