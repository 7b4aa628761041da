import { around, type Box, overlapUp } from '../model/box.ts'
import type { Grid, Line, Segment } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { toCell } from './cells.ts'
import { joinContinued, type TableLine } from './continued-rows.ts'
import { isNumeric } from './figures.ts'
import { toSegment } from './segments.ts'

/** A table ends where nothing stands for so many sizes. */
const FARTHEST = 4.5
/** So many lines in a row that fit no column end a table; a heading between its parts does not. */
const MOST_STRAY = 3
/** A line of one text within a column counts for less: descriptions run over many lines. */
const WITHIN = 0.4
/** Columns may overlap by so many points: letters lean out of their boxes. */
const TOUCH = 1.5
const FEWEST_ROWS = 3
const MOST_HEADINGS = 3

type Span = [x0: number, x1: number]

interface Growth {
  columns: Span[]
  lines: Line[]
  strays: number
}

/** Tables without rules: successive lines whose segments stand under each other in columns. `taken`: areas of others. */
export function findUnruledGrids(page: number, lines: readonly Line[], taken: readonly Box[]): Grid[] {
  const free = lines.filter((line) => isLevelLine(line) && !taken.some((box) => overlaps(box, line.box)))
  const grids: Grid[] = []
  for (let k = 0; k < free.length; ) {
    const grown = (free[k] as Line).segments.length < 2 ? undefined : growBest(free, k)
    const grid = grown && gridOf(page, grown)
    if (grid) grids.push(grid)
    k += grid ? grown.lines.length : 1
  }
  return grids
}

/** A heading over two columns at once hides that they are two: then the columns are those of the lines below it. */
function growBest(lines: readonly Line[], start: number): Growth {
  const whole = grow(lines, start)
  const heads = headingLines(lines, start)
  if (heads === 0 || (lines[start + heads]?.segments.length ?? 0) < 2) return whole
  const body = grow(lines, start + heads)
  const more = body.lines.length + heads - whole.lines.length
  if (more < 0 || (more === 0 && body.columns.length <= whole.columns.length)) return whole
  return { ...body, lines: [...lines.slice(start, start + heads), ...body.lines] }
}

/** How many lines from `start` on can be headings: no figures, close to each other and to what follows. */
function headingLines(lines: readonly Line[], start: number): number {
  for (let k = start; k < Math.min(start + MOST_HEADINGS, lines.length); k++) {
    const line = lines[k] as Line
    if (line.segments.some(({ text }) => isNumeric(text))) return k - start
    const below = lines[k + 1]
    if (!below || line.box[1] - below.box[3] > 1.5 * sizeOf(line)) return 0
  }
  return 0
}

function isLevelLine({ segments }: Line): boolean {
  return segments[0]?.words[0]?.turn === undefined
}

function overlaps(box: Box, line: Box): boolean {
  return overlapUp(box, line) > 0.5 && Math.min(box[2], line[2]) > Math.max(box[0], line[0])
}

/** Takes lines from `start` on while they fit the columns, which widen as they go. */
function grow(lines: readonly Line[], start: number): Growth {
  const first = lines[start] as Line
  const grown: Growth = { columns: first.segments.map(spanOf), lines: [first], strays: 0 }
  for (let k = start + 1; k < lines.length; k++) {
    const [above, line] = [lines[k - 1] as Line, lines[k] as Line]
    const size = Math.max(sizeOf(above), sizeOf(line))
    if (above.box[1] - line.box[3] > FARTHEST * size) break
    const fitted = fit(grown.columns, line.segments)
    const plain = line.segments.length === 1
    if (!fitted && !plain) break
    if (plain) grown.strays += fitted && fitted.length === grown.columns.length ? WITHIN : 1
    else grown.strays = 0
    if (grown.strays > MOST_STRAY) break
    if (fitted && !plain) grown.columns = fitted
    grown.lines.push(line)
  }
  if (grown.strays > 0) grown.lines = trimStrays(grown.lines)
  return grown
}

