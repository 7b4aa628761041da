import figures from './figures.json' with { type: 'json' }
import { ACROSS, UP } from './raster.ts'

/**
 * How the ten figures are drawn: softened rasters of ACROSS x UP cells, a hexadecimal digit each. They are the middles
 * of clusters (distance 0.05) of the figures of 148 faces of 32 families; what one face alone draws is not among them.
 */
const SHAPES = Object.entries(figures).map(([figure, rasters]) => ({
  figure,
  rasters: rasters.map((raster) => unit(Float32Array.from(raster, (cell) => Number.parseInt(cell, 16)))),
}))

/** This near to a shape it is the figure; this far from all of another's it is not that one. */
const [IS, IS_NOT] = [0.08, 0.06]
/**
 * And so much nearer to the one than to the other. Measured with each family left out of the shapes: none of 1,500
 * figures of 148 faces seems another one, and 12,239 of 13,500 that are said to be others are told.
 */
const TIMES = 2.5
/** A box full of ink is no figure: those leave a third of theirs free. */
const FULL = 0.8

/**
 * The figure that a raster shows where it is not the one that it is said to be, or said to be none; undefined where it
 * is as said, or where that cannot be told.
 */
export function otherFigure(raster: Float32Array, said: string): string | undefined {
  if (raster.reduce((sum, cell) => sum + cell, 0) > FULL * raster.length) return undefined
  const cells = unit(softened(raster))
  const own = distanceTo(said, cells)
  if (own < IS_NOT) return undefined
  const others = SHAPES.filter(({ figure }) => figure !== said)
  const [first, second] = others
    .map(({ figure }) => ({ figure, distance: distanceTo(figure, cells) }))
    .toSorted((a, b) => a.distance - b.distance)
  if (!first || first.distance > IS) return undefined
  const next = said === '' ? (second?.distance ?? 1) : own
  return next > TIMES * first.distance ? first.figure : undefined
}

/** The figure that a raster is nearest to; undefined where it is near none. Of one alone this is said too easily. */
export function likestFigure(raster: Float32Array): string | undefined {
  const cells = unit(softened(raster))
  const [first] = SHAPES.map(({ figure }) => ({ figure, distance: distanceTo(figure, cells) })).toSorted(
    (a, b) => a.distance - b.distance,
  )
  return first && first.distance <= IS ? first.figure : undefined
}

/** 0 for the same shape, 1 for one without a common cell. */
function distanceTo(said: string, cells: Float32Array): number {
  const rasters = SHAPES.find(({ figure }) => figure === said)?.rasters ?? []
  return Math.min(1, ...rasters.map((raster) => 1 - product(raster, cells)))
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
