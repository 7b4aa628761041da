import { type Bitmap, shrink } from './bitmap.ts'
import { type Component, componentsOf } from './components.ts'

/** A pixel is ink when it is darker than its surroundings' mean by a share that falls with their contrast (Sauvola). */
const SENSITIVITY = 0.2

/** Half the side of the surroundings, in inches: about a line of print. */
const SURROUNDINGS = 0.07

/** 1 where there is ink, whatever the ground it is printed on. */
export function inkOf(bitmap: Bitmap, dpi: number): Uint8Array {
  const { width, height, data } = bitmap
  const small = shrink(bitmap, 2)
  const limits = limitsOf(small, Math.max(2, Math.round((SURROUNDINGS * dpi) / 2)))
  const ink = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    const row = Math.min(y >> 1, small.height - 1) * small.width
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if ((data[at] as number) < (limits[row + Math.min(x >> 1, small.width - 1)] as number)) ink[at] = 1
    }
  }
  return ink
}

// Sums of columns slide down the page and a window slides along them.
function limitsOf({ width, height, data }: Bitmap, reach: number): Uint8Array {
  const limits = new Uint8Array(data.length)
  const sums = new Int32Array(width)
  const squares = new Int32Array(width)
  const addRow = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const level = data[at] as number
      sums[x] = (sums[x] as number) + sign * level
      squares[x] = (squares[x] as number) + sign * level * level
    }
  }
  for (let y = 0; y < Math.min(reach, height); y++) addRow(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + reach < height) addRow(y + reach, 1)
    if (y - reach - 1 >= 0) addRow(y - reach - 1, -1)
    const rows = Math.min(height - 1, y + reach) - Math.max(0, y - reach) + 1
    let [sum, square] = [0, 0]
    for (let x = 0; x < Math.min(reach, width); x++) {
      sum += sums[x] as number
      square += squares[x] as number
    }
    for (let x = 0; x < width; x++) {
      if (x + reach < width) {
        sum += sums[x + reach] as number
        square += squares[x + reach] as number
      }
      if (x - reach - 1 >= 0) {
        sum -= sums[x - reach - 1] as number
        square -= squares[x - reach - 1] as number
      }
      const count = rows * (Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1)
      const mean = sum / count
      const deviation = Math.sqrt(Math.max(0, square / count - mean * mean))
      limits[y * width + x] = mean * (1 - SENSITIVITY * (1 - deviation / 128))
    }
  }
  return limits
}

/** A bar is at least so wide and high, in inches, so much of its box is dark, and it is dark so long without a break. */
const [WIDE, HIGH, FULL, SOLID] = [0.3, 0.1, 0.5, 0.12]

/** Darker than this on an evenly lit page, a ground may carry white print. */
const DARK = 185

/** So much lighter or darker than its ground is print. */
const PRINT = 40

/** White print on dark bars turned into dark print on white, where there is any. */
export function invertBars(bitmap: Bitmap, dpi: number): Bitmap {
  const { width, height, data } = bitmap
  const dark = darkRuns(bitmap, Math.round(SOLID * dpi))
  const bars = componentsOf({ width, height, data: dark }).filter((part) => isBar(part, dpi))
  if (bars.length === 0) return bitmap
  const out = { width, height, data: data.slice() }
  for (const { x0, y0, x1, y1 } of bars) {
    const ground = groundOf(bitmap, x0, y0, x1, y1)
    if (ground === undefined) continue
    for (let y = y0; y < y1; y++) {
      for (let at = y * width + x0; at < y * width + x1; at++) {
        const lighter = Math.max(0, (data[at] as number) - ground)
        out.data[at] = 255 - Math.min(255, (lighter * 255) / (255 - ground))
      }
    }
  }
  return out
}

// Only what is dark for a while along its row: the rules that hang on a bar are no part of it.
function darkRuns({ width, height, data }: Bitmap, shortest: number): Uint8Array {
  const dark = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    let start = 0
    for (let x = 0; x <= width; x++) {
      if (x < width && (data[y * width + x] as number) < DARK) continue
      if (x - start >= shortest) dark.fill(1, y * width + start, y * width + x)
      start = x + 1
    }
  }
  return dark
}

function isBar({ x0, x1, y0, y1, ink }: Component, dpi: number): boolean {
  return x1 - x0 >= WIDE * dpi && y1 - y0 >= HIGH * dpi && ink >= FULL * (x1 - x0) * (y1 - y0)
}

// The brightness of a bar; undefined where what stands on it is darker than the bar itself.
function groundOf({ width, data }: Bitmap, x0: number, y0: number, x1: number, y1: number): number | undefined {
  const levels: number[] = []
  for (let y = y0; y < y1; y += 2) for (let x = x0; x < x1; x += 2) levels.push(data[y * width + x] as number)
  levels.sort((a, b) => a - b)
  const ground = Math.min(DARK, levels[Math.floor(levels.length / 2)] as number)
  const darker = levels.filter((level) => level < ground - PRINT).length
  const lighter = levels.filter((level) => level > ground + PRINT).length
  return lighter > darker ? ground : undefined
}
