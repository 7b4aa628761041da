import { type Box, height, width } from '../model/box.ts'
import { type Canvas, THICKEST_RULE } from './canvas.ts'
import { alphaOf, type Graphics } from './graphics.ts'
import { boxOf, LEAN, type Point, type Subpath, visiblePart } from './paths.ts'

/** Filled shapes that are no rectangles are kept as grounds for words where they are larger than glyphs and icons. */
const SMALLEST_SHAPE = 150
/** Points that the outline of a character is high, at least. */
const LOWEST_CHARACTER = 2.5
/** Outlines with more corners than this are drawings. */
const MOST_CORNERS = 24
/** Pieces of one path that are looked at for frames, which are few. */
const MOST_PIECES = 60

/**
 * A filled path: rectangles are areas (or rules, where they are thin), a rectangle with a hole is its four sides, bent
 * bars are rules, and other shapes are grounds that hide nothing.
 */
export function fillPath(pieces: readonly Subpath[], evenOdd: boolean, graphics: Graphics, canvas: Canvas): void {
  if (alphaOf(graphics) < 0.05) return
  const { fill } = graphics
  const solid = graphics.solid && graphics.fillAlpha > 0.95 && fill !== undefined
  const put = (box: Box, hides = solid) => {
    const seen = visiblePart(box, graphics)
    if (seen) canvas.area(seen, fill, hides)
  }
  const framed = pieces.length > 1 && pieces.length <= MOST_PIECES ? takeFrames(pieces, evenOdd, put) : new Set()
  for (const piece of pieces) {
    const box = framed.has(piece) ? undefined : boxOf([piece])
    if (!box) continue
    if (isRectangle(piece, box)) put(box)
    else if (!putBars(piece, put)) {
      const seen = visiblePart(box, graphics)
      if (seen && width(seen) * height(seen) > SMALLEST_SHAPE) canvas.paint(seen, fill, false)
      else if (seen && height(seen) > LOWEST_CHARACTER) canvas.shape(seen)
    }
  }
  const all = fill === undefined || graphics.masked ? boxOf(pieces) : undefined
  const veiled = all && visiblePart(all, graphics)
  if (veiled) canvas.veil(veiled)
}

/** A shading over all that the clipping lets through. */
export function fillShading(box: Box, graphics: Graphics, canvas: Canvas): void {
  canvas.paint(box, undefined, false)
  const seen = visiblePart(box, graphics)
  if (seen) canvas.veil(seen)
}

/** Whether a piece of a path is the box around it. */
export function isRectangle({ points, curves }: Subpath, box: Box): boolean {
  if (curves.size > 0 || points.length < 2 || points.length > 6) return false
  const near = (a: number, b: number) => Math.abs(a - b) <= LEAN
  return points.every(([x, y]) => (near(x, box[0]) || near(x, box[2])) && (near(y, box[1]) || near(y, box[3])))
}

/** Paints the sides of rectangles with rectangular holes; answers with the pieces that are done. */
function takeFrames(pieces: readonly Subpath[], evenOdd: boolean, put: (box: Box) => void): Set<Subpath> {
  const done = new Set<Subpath>()
  const boxes = pieces.map((piece) => {
    const box = boxOf([piece])
    return box && isRectangle(piece, box) && width(box) > 0 && height(box) > 0 ? box : undefined
  })
  for (const [k, outer] of boxes.entries()) {
    for (const [n, inner] of boxes.entries()) {
      const [around, within] = [pieces[k] as Subpath, pieces[n] as Subpath]
      if (k === n || !outer || !inner || done.has(around) || done.has(within) || !surrounds(outer, inner)) continue
      if (!evenOdd && winding(around.points) === winding(within.points)) continue
      done.add(around).add(within)
      put([outer[0], inner[3], outer[2], outer[3]])
      put([outer[0], outer[1], outer[2], inner[1]])
      put([outer[0], outer[1], inner[0], outer[3]])
      put([inner[2], outer[1], outer[2], outer[3]])
    }
  }
  return done
}

function surrounds(outer: Box, inner: Box): boolean {
  return outer[0] < inner[0] && outer[1] < inner[1] && outer[2] > inner[2] && outer[3] > inner[3]
}

function winding(points: readonly Point[]): number {
  let twice = 0
  for (const [k, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(k + 1) % points.length] as Point
    twice += x * nextY - nextX * y
  }
  return Math.sign(twice)
}

/** Paints what lies between two near parallel sides of an outline: bars bent round a corner. False where none do. */
function putBars({ points, curves }: Subpath, put: (box: Box) => void): boolean {
  if (curves.size > 0 || points.length > MOST_CORNERS) return false
  // A fill closes its outline, whether the path does or not.
  const sides = points.flatMap((point, k) => sideOf(point, points[(k + 1) % points.length] as Point) ?? [])
  let found = false
  for (const [k, a] of sides.entries()) {
    for (const b of sides.slice(k + 1)) {
      const gap = Math.abs(a.at - b.at)
      const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
      if (a.level !== b.level || gap === 0 || gap > THICKEST_RULE || to - from < 2 * gap) continue
      const [low, high] = [Math.min(a.at, b.at), Math.max(a.at, b.at)]
      put(a.level ? [from, low, to, high] : [low, from, high, to])
      found = true
    }
  }
  return found
}

interface Side {
  level: boolean
  at: number
  from: number
  to: number
}

function sideOf([ax, ay]: Point, [bx, by]: Point): Side | undefined {
  const [across, up] = [Math.abs(bx - ax), Math.abs(by - ay)]
  if (Math.min(across, up) > LEAN || across === up) return undefined
  const level = across > up
  return level
    ? { level, at: (ay + by) / 2, from: Math.min(ax, bx), to: Math.max(ax, bx) }
    : { level, at: (ax + bx) / 2, from: Math.min(ay, by), to: Math.max(ay, by) }
}
