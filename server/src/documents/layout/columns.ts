import type { Line, Segment } from '../model/layout.ts'

/** Columns may overlap by so many points: letters lean out of their boxes. */
export const TOUCH = 1.5

/** A column from edge to edge. */
export type Span = [x0: number, x1: number]

export function spanOf({ box }: Segment): Span {
  return [box[0], box[2]]
}

/** The columns with a line's segments in them; undefined where a segment reaches over two columns. */
export function fit(columns: readonly Span[], segments: readonly Segment[]): Span[] | undefined {
  const widened = columns.map((span): Span => [...span])
  for (const segment of segments) {
    const [x0, x1] = spanOf(segment)
    const met = widened.filter((span) => overlap(span, [x0, x1]) > TOUCH)
    if (met.length > 1) return undefined
    const column = met[0]
    if (column) {
      column[0] = Math.min(column[0], x0)
      column[1] = Math.max(column[1], x1)
    } else widened.push([x0, x1])
  }
  return widened.sort((a, b) => a[0] - b[0])
}

/**
 * A heading may stand beside its column (aligned left over figures aligned right): a column of one text only joins
 * the nearest neighbour that has nothing on that line.
 */
export function joinHeadings(columns: readonly Span[], lines: readonly Line[]): Span[] {
  const filled = columns.map((_, c) => lines.filter(({ segments }) => segments.some((s) => columnOf(s, columns) === c)))
  const joined = columns.map((span): Span | undefined => [...span])
  for (const [c, span] of columns.entries()) {
    const [only, ...more] = filled[c] ?? []
    if (!only || more.length > 0 || lines.indexOf(only) > 2) continue
    const free = [c - 1, c + 1].filter((n) => joined[n] && (filled[n]?.length ?? 0) > 1 && !filled[n]?.includes(only))
    const apart = (n: number) => Math.max((columns[n]?.[0] ?? 0) - span[1], span[0] - (columns[n]?.[1] ?? 0))
    const near = free.sort((a, b) => apart(a) - apart(b))[0]
    const home = near === undefined ? undefined : joined[near]
    if (!home) continue
    home[0] = Math.min(home[0], span[0])
    home[1] = Math.max(home[1], span[1])
    joined[c] = undefined
  }
  return joined.filter((span) => span !== undefined)
}

export function overlap(a: Span, b: Span): number {
  return Math.min(a[1], b[1]) - Math.max(a[0], b[0])
}

export function columnOf(segment: Segment, columns: readonly Span[]): number {
  const [x0, x1] = spanOf(segment)
  let [best, most] = [0, -Infinity]
  for (const [c, span] of columns.entries()) {
    const common = overlap(span, [x0, x1])
    if (common > most + TOUCH) [best, most] = [c, common]
  }
  return best
}

/** Columns widened to the middle of the gaps between them. */
export function bordersOf(columns: readonly Span[]): Span[] {
  return columns.map(([x0, x1], c): Span => {
    const [before, after] = [columns[c - 1], columns[c + 1]]
    return [before ? (before[1] + x0) / 2 : x0, after ? (x1 + after[0]) / 2 : x1]
  })
}

/**
 * Columns that a wide heading holds together are taken apart: where several lines have two texts in one column with
 * the same gap between them.
 */
export function splitColumns(columns: readonly Span[], lines: readonly Line[]): Span[] {
  return columns.flatMap((column): Span[] => {
    const inside = lines.map(({ segments }) => segments.filter((segment) => overlap(spanOf(segment), column) > TOUCH))
    const doubles = inside.filter((list) => list.length > 1)
    if (doubles.length < 2 || doubles.length < 0.4 * inside.filter((list) => list.length > 0).length) return [column]
    const left = Math.max(...doubles.map(([first]) => first?.box[2] ?? Infinity))
    const right = Math.min(...doubles.map((list) => list.at(-1)?.box[0] ?? -Infinity))
    if (left >= right || doubles.some((list) => list.length > 2)) return [column]
    return [
      [column[0], left],
      [right, column[1]],
    ]
  })
}
