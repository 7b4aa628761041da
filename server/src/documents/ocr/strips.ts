import type { Matrix } from '../model/page.ts'
import { type Bitmap, blank } from './bitmap.ts'

/** A picture as a page paints it: its pixels, and where its unit square goes. */
export interface Painted {
  id: string
  width: number
  height: number
  ctm: Matrix
}

/** Pixels by which strips of one picture may miss each other, rounded as they are. */
const SLACK = 0.75

/**
 * The strips that scanners cut a sheet into, from the top, where the pictures of a page are that and nothing else: as
 * wide, as fine, one under another without a gap. Undefined where they are not.
 */
export function stripsOf(painted: readonly Painted[]): Painted[] | undefined {
  const [first, ...more] = painted.toSorted((a, b) => topOf(b) - topOf(a))
  if (!first || more.length === 0) return undefined
  const [wide, , , , left] = first.ctm
  const pixel = wide / first.width
  const isStrip = ({ width, height, ctm: [a, b, c, d, e] }: Painted) =>
    b === 0 &&
    c === 0 &&
    width === first.width &&
    near(a, wide, pixel) &&
    near(e, left, pixel) &&
    near(d, height * pixel, pixel)
  const strips = [first, ...more]
  const joined = more.every((strip, at) => near(topOf(strip), (strips[at] as Painted).ctm[5], pixel))
  return strips.every(isStrip) && joined ? strips : undefined
}

const near = (a: number, b: number, pixel: number) => Math.abs(a - b) < SLACK * pixel

const topOf = ({ ctm }: Painted) => ctm[5] + ctm[3]

/** The picture that strips make together; of no strips it is empty. */
export function joinStrips(strips: readonly Bitmap[]): Bitmap {
  const whole = blank(
    strips[0]?.width ?? 0,
    strips.reduce((sum, { height }) => sum + height, 0),
  )
  let from = 0
  for (const { data } of strips) {
    whole.data.set(data, from)
    from += data.length
  }
  return whole
}

/** Where the picture of strips goes as a whole; one alone may lie turned. */
export function matrixOfStrips(strips: readonly Painted[]): Matrix {
  const [first, last] = [strips[0] as Painted, strips.at(-1) as Painted]
  if (strips.length === 1) return first.ctm
  const [wide, , , , left] = first.ctm
  return [wide, 0, 0, topOf(first) - last.ctm[5], left, last.ctm[5]]
}
