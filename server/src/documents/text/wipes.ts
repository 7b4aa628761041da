import { shared } from '../model/box.ts'
import type { Fill, Word } from '../model/page.ts'
import type { Stroke } from './canvas.ts'

/** Each part of a colour that hides ink is at least so light. */
const LIGHT = 0xd8
/** More light lines are the grid of a table, or a drawing. */
const MOST = 400

const isLight = (color: string) => [1, 3, 5].every((from) => Number.parseInt(color.slice(from, from + 2), 16) >= LIGHT)

/** Thin light areas and lines that were painted over characters that were there. */
export function wipesOf(strokes: readonly Stroke[], words: readonly Word[]): Fill[] {
  const light = strokes.flatMap(({ box, color, order }) =>
    color !== undefined && isLight(color) ? [{ box, color, order }] : [],
  )
  if (light.length === 0 || light.length > MOST) return []
  return light.filter(({ box, order }) => words.some((word) => word.order < order && shared(word.box, box) > 0))
}
