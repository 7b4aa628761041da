import { ACROSS, UP } from './raster.ts'

/** How a character is drawn: its rasters in the faces of the world, each of length one. */
export interface Shape {
  character: string
  rasters: readonly Float32Array[]
  /** The same along their rows. */
  rows: readonly Float32Array[]
}

/** Shapes as a file has them: softened rasters of ACROSS x UP cells, a hexadecimal digit each. */
export function shapesIn(file: Readonly<Record<string, readonly string[]>>): Shape[] {
  return Object.entries(file).map(([character, written]) => {
    const rasters = written.map((raster) => unit(Float32Array.from(raster, (cell) => Number.parseInt(cell, 16))))
    return { character, rasters, rows: rasters.map(rowsOf) }
  })
}

/** A raster as shapes are compared with it. */
export const comparable = (raster: Float32Array): Float32Array => unit(softened(raster))

/** 0 for the same shape, 1 for one without a common cell, and of a character that has no shape. */
export function distance(shape: Shape | undefined, cells: Float32Array): number {
  return Math.min(1, ...(shape?.rasters ?? []).map((raster) => 1 - product(raster, cells)))
}

/** A raster this near to a character's shapes shows it where it is not much nearer to another's, or so near to them. */
const [AS_SAID, MUCH, SURELY] = [0.12, 0.5, 0.03]

/** Whether a raster shows what it is said to be, and nothing else. */
export function isAsSaid(cells: Float32Array, said: Shape | undefined, others: readonly Shape[]): boolean {
  const own = distance(said, cells)
  if (own < SURELY || own > AS_SAID) return own < SURELY
  const rows = rowsOf(cells)
  return !others.some(({ rasters, rows: all }) =>
    rasters.some(
      (raster, at) => isNear(all[at] as Float32Array, rows, MUCH * own) && isNear(raster, cells, MUCH * own),
    ),
  )
}

/** Whether two have no more than this distance: of vectors of length one, and of what these have along fewer lines. */
function isNear(a: Float32Array, b: Float32Array, far: number): boolean {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += ((a[at] as number) - (b[at] as number)) ** 2
  return sum <= 2 * far
}

/** A raster along its rows: what is not near along these is not near at all, and most are not. */
function rowsOf(cells: Float32Array): Float32Array {
  const rows = new Float32Array(UP)
  for (let at = 0; at < cells.length; at++) {
    const row = Math.floor(at / ACROSS)
    rows[row] = (rows[row] as number) + (cells[at] as number) / Math.sqrt(ACROSS)
  }
  return rows
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

function unit(cells: Float32Array): Float32Array {
  const length = Math.sqrt(product(cells, cells)) || 1
  return cells.map((cell) => cell / length)
}

/** Each cell as the mean of those around it, so that strokes a little thicker or elsewhere still meet. */
function softened(cells: Float32Array): Float32Array {
  const across = cells.map((cell, at) => 2 * cell + (cells[besides(at, -1)] ?? 0) + (cells[besides(at, 1)] ?? 0))
  return across.map((cell, at) => (2 * cell + (across[at - ACROSS] ?? 0) + (across[at + ACROSS] ?? 0)) / 16)
}

const besides = (at: number, by: number) => {
  const x = (at % ACROSS) + by
  return x < 0 || x >= ACROSS || at >= ACROSS * UP ? -1 : at + by
}
