import { type Bitmap, blank } from './bitmap.ts'
import type { TextLine } from './text-lines.ts'

/** Pieces of text lines set one below the other in one column, and where each came from. */
export interface Pack {
  bitmap: Bitmap
  slots: Slot[]
}

interface Slot {
  line: TextLine
  /** Rows of the pack that the piece takes, and its left edge. */
  top: number
  bottom: number
  left: number
  /** Pixels of the pack a pixel of the page. */
  scale: number
}

/** Pieces are brought to the ideal height, in pixels, when they are lower or higher than the others. */
export interface Heights {
  low: number
  ideal: number
  high: number
}

/** Measured on 50 pages of many layouts: 16 to 80 loses a twelfth of the numbers, 36 to 50 a hundredth. */
export const PLAIN: Heights = { low: 26, ideal: 36, high: 60 }

/** For a second look. */
export const LARGE: Heights = { low: 46, ideal: 52, high: 56 }

const MARGIN = 16

/** Enlarging a speck makes no letter of it. */
const MOST = 3

/** Sets pieces in one column, for Tesseract to read as a block of even lines. */
export function pack(page: Bitmap, lines: readonly TextLine[], all = lines, heights = PLAIN): Pack {
  const neighbours = (line: TextLine) => all.filter((other) => other !== line && meets(line, other))
  const slots: Slot[] = []
  let top = MARGIN
  let width = 64
  for (const line of lines) {
    const high = line.y1 - line.y0
    const near = high >= heights.low && high <= heights.high
    const scale = near ? 1 : Math.min(MOST, heights.ideal / high)
    const bottom = top + Math.ceil(high * scale)
    slots.push({ line, top, bottom, left: MARGIN, scale })
    width = Math.max(width, Math.ceil((line.x1 - line.x0) * scale) + 2 * MARGIN)
    top = bottom + MARGIN
  }
  const bitmap = blank(width, top)
  for (const slot of slots) {
    place(page, slot, bitmap)
    for (const other of neighbours(slot.line)) hide(other, slot, bitmap)
    darken(bitmap, slot)
  }
  return { bitmap, slots }
}

/** A pixel of the pack, as one of the page. */
export function unpack({ line, top, left, scale }: Slot, x: number, y: number): [x: number, y: number] {
  return [line.x0 + (x - left) / scale, line.y0 + (y - top) / scale]
}

// A little of the paper around comes along where it is free, for the blurred edge of the letters.
const HALO = 2

function place(page: Bitmap, { line, top, left, scale }: Slot, into: Bitmap): void {
  const [wide, high] = [Math.ceil((line.x1 - line.x0) * scale), Math.ceil((line.y1 - line.y0) * scale)]
  for (let y = -HALO; y < high + HALO; y++) {
    const at = (top + y) * into.width + left
    const row = into.data.subarray(at - HALO, at + wide + HALO)
    if (scale === 1) copyRow(page, line.x0 - HALO, line.y0 + y, row)
    else if (scale > 1) enlargeRow(page, line, y / scale, scale, row)
    else for (let x = 0; x < row.length; x++) row[x] = mean(page, line, (x - HALO) / scale, y / scale, 1 / scale)
  }
}

// What lies beside the page stays paper.
function copyRow({ width, height, data }: Bitmap, x: number, y: number, into: Uint8Array): void {
  if (y < 0 || y >= height) return
  const [from, to] = [Math.max(x, 0), Math.min(x + into.length, width)]
  if (from < to) into.set(data.subarray(y * width + from, y * width + to), from - x)
}

function meets(a: TextLine, b: TextLine): boolean {
  return a.x0 - HALO < b.x1 && b.x0 < a.x1 + HALO && a.y0 - HALO < b.y1 && b.y0 < a.y1 + HALO
}

// Where lines stand close, the letters of the next one reach into this one's box.
function hide(other: TextLine, { line, top, left, scale }: Slot, into: Bitmap): void {
  for (const { x0, y0, x1, y1 } of other.parts) {
    const [fromX, toX] = [Math.max(x0 - 1, line.x0 - HALO), Math.min(x1 + 1, line.x1 + HALO)]
    const [fromY, toY] = [Math.max(y0 - 1, line.y0 - HALO), Math.min(y1 + 1, line.y1 + HALO)]
    if (fromX >= toX || fromY >= toY) continue
    const own = line.parts.filter((part) => part.x0 < toX && part.x1 > fromX && part.y0 < toY && part.y1 > fromY)
    for (let y = Math.floor((fromY - line.y0) * scale); y < (toY - line.y0) * scale; y++) {
      for (let x = Math.floor((fromX - line.x0) * scale); x < (toX - line.x0) * scale; x++) {
        const [u, v] = [line.x0 + x / scale, line.y0 + y / scale]
        if (own.some((part) => u >= part.x0 - 1 && u <= part.x1 && v >= part.y0 - 1 && v <= part.y1)) continue
        const [px, py] = [left + x, top + y]
        if (px >= 0 && py >= 0 && px < into.width && py < into.height) into.data[py * into.width + px] = 255
      }
    }
  }
}

// Pale print beside black print would fall on the paper's side when Tesseract parts dark from light for the whole pack.
function darken({ width, data }: Bitmap, { top, bottom }: Slot): void {
  const rows = data.subarray((top - HALO) * width, (bottom + HALO) * width)
  const counts = new Uint32Array(256)
  let ink = 0
  for (let at = 0; at < rows.length; at++) {
    const level = rows[at] as number
    counts[level] = (counts[level] as number) + 1
    if (level < 230) ink++
  }
  let darkest = 0
  for (let seen = counts[0] as number; seen < 0.15 * ink && darkest < 200; ) seen += counts[++darkest] as number
  if (darkest < 40) return
  for (let at = 0; at < rows.length; at++)
    rows[at] = Math.max(0, (((rows[at] as number) - darkest) * 255) / (255 - darkest))
}

function mean(page: Bitmap, { x0, y0 }: TextLine, x: number, y: number, step: number): number {
  let sum = 0
  let count = 0
  for (let v = 0; v < step; v++) {
    for (let u = 0; u < step; u++) {
      sum += pixel(page, Math.floor(x0 + x + u), Math.floor(y0 + y + v))
      count++
    }
  }
  return sum / count
}

// Straight means between the pixels around each place; both rows of them are read once for all that lie between.
function enlargeRow(page: Bitmap, { x0, y0 }: TextLine, y: number, scale: number, into: Uint8Array): void {
  const j = Math.floor(y)
  const fy = y - j
  const first = Math.floor(-HALO / scale)
  let [at, left, lowLeft] = [first, pixel(page, x0 + first, y0 + j), pixel(page, x0 + first, y0 + j + 1)]
  let [right, lowRight] = [pixel(page, x0 + first + 1, y0 + j), pixel(page, x0 + first + 1, y0 + j + 1)]
  for (let k = 0; k < into.length; k++) {
    const x = (k - HALO) / scale
    if (x >= at + 1) {
      at++
      left = right
      lowLeft = lowRight
      right = pixel(page, x0 + at + 1, y0 + j)
      lowRight = pixel(page, x0 + at + 1, y0 + j + 1)
    }
    const fx = x - at
    into[k] = (left * (1 - fx) + right * fx) * (1 - fy) + (lowLeft * (1 - fx) + lowRight * fx) * fy
  }
}

function pixel({ width, height, data }: Bitmap, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : (data[y * width + x] as number)
}
