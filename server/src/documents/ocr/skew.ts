import { type Bitmap, shrink } from './bitmap.ts'

/** Beyond this many degrees a page is not askew but turned. */
const MOST = 10

/** Width to which a page is brought before its angle is measured: an error of one row there is 0.06 degrees. */
const MEASURED_WIDTH = 900

const INK = 150

/**
 * How far a page's lines fall to the right, clockwise, in degrees within 10 either way; 0 where there are none.
 * The lower edges of the ink are counted along slanted rows: at the right slant they gather in few rows
 * (Postl's projection profiles).
 */
export function skewOf(bitmap: Bitmap): number {
  const small = shrink(bitmap, Math.max(1, Math.round(bitmap.width / MEASURED_WIDTH)))
  const edges = lowerEdges(small)
  if (edges.x.length < 200) return 0
  const rough = best(edges, small, -MOST, MOST, 0.5)
  const closer = best(edges, small, rough - 0.5, rough + 0.5, 0.1)
  return Math.round(best(edges, small, closer - 0.1, closer + 0.1, 0.02) * 100) / 100
}

interface Edges {
  x: Float32Array
  y: Float32Array
}

function lowerEdges({ width, height, data }: Bitmap): Edges {
  const xs: number[] = []
  const ys: number[] = []
  const margin = Math.round(width * 0.02)
  for (let y = margin; y < height - 1 - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const at = y * width + x
      if ((data[at] as number) >= INK || (data[at + width] as number) < INK) continue
      xs.push(x - width / 2)
      ys.push(y)
    }
  }
  return { x: Float32Array.from(xs), y: Float32Array.from(ys) }
}

function best(edges: Edges, { width, height }: Bitmap, from: number, to: number, step: number): number {
  let found = 0
  let most = -1
  const margin = Math.ceil(width * 0.2)
  const rows = new Uint32Array(height + 2 * margin)
  for (let degrees = from; degrees <= to + 1e-9; degrees += step) {
    const score = gathering(edges, rows, Math.tan((degrees * Math.PI) / 180), margin)
    // Of equal scores the smaller angle: a page without lines is not to be turned.
    if (score > most * 1.0001 || (score >= most && Math.abs(degrees) < Math.abs(found))) {
      most = score
      found = degrees
    }
  }
  return found
}

function gathering({ x, y }: Edges, rows: Uint32Array, slope: number, margin: number): number {
  rows.fill(0)
  for (let i = 0; i < x.length; i++) {
    const row = Math.round((y[i] as number) - (x[i] as number) * slope) + margin
    rows[row] = (rows[row] as number) + 1
  }
  let score = 0
  for (let row = 0; row < rows.length; row++) score += (rows[row] as number) ** 2
  return score
}
