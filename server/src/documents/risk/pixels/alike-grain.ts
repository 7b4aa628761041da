import type { BlankAround } from './blank-around.ts'
import type { Residue } from './residue.ts'

/** Beyond so many times the mean a pixel is a speck or an edge, and counts no more. */
const SPECK = 3
/** Mean square of the residue of paper with grain: 20 is a deviation of one step of brightness. */
const LEAST_GRAIN = 20
/** Where more of the paper has no unrest at all, compression has taken the grain and left specks. */
const MOST_STILL = 0.25
/** What is copied is copied from end to end: each of so many parts is at least so much as alike as the whole. */
const [PARTS, EVERYWHERE] = [3, 0.4]

/** How alike the grain at `at` is to a value's own, 1 the same and 0 by chance; 0 where only a part of it is. Pure. */
export function alikeGrain({ width, rough }: Residue, { x, y, wide, paper }: BlankAround, at: number): number {
  const own = y * width + x
  const most = SPECK * meanAt(rough, paper, own)
  const [both, ours, theirs] = [new Float64Array(PARTS), new Float64Array(PARTS), new Float64Array(PARTS)]
  for (const behind of paper) {
    const part = Math.floor((PARTS * (behind % width)) / wide)
    const [one, other] = [within(most, rough[own + behind] as number), within(most, rough[at + behind] as number)]
    both[part] = (both[part] as number) + one * other
    ours[part] = (ours[part] as number) + one * one
    theirs[part] = (theirs[part] as number) + other * other
  }
  const whole = ratio(sum(both), sum(ours), sum(theirs))
  const everywhere = both.every((part, n) => ratio(part, ours[n] ?? 0, theirs[n] ?? 0) >= EVERYWHERE * whole)
  return everywhere ? whole : 0
}

const within = (most: number, value: number) => Math.max(-most, Math.min(most, value))
const sum = (numbers: Float64Array) => numbers.reduce((a, b) => a + b, 0)
const ratio = (both: number, ours: number, theirs: number) => (ours === 0 ? 1 : both / Math.sqrt(ours * theirs + 1))

function meanAt(rough: Int16Array, paper: Int32Array, from: number): number {
  let total = 0
  for (const behind of paper) total += Math.abs(rough[from + behind] as number)
  return total / paper.length
}

/** The unrest of paper: the share of its pixels without any, and the mean square of its residue. */
export interface Grain {
  still: number
  energy: number
}

/** The grain where a value's paper is laid at `at`. Pure. */
export function grainAt({ rough }: Residue, paper: Int32Array, at: number): Grain {
  let [still, energy] = [0, 0]
  for (const behind of paper) {
    const one = rough[at + behind] as number
    if (one === 0) still++
    energy += one * one
  }
  return { still: still / paper.length, energy: energy / paper.length }
}

export const hasGrain = ({ still, energy }: Grain) => still <= MOST_STILL && energy >= LEAST_GRAIN