/** Lines of one segment at the end stay only where they go on directly below, as the rest of a description does. */
function trimStrays(lines: Line[]): Line[] {
  let end = lines.findLastIndex(({ segments }) => segments.length > 1) + 1
  while (end < lines.length) {
    const [above, line] = [lines[end - 1] as Line, lines[end] as Line]
    if (above.box[1] - line.box[3] > 0.5 * sizeOf(line)) break
    end++
  }
  return lines.slice(0, end)
}

function sizeOf({ segments }: Line): number {
  return Math.max(...segments.map(({ size }) => size))
}

function spanOf({ box }: Segment): Span {
  return [box[0], box[2]]
}

/** The columns with a line's segments in them; undefined where a segment reaches over two columns. */
function fit(columns: readonly Span[], segments: readonly Segment[]): Span[] | undefined {
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

function gridOf(page: number, growth: Growth): Grid | undefined {
  const { lines } = growth
  const columns = joinHeadings(growth.columns, lines)
  const rows = lines.map((line) => toTableLine(line, columns))
  const filled = rows.filter(({ cells }) => cells.filter((cell) => cell.length > 0).length >= 2)
  if (columns.length < 2 || filled.length < FEWEST_ROWS || !hasFigures(columns.length, filled)) return undefined
  const bounds = bordersOf(columns)
  const box = around(lines.map((line) => line.box))
  const joined = joinContinued(rows)
  return {
    page,
    box,
    ruled: false,
    columns: bounds,
    rows: joined.map(({ cells, box: row }) =>
      cells.map((words, c) => toCell(words, [bounds[c]?.[0] ?? row[0], row[1], bounds[c]?.[1] ?? row[2], row[3]])),
    ),
  }
}

/**
 * A heading may stand beside its column (aligned left over figures aligned right): a column of one text only joins
 * the nearest neighbour that has nothing on that line.
 */
function joinHeadings(columns: readonly Span[], lines: readonly Line[]): Span[] {
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

/** Text in columns (addresses side by side) is no table; figures in a column make one. */
function hasFigures(columns: number, rows: readonly TableLine[]): boolean {
  let best = 0
  for (let c = 1; c < columns; c++) {
    best = Math.max(best, rows.filter(({ figures }) => figures[c]).length)
  }
  return best >= Math.max(2, rows.length * (columns === 2 ? 0.6 : 0.3))
}

function toTableLine(line: Line, columns: readonly Span[]): TableLine {
  const cells: Word[][] = columns.map(() => [])
  const texts: string[][] = columns.map(() => [])
  for (const segment of line.segments) {
    const met = columns.filter((span) => overlap(span, spanOf(segment)) > TOUCH)
    const parts = met.length > 1 ? segment.words.map((word) => toSegment(line.page, [word])) : [segment]
    for (const part of parts) {
      const c = columnOf(part, columns)
      cells[c]?.push(...part.words)
      texts[c]?.push(part.text)
    }
  }
  const figures = texts.map((inside) => inside.length > 0 && inside.every(isNumeric))
  return { box: line.box, size: sizeOf(line), cells, figures }
}

function overlap(a: Span, b: Span): number {
  return Math.min(a[1], b[1]) - Math.max(a[0], b[0])
}

function columnOf(segment: Segment, columns: readonly Span[]): number {
  const [x0, x1] = spanOf(segment)
  let [best, most] = [0, -Infinity]
  for (const [c, span] of columns.entries()) {
    const common = overlap(span, [x0, x1])
    if (common > most + TOUCH) [best, most] = [c, common]
  }
  return best
}

/** Columns widened to the middle of the gaps between them. */
function bordersOf(columns: readonly Span[]): Span[] {
  return columns.map(([x0, x1], c): Span => {
    const [before, after] = [columns[c - 1], columns[c + 1]]
    return [before ? (before[1] + x0) / 2 : x0, after ? (x1 + after[0]) / 2 : x1]
  })
}
