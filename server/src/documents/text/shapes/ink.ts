import { apply, scaleOf } from '../../model/matrix.ts'
import type { Matrix } from '../../model/page.ts'
import { linesOf, type Outline } from './outline.ts'

export type Commands = Outline['commands'][number][]
type Point = readonly [x: number, y: number]

/** Lines as the commands of an outline, all turning the same way, so that what lies on one another is ink twice. */
export function commandsOfLines(lines: readonly (readonly Point[])[]): Commands {
  const turned = lines.reduce((sum, line) => sum + areaOf(line), 0) < 0
  return lines.flatMap((line) =>
    (turned ? line.toReversed() : line).map((point, at) => ({ command: at === 0 ? 'moveTo' : 'lineTo', args: point })),
  )
}

function areaOf(line: readonly Point[]): number {
  return line.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = line[(at + 1) % line.length] as Point
    return sum + x * nextY - nextX * y
  }, 0)
}

/** What a pen of that width leaves along a path, in user space of `place`: a bar along each piece of it. */
export function strokesOf(path: Commands, { closed, lineWidth, place }: Pen): Commands {
  const half = Math.max((lineWidth * scaleOf(place)) / 2, 1e-6)
  return linesOf({ commands: path }).flatMap((line) => {
    const ends = closed && line[0] ? [...line, line[0]] : line
    return ends.slice(1).flatMap((to, at) => commandsOfLines([bar(ends[at] as Point, to, half)]))
  })
}

export interface Pen {
  closed: boolean
  /** In user space. */
  lineWidth: number
  place: Matrix
}

/** A bar around a piece, longer by half its width so that pieces join. */
function bar([x0, y0]: Point, [x1, y1]: Point, half: number): Point[] {
  const long = Math.hypot(x1 - x0, y1 - y0) || 1
  const [dx, dy] = [((x1 - x0) / long) * half, ((y1 - y0) / long) * half]
  return [
    [x0 - dx - dy, y0 - dy + dx],
    [x1 + dx - dy, y1 + dy + dx],
    [x1 + dx + dy, y1 + dy - dx],
    [x0 - dx + dy, y0 - dy - dx],
  ]
}

/** A picture as pdf.js hands it over: a mask without a kind, else of one bit, or of three or four bytes a pixel. */
export interface GlyphPicture {
  width: number
  height: number
  kind?: number
  data: ArrayLike<number>
}

/** Rows and columns of a picture that are looked at; the raster of a glyph has half as many. */
const LOOKED_AT = 32
/** Levels of 255 below which a pixel is ink. */
const DARK = 128
const [ONE_BIT, THREE_BYTES] = [1, 2]

/** What a picture over the unit square of `place` paints dark: a bar for each run of dark pixels in its rows. */
export function pictureInk(picture: GlyphPicture, place: Matrix): Commands {
  const [across, down] = [Math.min(picture.width, LOOKED_AT), Math.min(picture.height, LOOKED_AT)]
  const isDark = darkness(picture)
  const commands: Commands = []
  for (let row = 0; row < down; row++) {
    const y = Math.floor(((row + 0.5) * picture.height) / down)
    for (let at = 0, from = -1; at <= across; at++) {
      const dark = at < across && isDark(Math.floor(((at + 0.5) * picture.width) / across), y)
      if (dark && from < 0) from = at
      if (dark || from < 0) continue
      const [left, right, foot, head] = [from / across, at / across, 1 - (row + 1) / down, 1 - row / down]
      const corners = [left, foot, right, foot, right, head, left, head] as const
      commands.push(...commandsOfLines([[0, 2, 4, 6].map((k) => apply(place, corners[k] ?? 0, corners[k + 1] ?? 0))]))
      from = -1
    }
  }
  return commands
}

function darkness({ width, kind, data }: GlyphPicture): (x: number, y: number) => boolean {
  if (kind === undefined || kind === ONE_BIT) {
    const bytes = (width + 7) >> 3
    // A mask's noughts are painted, and a picture's of one bit are black.
    return (x, y) => (((data[y * bytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0
  }
  const bytes = kind === THREE_BYTES ? 3 : 4
  return (x, y) => {
    const at = (y * width + x) * bytes
    const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
    return light < DARK && (bytes === 3 || (data[at + 3] ?? 0) >= DARK)
  }
}
