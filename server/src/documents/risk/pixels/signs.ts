import type { BlankAround } from './blank-around.ts'
import type { Residue } from './residue.ts'

/** How far below half the signs that differ must be when all are counted, in roots of their number. */
const AGREEING = 1.1

/** Counts the signs that differ at a place; -1 as soon as a run shows that too many do. Pure. */
export function signsThatDiffer({ width, signs }: Residue, { x, y, runs }: BlankAround): (at: number) => number {
  const own = Int32Array.from(runs, ({ behind }) => signs[y * width + x + behind] as number)
  const behind = Int32Array.from(runs, (run) => run.behind)
  const masks = Int32Array.from(runs, ({ mask }) => mask)
  const most = mostDiffering(runs.map(({ count }) => count))
  const [first, mask, signsOf, limit] = [behind[0] as number, masks[0] as number, own[0] as number, most[0] as number]
  return (at) => {
    // Most places end here: it pays to keep the first run out of the loop.
    let differing = ones(((signs[at + first] as number) ^ signsOf) & mask)
    if (differing > limit) return -1
    for (let run = 1; run < masks.length; run++) {
      differing += ones(
        ((signs[at + (behind[run] as number)] as number) ^ (own[run] as number)) & (masks[run] as number),
      )
      if (differing > (most[run] as number)) return -1
    }
    return differing
  }
}

/** After each run: the first leaves half of the places, the last few. */
function mostDiffering(counts: readonly number[]): number[] {
  let bits = 0
  return counts.map((count, run) => {
    bits += count
    return bits / 2 - AGREEING * (run / (counts.length - 1)) * Math.sqrt(bits)
  })
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
