import figures from './figures.json' with { type: 'json' }
import { comparable, distance, isAsSaid, type Shape, shapesIn } from './likeness.ts'

/**
 * How the ten figures are drawn: the middles of clusters (distance 0.05) of the figures of 148 faces of 32 families;
 * what one face alone draws is not among them.
 */
const SHAPES = shapesIn(figures)

/** This near to a shape it is the figure; this far from all of another's it is not that one. */
const [IS, IS_NOT] = [0.08, 0.06]
/**
 * And so much nearer to the one than to the other. Measured with each family left out of the shapes: none of 1,500
 * figures of 148 faces seems another one, and 12,239 of 13,500 that are said to be others are told.
 */
const TIMES = 2.5
/** A box full of ink is no figure: those leave a third of theirs free. */
const FULL = 0.8

const isFull = (raster: Float32Array) => raster.reduce((sum, cell) => sum + cell, 0) > FULL * raster.length
const shapeOf = (said: string): Shape | undefined => SHAPES.find(({ character }) => character === said)

/**
 * The figure that a raster shows where it is not the one that it is said to be, or said to be none; undefined where it
 * is as said, or where that cannot be told.
 */
export function otherFigure(raster: Float32Array, said: string): string | undefined {
  if (isFull(raster)) return undefined
  const cells = comparable(raster)
  const own = distance(shapeOf(said), cells)
  if (own < IS_NOT) return undefined
  const [first, second] = nearest(cells, said)
  if (!first || first.distance > IS) return undefined
  const next = said === '' ? (second?.distance ?? 1) : own
  return next > TIMES * first.distance ? first.figure : undefined
}

/** Whether a raster shows the figure that it is said to be. */
export function isFigure(raster: Float32Array, said: string): boolean {
  const others = SHAPES.filter(({ character }) => character !== said)
  return !isFull(raster) && isAsSaid(comparable(raster), shapeOf(said), others)
}

/** The figure that a raster is nearest to; undefined where it is near none. Of one alone this is said too easily. */
export function likestFigure(raster: Float32Array): string | undefined {
  const [first] = nearest(comparable(raster))
  return first && first.distance <= IS ? first.figure : undefined
}

/** The figures from the likest on, but for one. */
function nearest(cells: Float32Array, but?: string): { figure: string; distance: number }[] {
  return SHAPES.filter(({ character }) => character !== but)
    .map((shape) => ({ figure: shape.character, distance: distance(shape, cells) }))
    .toSorted((a, b) => a.distance - b.distance)
}
