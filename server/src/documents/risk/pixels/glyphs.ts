import type { Bitmap } from '../../ocr/bitmap.ts'
import { componentsOf } from '../../ocr/components.ts'
import type { Spot } from './spot.ts'
import { tonesOf } from './tones.ts'

/** One letter or digit as it lies on the picture, in pixels; `of` is the place of its word among those looked at. */
export interface Glyph {
  of: number
  x: number
  y: number
  wide: number
  high: number
  /** Mean darkness of its parts, a grid laid over it. */
  sketch: Float32Array
}

/** Parts of a sketch, across and down. */
const [ACROSS, DOWN] = [4, 6]
/** Ink is what lies beyond this share of the way from paper to the darkest. */
const INKED = 0.45
/** A letter's extent in parts of its word's height: less is a comma, more are letters that touch. */
const [LOWEST, NARROWEST, WIDEST] = [0.45, 0.1, 0.9]

/** The letters of a word that stand apart from each other. Pure. */
export function glyphsOf(bitmap: Bitmap, spot: Spot, of: number): Glyph[] {
  const lean = Math.ceil((Math.abs(spot.slope) * spot.wide) / 2)
  const [left, right] = [Math.round(spot.x - spot.wide / 2) - 1, Math.round(spot.x + spot.wide / 2) + 2]
  const [top, bottom] = [Math.round(spot.y - spot.high / 2) - lean, Math.round(spot.y + spot.high / 2) + lean]
  if (left < 0 || top < 0 || right > bitmap.width || bottom > bitmap.height || right - left < 4) return []
  const ink = inkIn(bitmap, left, top, right - left, bottom - top)
  if (!ink) return []
  return componentsOf(ink).flatMap(({ x0, y0, x1, y1 }) => {
    const [wide, high] = [x1 - x0, y1 - y0]
    if (high < LOWEST * spot.high || wide < NARROWEST * spot.high || wide > WIDEST * spot.high) return []
    const place = { x: left + x0, y: top + y0, wide, high }
    return [{ of, ...place, sketch: sketchOf(bitmap, place) }]
  })
}

function inkIn({ width, data }: Bitmap, left: number, top: number, wide: number, high: number): Bitmap | undefined {
  const levels = new Uint8Array(wide * high)
  for (let row = 0; row < high; row++) {
    const from = (top + row) * width + left
    levels.set(data.subarray(from, from + wide), row * wide)
  }
  const tones = tonesOf(levels)
  if (!tones) return undefined
  const limit = tones.paper - INKED * (tones.paper - tones.ink)
  return { width: wide, height: high, data: levels.map((level) => (level < limit ? 1 : 0)) }
}

function sketchOf({ width, data }: Bitmap, { x, y, wide, high }: Omit<Glyph, 'of' | 'sketch'>): Float32Array {
  const [sums, counts] = [new Float32Array(ACROSS * DOWN), new Uint16Array(ACROSS * DOWN)]
  for (let row = 0; row < high; row++) {
    const part = Math.floor((row * DOWN) / high) * ACROSS
    for (let column = 0, at = (y + row) * width + x; column < wide; column++, at++) {
      const cell = part + Math.floor((column * ACROSS) / wide)
      sums[cell] = (sums[cell] as number) + (data[at] as number)
      counts[cell] = (counts[cell] as number) + 1
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] as number))
}
