import { type Box, height, width } from '../model/box.ts'
import { apply, meet, scaleOf } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import { type Canvas, THICKEST_RULE } from './canvas.ts'
import { alphaOf, type Graphics } from './graphics.ts'

/** pdf.js' own codes inside a constructPath's data. */
const MOVE = 0
const LINE = 1
const CURVE = 2
const QUADRATIC = 3

export type Point = readonly [x: number, y: number]

/** A piece of a path between two moves. */
export interface Subpath {
  points: Point[]
  /** Places of the points that a curve leads to. */
  curves: Set<number>
}

/** How far a line may lean, in points, and still be straight across or straight up. */
export const LEAN = 0.6

/** The pieces of a path in shown coordinates. `data` is pdf.js' flat list of codes and numbers. */
export function readPath(data: ArrayLike<number>, ctm: Matrix): Subpath[] {
  const pieces: Subpath[] = []
  let piece: Subpath = { points: [], curves: new Set() }
  const at = (k: number) => apply(ctm, data[k] as number, data[k + 1] as number)
  for (let k = 0; k < data.length; ) {
    const code = data[k++]
    if (code === MOVE) {
      piece = { points: [at(k)], curves: new Set() }
      pieces.push(piece)
      k += 2
    } else if (code === LINE) {
      piece.points.push(at(k))
      k += 2
    } else if (code === CURVE || code === QUADRATIC) {
      const last = code === CURVE ? 4 : 2
      piece.curves.add(piece.points.length)
      piece.points.push(at(k + last))
      k += last + 2
    } else if (piece.points[0]) {
      piece.points.push(piece.points[0])
    }
  }
  return pieces
}

/** The box around a path's points, or undefined where it has none. */
export function boxOf(pieces: readonly Subpath[]): Box | undefined {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { points } of pieces) {
    for (const [x, y] of points) {
      x0 = Math.min(x0, x)
      y0 = Math.min(y0, y)
      x1 = Math.max(x1, x)
      y1 = Math.max(y1, y)
    }
  }
  return Number.isFinite(x0 + y0 + x1 + y1) ? [x0, y0, x1, y1] : undefined
}

/** A stroked path: each straight piece that runs across or up is a rule. */
export function strokePath(pieces: readonly Subpath[], graphics: Graphics, canvas: Canvas): void {
  if (alphaOf(graphics, 'stroke') < 0.05) return
  const half = Math.max(graphics.lineWidth * scaleOf(graphics.ctm), 0.2) / 2
  for (const piece of pieces) {
    const { points, curves } = piece
    penPiece(piece, graphics, canvas)
    for (let k = 1; k < points.length; k++) {
      if (curves.has(k)) continue
      const [ax, ay] = points[k - 1] as Point
      const [bx, by] = points[k] as Point
      const across = Math.abs(bx - ax)
      const up = Math.abs(by - ay)
      if (Math.min(across, up) > LEAN || Math.max(across, up) < 0.3) continue
      const level = across > up
      const box: Box = level
        ? [Math.min(ax, bx), (ay + by) / 2 - half, Math.max(ax, bx), (ay + by) / 2 + half]
        : [(ax + bx) / 2 - half, Math.min(ay, by), (ax + bx) / 2 + half, Math.max(ay, by)]
      const seen = visiblePart(box, graphics)
      if (seen && 2 * half <= THICKEST_RULE) canvas.line(seen, graphics.stroke, level ? 'across' : 'up')
      else if (seen) canvas.area(seen, graphics.stroke, graphics.solid && graphics.strokeAlpha > 0.95)
    }
  }
}

/** Nothing larger is a part of a character, in points. */
const LARGEST_CHARACTER = 40

function penPiece(piece: Subpath, graphics: Graphics, canvas: Canvas): void {
  const box = boxOf([piece])
  if (!box || height(box) > LARGEST_CHARACTER || width(box) > LARGEST_CHARACTER) return
  const slanted = piece.points.some(([x, y], k) => {
    const [beforeX, beforeY] = piece.points[k - 1] ?? [x, y]
    return Math.min(Math.abs(x - beforeX), Math.abs(y - beforeY)) > LEAN
  })
  const seen = piece.curves.size > 0 || slanted ? visiblePart(box, graphics) : undefined
  if (seen) canvas.pen(seen)
}

/** What the clipping lets through; a line has no area and is seen all the same. */
export function visiblePart(box: Box, { clip }: Graphics): Box | undefined {
  if (box[2] < clip[0] || box[0] > clip[2] || box[3] < clip[1] || box[1] > clip[3]) return undefined
  const seen = meet(box, clip)
  return width(seen) > 0 || height(seen) > 0 ? seen : undefined
}
