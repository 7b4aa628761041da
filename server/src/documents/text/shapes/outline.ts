/** A glyph's outline as fontkit has it, in font units, y up. */
export interface Outline {
  commands: readonly { command: string; args: readonly number[] }[]
}

type Point = readonly [x: number, y: number]

/** Straight pieces that a curve is made of: a cell of a raster is coarser than what they leave. */
const PIECES = 6
/** An outline with more commands is no character, or one drawn to take long. */
const MOST_COMMANDS = 600

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

function pairs(args: readonly number[]): Point[] {
  return Array.from({ length: args.length >> 1 }, (_, k) => [args[2 * k] as number, args[2 * k + 1] as number])
}

function curve(points: readonly Point[]): Point[] {
  return Array.from({ length: PIECES }, (_, k) => pointAt(points, (k + 1) / PIECES))
}

/** A Bézier curve's point by de Casteljau's way. */
function pointAt(points: readonly Point[], t: number): Point {
  let left = points
  while (left.length > 1) {
    left = left.slice(1).map(([x, y], k) => {
      const [ox, oy] = left[k] as Point
      return [ox + t * (x - ox), oy + t * (y - oy)]
    })
  }
  return left[0] as Point
}
