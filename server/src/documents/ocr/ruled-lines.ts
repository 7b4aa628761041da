import { type Bitmap, turn } from './bitmap.ts'

/** A straight line of a bitmap, in its pixels; x1 and y1 are the first beyond it. */
export interface RuledLine {
  direction: 'across' | 'up'
  x0: number
  y0: number
  x1: number
  y1: number
}

/** In inches: a shorter run is no part of a line, a shorter line is a stroke of a letter, a thicker one is a bar. */
const [RUN, LONG, THICK] = [0.1, 0.3, 0.035]

/** A line upright may be as short as a form box is high, where it meets a line across. */
const SHORT = 0.18

/** A line that is no longer than this must be fine and stand free: letters in a row have their serifs in line too. */
const [WORD, FINE] = [1.5, 0.025]

/** The share of a free line's length along which something else may touch it, on either side. */
const FREE = 0.15

/**
 * Somewhere across its thickness a line is dark nearly without a break; a row of letters nowhere is, however small.
 * A line that is finer, in inches, than any letters are high may be dotted.
 */
const [SOLID, HAIR] = [0.8, 0.012]

/** Two lines that end so near to each other, in inches, are one with a break. */
const NEAR = 0.06

/** How much darker than the paper on both sides a line must be, in 256 steps. */
const DARKER = 28

/** Ruled lines of an upright, evenly lit page with `dpi` pixels an inch. */
export function ruledLines(bitmap: Bitmap, dpi: number): RuledLine[] {
  const across = linesAcross(bitmap, dpi, LONG * dpi)
  const up = linesAcross(turn(bitmap, 90), dpi, SHORT * dpi).map((line): RuledLine => {
    // A quarter turn clockwise took (x, y) to (height - 1 - y, x).
    return { direction: 'up', x0: line.y0, x1: line.y1, y0: bitmap.height - line.x1, y1: bitmap.height - line.x0 }
  })
  const near = 0.03 * dpi
  const meets = (line: RuledLine) =>
    across.some(
      ({ x0, y0, x1, y1 }) =>
        x0 - near <= line.x1 && x1 + near >= line.x0 && y0 - near <= line.y1 && y1 + near >= line.y0,
    )
  return [...across, ...up.filter((line) => line.y1 - line.y0 >= 2 * LONG * dpi || meets(line))]
}

function linesAcross(bitmap: Bitmap, dpi: number, long: number): RuledLine[] {
  const runs = runsAcross(bitmap, dpi)
  return bridged(bitmap, joined(runs, Math.round(0.03 * dpi)), dpi)
    .filter(({ x0, x1, y0, y1 }) => x1 - x0 >= long && y1 - y0 <= Math.max(THICK * dpi, 0.004 * (x1 - x0)))
    .filter((run) => run.x1 - run.x0 > WORD * dpi || (run.y1 - run.y0 <= FINE * dpi && standsFree(bitmap, run, dpi)))
    .filter((run) => run.y1 - run.y0 <= HAIR * dpi || isSolid(bitmap, run, dpi))
    .map((line) => ({ direction: 'across' as const, ...line }))
}

// By pieces, as a long line may climb by more than it is thick.
function isSolid({ width, data }: Bitmap, { x0, x1, y0, y1 }: Run, dpi: number): boolean {
  const piece = Math.round(LONG * dpi)
  let solid = 0
  for (let from = x0; from < x1; from += piece) {
    const to = Math.min(x1, from + piece)
    let most = 0
    for (let y = y0; y < y1; y++) most = Math.max(most, inked(data.subarray(y * width + from, y * width + to)))
    solid += most * (to - from)
  }
  return solid >= SOLID * (x1 - x0)
}

// The share that is nearer to the darkest of the row than to the paper: a blurred gap between letters is grey as well.
function inked(row: Uint8Array): number {
  const darkest = row.toSorted()[Math.floor(row.length * 0.15)] as number
  if (darkest > 255 - DARKER) return 0
  let dark = 0
  for (const level of row) if (level < (255 + darkest) / 2) dark++
  return dark / row.length
}

interface Run {
  x0: number
  x1: number
  y0: number
  y1: number
}

// A pixel belongs to a line when it is darker than the paper both above and below it. Brightness is averaged along the
// line first: noise would tear it apart.
function runsAcross({ width, height, data }: Bitmap, dpi: number): Run[] {
  const reach = Math.max(2, Math.round(THICK * dpi))
  const shortest = Math.round(RUN * dpi)
  const half = Math.max(1, Math.round(dpi / 80))
  const runs: Run[] = []
  const even = averaged({ width, height, data }, half)
  for (let y = reach; y < height - reach; y++) {
    const [above, here, below] = [(y - reach) * width, y * width, (y + reach) * width]
    let start = -1
    for (let x = 0; x < width; x++) {
      const level = (even[here + x] as number) + DARKER
      if (level < (even[above + x] as number) && level < (even[below + x] as number)) {
        if (start < 0) start = x
      } else if (start >= 0) {
        if (x - start >= shortest) runs.push({ x0: start, x1: x, y0: y, y1: y + 1 })
        start = -1
      }
    }
    if (start >= 0 && width - start >= shortest) runs.push({ x0: start, x1: width, y0: y, y1: y + 1 })
  }
  return runs
}

