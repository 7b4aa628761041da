import { around, type Box, overlapUp } from '../model/box.ts'
import type { Grid, Line, Segment } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { toCell } from './cells.ts'
import { bordersOf, columnOf, fit, joinHeadings, overlap, type Span, spanOf, splitColumns, TOUCH } from './columns.ts'
import { joinContinued, type TableLine } from './continued-rows.ts'
import { isNumeric } from './figures.ts'
import { toSegment } from './segments.ts'

/** A table ends where nothing stands for so many sizes. */
const FARTHEST = 4.5
/** So many lines in a row that fit no column end a table; a heading between its parts does not. */
const MOST_STRAY = 3
/** A line of one text within a column counts for less: descriptions run over many lines. */
const WITHIN = 0.4
const FEWEST_ROWS = 3
const MOST_HEADINGS = 5
/** Headings stand this near above what they head, in sizes, and the lines of one heading nearer. */
const HEADING_GAP = 2.2
const STACKED = 0.4
/** What is longer or wider is no table that anyone reads. */
const MOST_LINES = 400
const MOST_COLUMNS = 40
/** A gap is where two headings meet when it is this many times wider than the next. */
const STANDS_OUT = 1.25

interface Growth {
  columns: Span[]
  lines: Line[]
  strays: number
}

/**
 * Tables without rules: from a line with a figure downwards as long as segments stand under each other in columns, with
 * the headings above it. `taken`: areas of others.
 */
export function findUnruledGrids(page: number, lines: readonly Line[], taken: readonly Box[]): Grid[] {
  const free = lines.filter((line) => isLevelLine(line) && !taken.some((box) => overlaps(box, line.box)))
  const grids: Grid[] = []
  let used = 0
  for (let k = 0; k < free.length; ) {
    const heads = hasFigure(free[k] as Line) ? headingsAbove(free, k, used) : 0
    const grown = hasFigure(free[k] as Line) ? growBest(free, k - heads, heads) : undefined
    const grid = grown && gridOf(page, grown)
    if (grid) {
      grids.push(grid)
      used = k - heads + grown.lines.length
      k = Math.max(used, k + 1)
    } else k++
  }
  return grids
}

function hasFigure({ segments }: Line): boolean {
  return segments.length > 1 && segments.some(({ text }) => isNumeric(text))
}

/**
 * How many lines above `start` can be headings of what begins there: no figures, of one size with it, close. The nearest
 * line of several texts is the heading; lines of one text may stand between, and stacked ones directly above.
 */
function headingsAbove(lines: readonly Line[], start: number, used: number): number {
  let count = 0
  for (let k = start - 1; k >= Math.max(used, start - MOST_HEADINGS); k--) {
    const [line, below] = [lines[k] as Line, lines[k + 1] as Line]
    const gap = (line.box[1] - below.box[3]) / sizeOf(below)
    if (line.segments.some(({ text }) => isNumeric(text)) || sizeOf(line) > 1.35 * sizeOf(below)) break
    if (gap > (count > 0 ? STACKED : HEADING_GAP)) break
    if (count > 0 || line.segments.length > 1) count = start - k
  }
  return count
}

/** A heading over two columns at once hides that they are two: then the columns are those of the lines below it. */
function growBest(lines: readonly Line[], start: number, heads: number): Growth {
  const whole = grow(lines, start)
  if (heads === 0) return whole
  const body = grow(lines, start + heads)
  const more = body.lines.length + heads - whole.lines.length
  if (more < 0 || (more === 0 && body.columns.length <= whole.columns.length)) return whole
  return { ...body, lines: [...lines.slice(start, start + heads), ...body.lines] }
}

/** A line of headings begins the next table. */
function isHeading(line: Line, below: Line | undefined): boolean {
  const plain = line.segments.length > 2 && line.segments.every(({ text }) => !/\d/.test(text))
  return plain && below !== undefined && hasFigure(below)
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
  for (let k = start + 1; k < Math.min(lines.length, start + MOST_LINES); k++) {
    const [above, line] = [lines[k - 1] as Line, lines[k] as Line]
    const size = Math.max(sizeOf(above), sizeOf(line))
    if (above.box[1] - line.box[3] > FARTHEST * size) break
    if (grown.lines.some(hasFigure) && isHeading(line, lines[k + 1])) break
    const fitted = fit(grown.columns, line.segments)
    const plain = line.segments.length === 1
    if ((!fitted && !plain) || (fitted?.length ?? 0) > MOST_COLUMNS) break
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

function gridOf(page: number, growth: Growth): Grid | undefined {
  const { lines } = growth
  const columns = joinHeadings(splitColumns(growth.columns, lines), lines)
  const lasting = columns.filter((_, c) => lines.filter((line) => fillsColumn(line, c, columns)).length > 1)
  const rows = lines.map((line) => toTableLine(line, columns, lasting))
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

/** Text in columns (addresses side by side) is no table; figures in a column make one. */
function hasFigures(columns: number, rows: readonly TableLine[]): boolean {
  let best = 0
  for (let c = 1; c < columns; c++) {
    best = Math.max(best, rows.filter(({ figures }) => figures[c]).length)
  }
  return best >= Math.max(2, rows.length * (columns === 2 ? 0.6 : 0.3))
}

function fillsColumn({ segments }: Line, column: number, columns: readonly Span[]): boolean {
  return segments.some((segment) => columnOf(segment, columns) === column)
}

/** `lasting`: the columns that more than one line fills; a heading over two of them is cut. */
function toTableLine(line: Line, columns: readonly Span[], lasting: readonly Span[]): TableLine {
  const cells: Word[][] = columns.map(() => [])
  const texts: string[][] = columns.map(() => [])
  for (const segment of line.segments) {
    const met = lasting.filter((span) => overlap(span, spanOf(segment)) > TOUCH)
    const parts = met.length > 1 ? partsOf(segment, met.length) : [segment]
    for (const part of parts) {
      const c = columnOf(part, columns)
      cells[c]?.push(...part.words)
      texts[c]?.push(part.text)
    }
  }
  const figures = texts.map((inside) => inside.length > 0 && inside.every(isNumeric))
  return { box: line.box, size: sizeOf(line), cells, figures }
}

/** A text over several columns, cut at its widest gaps; word by word where none stands out. */
function partsOf(segment: Segment, count: number): Segment[] {
  const { words, page } = segment
  const gaps = words.slice(1).map((word, k) => ({ at: k + 1, wide: word.box[0] - (words[k] as Word).box[2] }))
  gaps.sort((a, b) => b.wide - a.wide)
  const [last, next] = [gaps[count - 2], gaps[count - 1]]
  if (!last || (next && last.wide < STANDS_OUT * next.wide)) return words.map((word) => toSegment(page, [word]))
  const cuts = gaps.slice(0, count - 1).map(({ at }) => at)
  const bounds = [0, ...cuts.sort((a, b) => a - b), words.length]
  return bounds.slice(1).map((end, k) => toSegment(page, words.slice(bounds[k], end)))
}
