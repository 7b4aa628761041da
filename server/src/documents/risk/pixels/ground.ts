import type { Patch } from './patch.ts'

/** The paper between the letters of one word, and what of it the word itself explains. */
export interface Ground {
  /** Deviation of its brightness where five by five pixels are one: letters' ringing is gone, a scan's grain is not. */
  slow: number
  /** Deviation of its brightness, pixel by pixel. */
  spread: number
  /** Share of its pixels that have the commonest brightness, overexposed ones left out. */
  even: number
  /** Pixels of paper that were looked at. */
  count: number
  /** Share of the word that is ink or near it. */
  density: number
  /** Steps of brightness from paper to ink. */
  contrast: number
}

/** Fewer pixels tell nothing of a paper, in squares of the reach of ink: a finer scan has coarser grain. */
const LEAST = 35
/** Pixels to either side that are taken as one, and how many of them must be paper. */
const [REACH, LEAST_AROUND] = [2, 13]
/** A sensor's white: what is brighter has no grain. */
const WHITE = 254
/** Where more is white, nothing is known of the grain. */
const MOST_WHITE = 0.25

/** Undefined where too little paper is seen, or too much of it is overexposed. Deviations are logarithms. Pure. */
export function groundOf(patch: Patch, reach: number): Ground | undefined {
  const { levels, inked, paper, ink } = patch
  const found = levels.filter((_, at) => inked[at] === 0)
  const least = LEAST * reach ** 2
  const even = found.length < least ? undefined : commonest(found)
  const slow = even === undefined ? [] : meansOf(patch)
  if (even === undefined || slow.length < least / 3) return undefined
  const [count, density] = [found.length, 1 - found.length / levels.length]
  return { slow: unrest(slow), spread: unrest(found), even, count, density, contrast: paper - ink }
}

/** The share of the commonest level; undefined where the sensor was blinded. */
function commonest(levels: Uint8Array): number | undefined {
  const counts = new Uint32Array(256)
  for (const level of levels) counts[level] = (counts[level] as number) + 1
  const white = counts.slice(WHITE).reduce((sum, count) => sum + count, 0)
  return white > MOST_WHITE * levels.length ? undefined : Math.max(...counts.subarray(0, WHITE)) / levels.length
}

/** The mean of the paper around each of its pixels that has enough of it. */
function meansOf({ wide, high, levels, inked }: Patch): number[] {
  const [sums, counts] = [totals(wide, high), totals(wide, high)]
  fill(sums, wide, (at) => (inked[at] === 0 ? (levels[at] as number) : 0))
  fill(counts, wide, (at) => (inked[at] === 0 ? 1 : 0))
  const means: number[] = []
  for (let y = REACH; y < high - REACH; y++)
    for (let x = REACH; x < wide - REACH; x++) {
      const count = inked[y * wide + x] === 0 ? around(counts, wide, x, y) : 0
      if (count >= LEAST_AROUND) means.push(around(sums, wide, x, y) / count)
    }
  return means
}

const totals = (wide: number, high: number) => new Uint32Array((wide + 1) * (high + 1))

/** Sums over all that is above and to the left. */
function fill(table: Uint32Array, wide: number, of: (at: number) => number): void {
  const line = wide + 1
  for (let at = 0, to = line + 1; to < table.length; to += line)
    for (let x = 0, row = 0; x < wide; x++, at++) {
      row += of(at)
      table[to + x] = (table[to + x - line] as number) + row
    }
}

function around(table: Uint32Array, wide: number, x: number, y: number): number {
  const line = wide + 1
  const [top, foot] = [(y - REACH) * line, (y + REACH + 1) * line]
  const [left, right] = [x - REACH, x + REACH + 1]
  const at = (place: number) => table[place] as number
  return at(foot + right) - at(foot + left) - at(top + right) + at(top + left)
}

function unrest(levels: ArrayLike<number>): number {
  let [sum, squares] = [0, 0]
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at] as number
    sum += level
    squares += level * level
  }
  const mean = sum / levels.length
  return Math.log(Math.sqrt(Math.max(0, squares / levels.length - mean * mean)) + 0.5)
}
