import { type Bitmap, blank } from '../../ocr/bitmap.ts'
import { componentsOf } from '../../ocr/components.ts'
import type { Glyph } from './glyphs.ts'

/** A glyph, and how far it is to those beside it, in pixels. */
export interface Frame extends Glyph {
  before: number
  after: number
}

/** The ink of one digit with a margin of paper; `x` and `y` are its corner on the picture. */
export interface InkPatch {
  x: number
  y: number
  wide: number
  high: number
  /** 0 paper, 1 the word's ink; grain goes beyond both. */
  ink: Float32Array
}

/** Paper around a digit, in pixels. */
export const MARGIN = 3
/** From this share of the way from paper to ink on, a pixel belongs to a piece of print. */
const INKED = 0.4
/** A piece of print of which less lies in the digit's box is another one's. */
const OWN = 0.6
/** Mean ink of the paper around a digit: more is a stain, a stamp or a line. */
const STAINED = 0.14

/** What of the frame is the digit's own; undefined where it may be broken or the paper around it is stained. Pure. */
export function inkOf(bitmap: Bitmap, frame: Frame, tones: { paper: number; ink: number }): InkPatch | undefined {
  const patch = cut(bitmap, frame, tones)
  const others = othersIn(patch)
  if (!others) return undefined
  const [first, last] = [MARGIN - Math.floor(frame.before / 2), patch.wide - MARGIN + Math.floor(frame.after / 2)]
  let [paper, count] = [0, 0]
  for (let at = 0; at < patch.ink.length; at++) {
    const [column, row] = [at % patch.wide, Math.floor(at / patch.wide)]
    const boxed = span(column, column + 1, patch.wide) * span(row, row + 1, patch.high) > 0
    const mine = column >= first && column < last && (boxed || others[at] === 0)
    if (mine && (row === 0 || row === patch.high - 1 || column === 0 || column === patch.wide - 1)) {
      paper += patch.ink[at] as number
      count++
    }
    if (!mine) patch.ink[at] = 0
  }
  return count > 0 && Math.abs(paper / count) > STAINED ? undefined : patch
}

function cut({ width, height, data }: Bitmap, frame: Frame, { paper, ink }: { paper: number; ink: number }): InkPatch {
  const [x, y] = [frame.x - MARGIN, frame.y - MARGIN]
  const [wide, high] = [frame.wide + 2 * MARGIN, frame.high + 2 * MARGIN]
  const share = new Float32Array(wide * high)
  for (let at = 0; at < share.length; at++) {
    const [column, row] = [x + (at % wide), y + Math.floor(at / wide)]
    const inside = column >= 0 && row >= 0 && column < width && row < height
    share[at] = inside ? (paper - (data[row * width + column] as number)) / (paper - ink) : 0
  }
  return { x, y, wide, high, ink: share }
}

/**
 * 1 at the print of others and beside it, such as commas. Undefined where print stands right above or below, which
 * may be a stroke that broke off, or a rule.
 */
function othersIn({ wide, high, ink }: InkPatch): Uint8Array | undefined {
  const print: Bitmap = blank(wide, high)
  print.data.set(ink.map((share) => (share > INKED ? 1 : 0)))
  const others = new Uint8Array(wide * high)
  for (const { x0, y0, x1, y1 } of componentsOf(print)) {
    const inside = span(x0, x1, wide) * span(y0, y1, high)
    if (inside >= OWN * (x1 - x0) * (y1 - y0)) continue
    if (span(x0, x1, wide) > 1) return undefined
    for (let row = Math.max(0, y0 - 1); row < Math.min(high, y1 + 1); row++)
      others.fill(1, row * wide + Math.max(0, x0 - 1), row * wide + Math.min(wide, x1 + 1))
  }
  return others
}

const span = (from: number, to: number, extent: number) =>
  Math.max(0, Math.min(to, extent - MARGIN) - Math.max(from, MARGIN))
