/** A glyph's outline as fontkit has it, in font units, y up. */
export interface Outline {
  commands: readonly { command: string; args: readonly number[] }[]
}

type Point = readonly [x: number, y: number]

/** Straight pieces that a curve is made of: a cell of a raster is coarser than what they leave. */
const PIECES = 6
/** An outline with more commands is no character, or one drawn to take long. */
const MOST_COMMANDS = 4000

/** The closed lines of an outline, its curves as short straight pieces; none where it has too many. */
export function linesOf({ commands }: Outline): Point[][] {
  if (commands.length > MOST_COMMANDS) return []
  const lines: Point[][] = []
  let line: Point[] = []
  for (const { command, args } of commands) {
    const points = pairs(args)
    const [from, to] = [line.at(-1), points.at(-1)]
    if (command === 'moveTo' && to) {
      line = [to]
      lines.push(line)
    } else if (command === 'lineTo' && to) line.push(to)
    else if (from && points.length > 1) line.push(...curve([from, ...points]))
  }
  return lines
}

/** Those that enclose something: some programs begin every glyph with a point at the origin. */
export const enclosingLines = (outline: Outline): Point[][] => linesOf(outline).filter(({ length }) => length > 2)

/** The box around an outline; undefined of one without lines. */
export function extentOf(outline: Outline): { x0: number; y0: number; x1: number; y1: number } | undefined {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of enclosingLines(outline).flat())
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)]
  return x1 > x0 && y1 > y0 ? { x0, y0, x1, y1 } : undefined
}

/** The closed curves of an outline, each an outline by itself. */
export function contoursOf({ commands }: Outline): Outline[] {
  const contours: Outline['commands'][number][][] = []
  for (const command of commands) {
    if (command.command === 'moveTo') contours.push([])
    contours.at(-1)?.push(command)
  }
  return contours.map((contour) => ({ commands: contour }))
}

function pairs(args: readonly number[]): Point[] {
  return Array.from({ length: args.length >> 1 }, (_, k) => [args[2 * k] as number, args[2 * k + 1] as number])
}

/** How much each of a Bézier curve's points weighs where a piece ends, for curves of three points and of four. */
const WEIGHTS = [3, 4].map((count) =>
  Array.from({ length: PIECES }, (_, k) => {
    const t = (k + 1) / PIECES
    const s = 1 - t
    return count === 3 ? [s * s, 2 * s * t, t * t] : [s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3]
  }),
)

function curve(points: readonly Point[]): Point[] {
  return (WEIGHTS[points.length - 3] ?? []).map((weights) => {
    let [x, y] = [0, 0]
    for (let k = 0; k < points.length; k++) {
      const [px, py] = points[k] as Point
      x += (weights[k] as number) * px
      y += (weights[k] as number) * py
    }
    return [x, y]
  })
}
