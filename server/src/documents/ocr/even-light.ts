import { type Bitmap, shrink } from './bitmap.ts'

/** Side of the blocks whose brightness is compared, in pixels. */
const BLOCK = 32

/** Darker than this share of the page's own white, a block is something printed and no shadow. */
const SHADOW = 0.55

/**
 * The page as if evenly lit: each pixel divided by the brightness of the paper around it, the paper becoming white.
 * What is darker than any shadow (a black bar with white text) stays dark.
 */
export function evenLight(bitmap: Bitmap): Bitmap {
  const { width, height, data } = bitmap
  const paper = paperOf(bitmap)
  const out = new Uint8Array(data.length)
  const row = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    fillRow(row, paper, y)
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const level = ((data[at] as number) * 262) / (row[x] as number)
      out[at] = level > 255 ? 255 : level
    }
  }
  return { width, height, data: out }
}

// A block's paper is the brightness that only a tenth of it exceeds, taken from means of 2 x 2 so that the sensor's
// noise does not pass for brighter paper.
function paperOf(bitmap: Bitmap): Bitmap {
  const small = shrink(bitmap, 2)
  const side = BLOCK / 2
  const [w, h] = [Math.max(1, Math.floor(small.width / side)), Math.max(1, Math.floor(small.height / side))]
  const levels = new Uint8Array(w * h)
  const all = new Uint32Array(256)
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++) {
      const level = brightest(small, i * side, j * side, side, 0.8)
      levels[j * w + i] = level
      all[level] = (all[level] as number) + 1
    }
  }
  const white = quantile(all, 0.75, w * h)
  for (const [at, level] of levels.entries()) if (level < white * SHADOW) levels[at] = white
  return smooth({ width: w, height: h, data: levels })
}

const counts = new Uint32Array(256)

function brightest({ width, height, data }: Bitmap, x0: number, y0: number, side: number, share: number): number {
  counts.fill(0)
  let total = 0
  for (let y = y0; y < Math.min(y0 + side, height); y++) {
    for (let x = x0; x < Math.min(x0 + side, width); x++) {
      const level = data[y * width + x] as number
      counts[level] = (counts[level] as number) + 1
      total++
    }
  }
  return Math.max(1, quantile(counts, share, total))
}

function quantile(counts: Uint32Array, share: number, total: number): number {
  let seen = 0
  for (let level = 0; level < counts.length; level++) {
    seen += counts[level] as number
    if (seen >= share * total) return level
  }
  return 255
}

// The brightest of the neighbours, so that a block full of ink takes its neighbours' paper.
function smooth({ width, height, data }: Bitmap): Bitmap {
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 1
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
        for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
          most = Math.max(most, data[j * width + i] as number)
        }
      }
      out[y * width + x] = most
    }
  }
  return { width, height, data: out }
}

function fillRow(row: Float32Array, { width, height, data }: Bitmap, y: number): void {
  const v = Math.min(Math.max(y / BLOCK - 0.5, 0), height - 1)
  const [j, fy] = [Math.floor(v), v - Math.floor(v)]
  const below = Math.min(j + 1, height - 1)
  const column = (i: number) => (data[j * width + i] as number) * (1 - fy) + (data[below * width + i] as number) * fy
  for (let x = 0; x < row.length; ) {
    const i = Math.floor(Math.min(Math.max(x / BLOCK - 0.5, 0), width - 1))
    const [left, right] = [column(i), column(Math.min(i + 1, width - 1))]
    // Up to where the next block is the nearest one.
    const end = i === width - 1 ? row.length : Math.min(row.length, (i + 1.5) * BLOCK)
    for (; x < end; x++) {
      const u = Math.min(Math.max(x / BLOCK - 0.5, 0), width - 1)
      row[x] = left * (1 - (u - i)) + right * (u - i)
    }
  }
}
