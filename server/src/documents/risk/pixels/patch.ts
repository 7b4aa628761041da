import type { Bitmap } from '../../ocr/bitmap.ts'
import type { Spot } from './spot.ts'
import { tonesOf } from './tones.ts'

/** The pixels of one word, row by row along its line, told apart into paper and what is ink or near it. */
export interface Patch {
  wide: number
  high: number
  levels: Uint8Array
  /** Four times the pixel less its four neighbours: what is left where neither ink nor shade changes slowly. */
  rough: Int16Array
  /** 0 paper, 1 ink or near it. */
  inked: Uint8Array
  paper: number
  ink: number
}

/** Smaller ones show nothing. */
const [NARROWEST, LOWEST] = [6, 7]
/** From this share of the way from paper to ink on, a pixel is ink. */
const INKED = 0.22

/** Pixels within `reach` of ink are near it. Undefined where the word is small, pale, or not all there. Pure. */
export function patchOf(bitmap: Bitmap, spot: Spot, reach: number): Patch | undefined {
  const cut = cutOut(bitmap, spot)
  if (!cut) return undefined
  const tones = tonesOf(cut.levels)
  if (!tones) return undefined
  const { paper, ink } = tones
  return { ...cut, paper, ink, inked: inkedIn(cut, paper - INKED * (paper - ink), reach) }
}

type Cut = Pick<Patch, 'wide' | 'high' | 'levels' | 'rough'>

function cutOut({ width, height, data }: Bitmap, { x, y, wide, high, slope }: Spot): Cut | undefined {
  const [left, right, tall] = [Math.round(x - wide / 2) - 1, Math.round(x + wide / 2) + 2, Math.round(high)]
  const across = right - left
  if (!(across >= NARROWEST && tall >= LOWEST) || left < 1 || right >= width) return undefined
  const [levels, rough] = [new Uint8Array(across * tall), new Int16Array(across * tall)]
  for (let column = 0; column < across; column++) {
    const top = Math.round(y - tall / 2 + slope * (left + column - x))
    if (top < 1 || top + tall >= height) return undefined
    for (let row = 0, at = top * width + left + column; row < tall; row++, at += width) {
      const level = data[at] as number
      const around = (data[at - 1] as number) + (data[at + 1] as number)
      levels[row * across + column] = level
      rough[row * across + column] = 4 * level - around - (data[at - width] as number) - (data[at + width] as number)
    }
  }
  return { wide: across, high: tall, levels, rough }
}

function inkedIn({ wide, high, levels }: Cut, limit: number, reach: number): Uint8Array {
  const inked = new Uint8Array(levels.length)
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++)
      if ((levels[row * wide + column] as number) < limit) spread(inked, [wide, high], [column, row], reach)
  return inked
}

function spread(inked: Uint8Array, [wide, high]: [number, number], [x, y]: [number, number], reach: number): void {
  for (let row = Math.max(0, y - reach); row <= Math.min(high - 1, y + reach); row++)
    for (let at = row * wide + Math.max(0, x - reach); at <= row * wide + Math.min(wide - 1, x + reach); at++)
      inked[at] = 1
}
