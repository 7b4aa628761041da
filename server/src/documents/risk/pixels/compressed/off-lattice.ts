import type { SeenWord, Trace } from '../spot.ts'
import { median } from '../usual.ts'
import type { Lattice } from './lattice.ts'
import { SIDE, WAVES, wavesAt } from './waves.ts'

/** Finer steps leave nothing between them that rounding would not. */
const FINEST = 5
/** Levels by which rounding to whole levels moves a strength. */
const ROUNDED = 1.3
/** Fewer such waves, squares under a word, or words tell nothing. */
const [LEAST_WAVES, LEAST_SQUARES, LEAST_WORDS] = [6, 3, 12]
/** The share of strengths off their steps: of a page that is as it was compressed, of a word that is not. */
const [PAGE, STRANGE, CLEAR] = [0.08, 0.3, 0.45]
/** More values than this share were typed into a form, or filled in on a screen. */
const MOST = 0.3

/** The share of strengths that are no whole steps in the squares under a word; undefined where they are few. */
function offUnder({ bitmap, x: left, y: top, steps }: Lattice, { spot }: SeenWord): number | undefined {
  const waves = new Float32Array(WAVES.length)
  let [off, count, squares] = [0, 0, 0]
  const first = Math.floor((spot.x - spot.wide / 2 - left) / SIDE)
  const last = Math.floor((spot.x + spot.wide / 2 - left) / SIDE)
  for (let column = Math.max(0, first); column <= last; column++) {
    const middle = spot.y + spot.slope * (left + SIDE * (column + 0.5) - spot.x)
    const [from, to] = [middle - spot.high / 2, middle + spot.high / 2].map((y) => Math.floor((y - top) / SIDE))
    for (let line = Math.max(0, from ?? 0); line <= (to ?? -1); line++) {
      const [x, y] = [left + SIDE * column, top + SIDE * line]
      if (x + SIDE > bitmap.width || y + SIDE > bitmap.height) continue
      wavesAt(bitmap, x, y, waves)
      squares++
      for (const [n, strength] of waves.entries()) {
        const step = steps[n] as number
        if (step < FINEST) continue
        count++
        if (Math.abs(strength - step * Math.round(strength / step)) > ROUNDED) off++
      }
    }
  }
  return squares < LEAST_SQUARES || count === 0 ? undefined : off / count
}

/**
 * Values whose strengths lie between the steps in which all the rest of the picture was counted: what was put into a
 * picture after its only compression, and kept without another. Pure.
 */
export function offLattice(lattice: Lattice, words: readonly SeenWord[]): Trace[] {
  if (lattice.steps.filter((step) => step >= FINEST).length < LEAST_WAVES) return []
  const found = words.flatMap((word, at) => {
    const off = /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(word.text) ? offUnder(lattice, word) : undefined
    return off === undefined ? [] : [{ at, off, value: word.value }]
  })
  if (found.length < LEAST_WORDS || median(found.map(({ off }) => off)) > PAGE) return []
  const strange = found.filter(({ off }) => off >= STRANGE)
  const labels = strange.filter(({ value }) => !value).length
  if (strange.length > MOST * found.length || labels > strange.length - labels + 1) return []
  const what = 'it is no part of the compression that the rest of the picture went through'
  return strange
    .filter(({ value }) => value)
    .map(({ at, off }) => ({ at, kind: 'pasted' as const, clear: off >= CLEAR, what }))
}
