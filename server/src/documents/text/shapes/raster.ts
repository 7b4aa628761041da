import { enclosingLines, type Outline } from './outline.ts'

/** Cells of a raster; figures are at most this wide for their height. */
export const [ACROSS, UP] = [14, 16]
/** Level lines through each row of cells along which ink is measured. */
const LINES = 4

/**
 * A glyph in a raster of its own height, the middle in the middle: how much of each cell is ink, 0 to 1, rows from the
 * top. Undefined where it has no ink.
 */
export function rasterOf(outline: Outline): Float32Array | undefined {
  const lines = enclosingLines(outline)
  const place = placeIn(lines.flat())
  if (!place) return undefined
  // What is right of an edge is ink, or ends there: each cell has what comes to that of those before it.
  const steps = new Float32Array((ACROSS + 2) * UP)
  for (const line of lines) {
    let from = place(line.at(-1) as Point)
    for (const point of line) {
      const to = place(point)
      cross(steps, from, to)
      from = to
    }
  }
  return summed(steps)
}

type Point = readonly [x: number, y: number]

/** From font units to cells, y down. */
function placeIn(points: readonly Point[]): ((point: Point) => Point) | undefined {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)]
  const high = UP / (y1 - y0)
  if (!Number.isFinite(high) || !(x1 > x0)) return undefined
  const wide = Math.min(high, ACROSS / (x1 - x0))
  return ([x, y]) => [(x - (x0 + x1) / 2) * wide + ACROSS / 2, (y1 - y) * high]
}

/** Notes where an edge crosses the level lines, by the way in which it does. */
function cross(steps: Float32Array, [x0, y0]: Point, [x1, y1]: Point): void {
  const [low, high, way] = y0 < y1 ? [y0, y1, 1] : [y1, y0, -1]
  for (let line = Math.ceil(low * LINES - 0.5); line + 0.5 < high * LINES; line++) {
    const x = x0 + (((line + 0.5) / LINES - y0) / (y1 - y0)) * (x1 - x0)
    const at = Math.floor(line / LINES) * (ACROSS + 2) + Math.floor(x)
    const later = x - Math.floor(x)
    steps[at] = (steps[at] as number) + (way * (1 - later)) / LINES
    steps[at + 1] = (steps[at + 1] as number) + (way * later) / LINES
  }
}

function summed(steps: Float32Array): Float32Array {
  const cells = new Float32Array(ACROSS * UP)
  for (let y = 0; y < UP; y++) {
    let sum = 0
    for (let x = 0; x < ACROSS; x++) {
      sum += steps[y * (ACROSS + 2) + x] as number
      cells[y * ACROSS + x] = Math.min(1, Math.abs(sum))
    }
  }
  return cells
}
