import type { Box } from './box.ts'

/**
 * How far lines of a photographed or curved page lie below where they would be if it were flat, in points: a polynomial
 * of the place from the page's middle, across and up, in shares of its width and height.
 */
export interface Bend {
  width: number
  height: number
  /** Of the terms below. */
  parts: readonly number[]
}

/** A camera that leans makes lines fan out (across times up); a page beside a spine bows them. */
export const termsAt = (across: number, up: number): number[] => [
  across,
  across * up,
  across ** 2,
  across ** 2 * up,
  across ** 3,
]

/** How far print lies too low there. */
export function droopAt({ width, height, parts }: Bend, x: number, y: number): number {
  return termsAt(x / width - 0.5, y / height - 0.5).reduce((sum, term, at) => sum + term * (parts[at] ?? 0), 0)
}

/** A box of the flat page where the page shows it. */
export function bent(bend: Bend, [x0, y0, x1, y1]: Box): Box {
  const droop = droopAt(bend, (x0 + x1) / 2, (y0 + y1) / 2)
  return [x0, y0 - droop, x1, y1 - droop]
}

/** A box of the page as it is shown, where it would be on a flat page. */
export function unbent(bend: Bend, [x0, y0, x1, y1]: Box): Box {
  const droop = droopAt(bend, (x0 + x1) / 2, (y0 + y1) / 2)
  return [x0, y0 + droop, x1, y1 + droop]
}