// Each row by itself; beyond its ends it goes on as it ends.
function averaged({ width, height, data }: Bitmap, half: number): Uint8Array {
  const out = new Uint8Array(data.length)
  const count = 2 * half + 1
  const means = Uint8Array.from({ length: 255 * count + 1 }, (_, sum) => sum / count)
  for (let from = 0; from < height * width; from += width) {
    const last = from + width - 1
    let sum = half * (data[from] as number)
    for (let at = from; at < from + half; at++) sum += data[Math.min(at, last)] as number
    for (let at = from; at <= last; at++) {
      sum += data[at + half > last ? last : at + half] as number
      out[at] = means[sum] as number
      sum -= data[at - half < from ? from : at - half] as number
    }
  }
  return out
}

// Where a number stands on the line, only the line's lower side is paper. Pieces are one line when ink leads from one
// to the next at their height.
function bridged(bitmap: Bitmap, runs: Run[], dpi: number): Run[] {
  const isFree = (run: Run) => standsFree(bitmap, run, dpi)
  const sorted = runs.toSorted((a, b) => a.x0 - b.x0)
  const lines: Run[] = []
  for (const run of sorted) {
    const before = lines.findLast((line) => run.y0 <= line.y1 && run.y1 >= line.y0 && run.x0 >= line.x0)
    const near = before && run.x0 - before.x1 <= NEAR * dpi && isFree(run) && isFree(before)
    if (before && (near || run.x0 <= before.x1 || isInked(bitmap, before, run))) {
      before.x1 = Math.max(before.x1, run.x1)
      before.y0 = Math.min(before.y0, run.y0)
      before.y1 = Math.max(before.y1, run.y1)
    } else {
      lines.push({ ...run })
    }
  }
  return lines
}

function isInked({ width, data }: Bitmap, left: Run, right: Run): boolean {
  const [top, bottom] = [Math.min(left.y0, right.y0), Math.max(left.y1, right.y1)]
  let inked = 0
  for (let x = left.x1; x < right.x0; x++) {
    for (let y = top; y < bottom; y++) {
      if ((data[y * width + x] as number) > 255 - 2 * DARKER) continue
      inked++
      break
    }
  }
  return inked >= 0.95 * (right.x0 - left.x1)
}

// Strokes of letters would join it from above or from below.
function standsFree({ width, height, data }: Bitmap, { x0, x1, y0, y1 }: Run, dpi: number): boolean {
  const apart = Math.max(2, Math.round(dpi / 70))
  const strokes = (y: number) => {
    if (y < 0 || y >= height) return 0
    let dark = 0
    for (let x = x0; x < x1; x++) if ((data[y * width + x] as number) < 255 - 2 * DARKER) dark++
    return dark / (x1 - x0)
  }
  return strokes(y0 - apart) < FREE && strokes(y1 - 1 + apart) < FREE
}

// Runs of neighbouring rows that touch, or follow each other within `gap`, are one line.
function joined(runs: Run[], gap: number): Run[] {
  const open: Run[] = []
  const done: Run[] = []
  for (const run of runs) {
    for (let i = open.length - 1; i >= 0; i--) {
      if ((open[i] as Run).y1 < run.y0 - 1) done.push(...open.splice(i, 1))
    }
    const touching = open.filter(({ x0, x1 }) => x0 - gap <= run.x1 && x1 + gap >= run.x0)
    const merged = { ...run }
    for (const other of touching) {
      open.splice(open.indexOf(other), 1)
      merged.x0 = Math.min(merged.x0, other.x0)
      merged.x1 = Math.max(merged.x1, other.x1)
      merged.y0 = Math.min(merged.y0, other.y0)
      merged.y1 = Math.max(merged.y1, other.y1)
    }
    open.push(merged)
  }
  return [...done, ...open]
}

/**
 * The page without its ruled lines: Tesseract takes a box around a number for a letter, or the whole form for a
 * picture. Strokes that cross a line stay.
 */
export function eraseLines(bitmap: Bitmap, lines: readonly RuledLine[], dpi: number): Bitmap {
  const clean = { ...bitmap, data: bitmap.data.slice() }
  const halo = Math.max(1, Math.round(dpi / 120))
  for (const line of lines) if (line.direction === 'across') eraseAcross(clean, line, halo)
  if (!lines.some(({ direction }) => direction === 'up')) return clean
  const turned = turn(clean, 90)
  for (const { direction, x0, x1, y0, y1 } of lines) {
    if (direction === 'across') continue
    eraseAcross(turned, { x0: bitmap.height - y1, x1: bitmap.height - y0, y0: x0, y1: x1 }, halo)
  }
  return turn(turned, 270)
}

function eraseAcross({ width, height, data }: Bitmap, { x0, x1, y0, y1 }: Run, halo: number): void {
  const [top, bottom] = [Math.max(0, y0 - halo), Math.min(height, y1 + halo)]
  const dark = (x: number, y: number) => y >= 0 && y < height && (data[y * width + x] as number) < 255 - 3 * DARKER
  for (let x = Math.max(0, x0 - halo); x < Math.min(width, x1 + halo); x++) {
    if (dark(x, top - 1) && dark(x, bottom)) continue
    for (let y = top; y < bottom; y++) data[y * width + x] = 255
  }
}
