import { extentOf, type Outline } from './outline.ts'

/** The signs within figures, as far as their outlines tell them apart: by their sides and where they stand. */
export type Sign = '.' | ',' | '-'

/** Points are as high as wide and commas higher, and these hang below the line; dashes lie above it. */
const [ROUND, HIGH, HANGS, FLAT] = [1.25, 1.3, 0.2, 1.4]

/** Which of the signs an outline may draw; undefined where it is none, or between two. */
export function signOf(outline: Outline): Sign | undefined {
  const extent = extentOf(outline)
  if (!extent) return undefined
  const { x0, y0, x1, y1 } = extent
  const [wide, high] = [x1 - x0, y1 - y0]
  const below = -y0 / high
  if (high < ROUND * wide && wide < ROUND * high && Math.abs(below) < HANGS) return '.'
  if (high > HIGH * wide && below > HANGS && below < 1) return ','
  return wide > FLAT * high && below < -1 ? '-' : undefined
}
