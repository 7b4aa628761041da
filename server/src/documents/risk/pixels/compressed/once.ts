import type { Lattice } from './lattice.ts'
import { SIDE, WAVES, wavesAt } from './waves.ts'

/** Squares of JPEG, and how much more likely each was compressed once than twice, as a logarithm. */
export interface Once {
  /** Where the first one begins, in pixels. */
  x: number
  y: number
  /** To a row, and rows. */
  across: number
  down: number
  /** What a square of the picture says on average: the less, the plainer it was compressed twice. */
  usual: number
  saidAt(column: number, line: number): number
}

/** Strengths beyond so many steps are too rare to be counted. */
const MOST_STEPS = 60
/** One strength says no more than this, as a logarithm, so that no single one decides. */
const MOST_SAID = 3
/** A picture of which a square says no less than this on average leaves no trace of two compressions. */
const LEAST_SAID = 0.3

/**
 * A picture that was compressed twice has strengths that its first compression's steps allow, and few between them.
 * What was put into it before the second has all. Undefined where the page was not compressed twice, or leaves no trace
 * of it: its last compression was as coarse as the first. Pure.
 */
export function onceIn({ bitmap, x, y, across, down, steps, own, off }: Lattice): Once | undefined {
  const twice = own.map((strengths, n) => sharesOf(strengths, steps[n] as number))
  const tables = off.map((strengths, n) => saidBy(twice[n] as Float64Array, sharesOf(strengths, steps[n] as number)))
  const usual = tables.reduce((sum, table, n) => sum + product(table, twice[n] as Float64Array), 0)
  if (usual > -LEAST_SAID) return undefined
  const waves = new Float32Array(WAVES.length)
  const said = new Float32Array(across * down).fill(Number.NaN)
  const saidAt = (column: number, line: number) => {
    const at = line * across + column
    if (Number.isNaN(said[at])) {
      wavesAt(bitmap, x + SIDE * column, y + SIDE * line, waves)
      said[at] = sumOf(waves, steps, tables)
    }
    return said[at] as number
  }
  return { x, y, across, down, usual, saidAt }
}

/** The share of strengths at each number of steps, either way. */
function sharesOf(strengths: Float32Array, step: number): Float64Array {
  const counts = new Float64Array(MOST_STEPS + 1).fill(1)
  for (const strength of strengths) {
    const steps = Math.abs(Math.round(strength / step))
    if (steps <= MOST_STEPS) counts[steps] = (counts[steps] as number) + 1
  }
  return counts.map((count) => count / (strengths.length + counts.length))
}

const saidBy = (twice: Float64Array, once: Float64Array) =>
  twice.map((share, at) => Math.max(-MOST_SAID, Math.min(MOST_SAID, Math.log((once[at] as number) / share))))

const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, one, at) => sum + one * (b[at] as number), 0)

function sumOf(waves: Float32Array, steps: readonly number[], tables: readonly Float64Array[]): number {
  return waves.reduce((sum, strength, n) => {
    const counted = Math.abs(Math.round(strength / (steps[n] as number)))
    return counted <= MOST_STEPS ? sum + ((tables[n] as Float64Array)[counted] as number) : sum
  }, 0)
}
