/**
 * A rectangle on a page as a person sees it: after /Rotate, cut to the CropBox, upright. In PDF points, origin at
 * the bottom left, x0 <= x1 and y0 <= y1.
 */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

export function width(box: Box): number {
  return box[2] - box[0]
}

export function height(box: Box): number {
  return box[3] - box[1]
}

export function area(box: Box): number {
  return width(box) * height(box)
}

export function middle(box: Box): readonly [x: number, y: number] {
  return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
}

/** The smallest box around all of them. Throws RangeError where there is none. */
export function around(boxes: Iterable<Box>): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    x0 = Math.min(x0, box[0])
    y0 = Math.min(y0, box[1])
    x1 = Math.max(x1, box[2])
    y1 = Math.max(y1, box[3])
  }
  if (x0 === Infinity) throw new RangeError('no boxes')
  return [x0, y0, x1, y1]
}

/** The area that both cover, 0 where they do not meet. */
export function shared(a: Box, b: Box): number {
  const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const up = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return across > 0 && up > 0 ? across * up : 0
}

/** Whether the middle of `inner` lies in `outer`, which may be widened by `slack` points. */
export function holds(outer: Box, inner: Box, slack = 0): boolean {
  const [x, y] = middle(inner)
  return x >= outer[0] - slack && x <= outer[2] + slack && y >= outer[1] - slack && y <= outer[3] + slack
}

/** How far two boxes overlap sideways, as a share of the narrower one; 0 where they do not. */
export function overlapAcross(a: Box, b: Box): number {
  const common = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  return common <= 0 ? 0 : common / Math.max(Math.min(width(a), width(b)), 1e-6)
}

/** How far two boxes overlap in height, as a share of the lower one; 0 where they do not. */
export function overlapUp(a: Box, b: Box): number {
  const common = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return common <= 0 ? 0 : common / Math.max(Math.min(height(a), height(b)), 1e-6)
}
