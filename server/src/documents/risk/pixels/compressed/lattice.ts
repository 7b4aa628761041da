import type { Bitmap } from '../../../ocr/bitmap.ts'
import type { Squares } from '../on-picture.ts'
import { stepOf } from './steps.ts'
import { SIDE, WAVES, wavesAt } from './waves.ts'

/** How the last JPEG compression counted a picture's waves. */
export interface Lattice {
  bitmap: Bitmap
  /** Where the first square begins, in pixels. */
  x: number
  y: number
  /** Squares to a row, and rows. */
  across: number
  down: number
  /** The step that each wave is counted in; 1 where it is not told. */
  steps: readonly number[]
  /** Strengths of each wave in squares spread over the picture, and in such as lie across the real ones. */
  own: readonly Float32Array[]
  off: readonly Float32Array[]
}

/** So many squares tell what is usual. */
const SAMPLED = 12_000
/** How far the squares lie off, both ways, that tell what strengths would be had they been counted in no steps. */
const OFF = 4

/** Undefined for a picture of less than four squares; some 0.2 s a page. Pure. */
export function latticeOf(bitmap: Bitmap, { x, y }: Squares): Lattice | undefined {
  const [across, down] = [Math.floor((bitmap.width - x) / SIDE), Math.floor((bitmap.height - y) / SIDE)]
  if (across < 2 || down < 2) return undefined
  const [own, off] = [sampled(bitmap, x, y), sampled(bitmap, x + OFF, y + OFF)]
  return { bitmap, x, y, across, down, steps: own.map(stepOf), own, off }
}

function sampled(bitmap: Bitmap, x: number, y: number): Float32Array[] {
  const [across, down] = [Math.floor((bitmap.width - x) / SIDE), Math.floor((bitmap.height - y) / SIDE)]
  const every = Math.max(1, Math.floor((across * down) / SAMPLED))
  const count = Math.floor((across * down) / every)
  const found = WAVES.map(() => new Float32Array(count))
  const waves = new Float32Array(WAVES.length)
  for (let at = 0; at < count; at++) {
    // A line's squares are skipped by a place more each time, so that no column of the page is left out.
    const square = at * every + ((at * 7) % every)
    wavesAt(bitmap, x + SIDE * (square % across), y + SIDE * Math.floor(square / across), waves)
    for (let n = 0; n < waves.length; n++) (found[n] as Float32Array)[at] = waves[n] as number
  }
  return found
}
