import type { Bitmap } from '../../../ocr/bitmap.ts'
import type { Squares } from '../on-picture.ts'
import { SIDE, WAVES, wavesAt } from './waves.ts'

/** The steps of brightness that JPEG's own annex K gives, for each wave looked at, at quality 50. */
const ANNEX = [11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24]
const [COARSEST, FINEST] = [30, 98]
/** Squares that print crosses: so many levels apart, and no more of them than this. */
const [CROSSED, MOST, LEAST] = [30, 2_000, 60]
/** How well strengths fit whole steps on average, 1 exactly and 0 by chance; the next quality but one lies below. */
const FITS = 0.3

/**
 * The steps of a picture that was saved with the usual tables. Paper that is overexposed has no strengths, and edges at
 * it are cut off, so that no wave tells its step for itself; all of them together tell the quality. Undefined for other
 * tables and where nothing is told. Pure.
 */
export function usualSteps(bitmap: Bitmap, squares: Squares): number[] | undefined {
  const strengths = crossedSquares(bitmap, squares)
  const fits = WAVES.map(() => new Map<number, number>())
  let best: { steps: number[]; fit: number } | undefined
  for (let quality = COARSEST; quality <= FINEST; quality++) {
    const steps = stepsAt(quality)
    const each = steps.flatMap((step, n) => {
      const known = fits[n] as Map<number, number>
      const fit = known.get(step) ?? fitOf(strengths[n] as number[], step)
      known.set(step, fit)
      return Number.isNaN(fit) ? [] : [fit]
    })
    const fit = each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length)
    if (each.length > WAVES.length / 2 && fit > (best?.fit ?? FITS)) best = { steps, fit }
  }
  return best?.steps
}

function stepsAt(quality: number): number[] {
  const scale = quality < 50 ? 5_000 / quality : 200 - 2 * quality
  return ANNEX.map((step) => Math.max(1, Math.floor((step * scale + 50) / 100)))
}

/** NaN where a step is too fine, or too few strengths are more than nothing. */
function fitOf(strengths: readonly number[], step: number): number {
  let [sum, count] = [0, 0]
  for (const strength of strengths) {
    if (Math.abs(strength) <= step / 2) continue
    sum += Math.cos((2 * Math.PI * strength) / step)
    count++
  }
  return step < 2 || count < LEAST ? Number.NaN : sum / count
}

function crossedSquares(bitmap: Bitmap, { x, y }: Squares): number[][] {
  const found = WAVES.map((): number[] => [])
  const places: [number, number][] = []
  for (let top = y; top + SIDE <= bitmap.height; top += SIDE)
    for (let left = x; left + SIDE <= bitmap.width; left += SIDE)
      if (isCrossed(bitmap, left, top)) places.push([left, top])
  const every = Math.max(1, Math.floor(places.length / MOST))
  const waves = new Float32Array(WAVES.length)
  for (let at = 0; at < places.length; at += every) {
    wavesAt(bitmap, ...(places[at] as [number, number]), waves)
    for (const [n, strength] of waves.entries()) found[n]?.push(strength)
  }
  return found
}

function isCrossed({ width, data }: Bitmap, left: number, top: number): boolean {
  let [darkest, brightest] = [255, 0]
  for (let row = top; row < top + SIDE; row += 2)
    for (let at = row * width + left, end = at + SIDE; at < end; at++) {
      const level = data[at] as number
      if (level < darkest) darkest = level
      if (level > brightest) brightest = level
    }
  return brightest - darkest >= CROSSED
}
