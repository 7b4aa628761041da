import type { Box } from './box.ts'
import type { Matrix } from './page.ts'

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
export function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The way back; undefined where the matrix flattens the plane. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const size = a * d - b * c
  if (!Number.isFinite(size) || Math.abs(size) < 1e-12) return undefined
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size]
}

/** The upright box around what a matrix makes of a rectangle. */
export function mapBox(matrix: Matrix, [x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  const [ax, ay] = apply(matrix, x0, y0)
  const [bx, by] = apply(matrix, x1, y0)
  const [cx, cy] = apply(matrix, x0, y1)
  const [dx, dy] = apply(matrix, x1, y1)
  return [Math.min(ax, bx, cx, dx), Math.min(ay, by, cy, dy), Math.max(ax, bx, cx, dx), Math.max(ay, by, cy, dy)]
}

/** What both cover; an empty box where they do not meet. */
export function meet(a: Box, b: Box): Box {
  const x0 = Math.max(a[0], b[0])
  const y0 = Math.max(a[1], b[1])
  return [x0, y0, Math.max(x0, Math.min(a[2], b[2])), Math.max(y0, Math.min(a[3], b[3]))]
}

/** How much a matrix enlarges, taken over both directions. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** Whether six finite numbers stand there. */
export function isMatrix(value: unknown): value is Matrix {
  if (typeof value !== 'object' || value === null) return false
  const numbers = Array.from(value as ArrayLike<unknown>)
  return numbers.length === 6 && numbers.every((number) => Number.isFinite(number))
}
