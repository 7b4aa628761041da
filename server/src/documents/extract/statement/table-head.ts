import { around, type Box, overlapAcross } from '../../model/box.ts'
import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldCase } from '../../values/fold.ts'
import { isDecoration, LONGEST_HEADING, type Role, roleOf } from './column-words.ts'

export interface HeadColumn {
  role: Role
  box: Box
}

/** The headings of a table; several tables may stand side by side under headings on one line. */
export interface TableHead {
  page: number
  /** Left to right. */
  columns: HeadColumn[]
  /** From which x to which a row of this table may reach. */
  span: readonly [x0: number, x1: number]
}

const NUMERIC = new Set<Role>(['withdrawal', 'deposit', 'amount', 'balance'])

export const isNumeric = (role: Role): boolean => NUMERIC.has(role)

/** A heading's words stand closer than this, in font sizes. */
const GAP_WITHIN_HEADING = 1

/** The table heads on a line, or on it and the next, where headings take two lines or three; none on other lines. */
export function findHeads([line, next, third]: readonly [Line, ...(Line | undefined)[]]): {
  heads: TableHead[]
  lines: number
} {
  const level = staggered(line, next, third)
  if (level) return level
  const single = headsOf(line.page, wordsOf(line))
  const below = next ? headsOf(next.page, wordsOf(next)) : []
  const close =
    next &&
    (below.length === 0 || (below.length === 1 && single.length === 1)) &&
    line.box[1] - next.box[3] < 1.1 * (line.box[3] - line.box[1]) &&
    !/\d/.test(line.text + next.text)
  const stacked = close ? stackedHead([line, next]) : undefined
  // The upper halves of some headings may be headings themselves: `Balance` over `after entry`.
  const most = columnsOf(single)
  const fuller =
    stacked &&
    (below.length === 0 || (stacked.columns.length >= columnsOf(below) && figuresMore(stacked, below))) &&
    (stacked.columns.length > most || (stacked.columns.length === most && figuresMore(stacked, single)))
  return fuller && single.length < 2 ? { heads: [stacked], lines: 2 } : { heads: single, lines: 1 }
}

const columnsOf = (heads: readonly TableHead[]) => Math.max(0, ...heads.map(({ columns }) => columns.length))

/** Names a column of figures that the upper line alone does not: `Closing` over `Balance`. */
const figuresMore = ({ columns }: TableHead, single: readonly TableHead[]) =>
  columns.some(({ role }) => isNumeric(role) && !single.some((head) => head.columns.some((own) => own.role === role)))

/** Headings of one and of two lines side by side, each in the middle of its cell: their lines overlap. */
function staggered(...cells: (Line | undefined)[]): { heads: TableHead[]; lines: number } | undefined {
  const lines = cells.filter((line) => line !== undefined)
  const apart = lines.findIndex((line, at) => at > 0 && !isBetween(lines[at - 1] as Line, line))
  const level = apart < 0 ? lines : lines.slice(0, apart)
  if (level.length < 2 || level.some(({ text }) => /\d/.test(text))) return undefined
  const head = stackedHead(level)
  const most = Math.max(...level.map((line) => headsOf(line.page, wordsOf(line))[0]?.columns.length ?? 0))
  return head && head.columns.length > most ? { heads: [head], lines: level.length } : undefined
}

/** So much of a line's height, or more, stands beside the line before it. */
const BESIDE = 0.2

const isBetween = (upper: Line, lower: Line) => lower.box[3] - upper.box[1] > BESIDE * (lower.box[3] - lower.box[1])

function wordsOf(line: Line): Word[] {
  return line.segments.flatMap(({ words }) => words)
}

function headsOf(page: number, words: Word[]): TableHead[] {
  const { columns, unknown } = readHeadings(words)
  if (unknown > columns.length / 2) return []
  const parts = partTables(columns)
  const heads = parts.map((part, index) => {
    const from = index === 0 ? -Infinity : (part[0]?.box[0] ?? 0) - 6
    const until = parts[index + 1]?.[0]?.box[0]
    return { page, columns: part, span: [from, until === undefined ? Infinity : until - 6] as const }
  })
  return heads.every(({ columns: part }) => isHead(part)) ? heads : []
}

function isHead(columns: HeadColumn[]): boolean {
  const has = (...roles: Role[]) => columns.some(({ role }) => roles.includes(role))
  const figures = has('withdrawal', 'deposit', 'amount', 'balance')
  if (!figures) return false
  // Without a date heading, two columns of figures are still unmistakable.
  return has('date', 'value') || (has('description') && columns.filter(({ role }) => isNumeric(role)).length > 1)
}

/** Where the first heading comes again, another table begins beside the first. */
function partTables(columns: HeadColumn[]): HeadColumn[][] {
  const first = columns[0]?.role
  const again = columns.filter(({ role }) => role === first).length
  const side = again > 1 && columns.length % again === 0 && columns.length / again > 1
  const period = columns.length / again
  const regular = side && columns.every(({ role }, i) => role === columns[i % period]?.role)
  if (!regular) return [columns]
  return Array.from({ length: again }, (_, i) => columns.slice(i * period, (i + 1) * period))
}

function readHeadings(words: Word[]): { columns: HeadColumn[]; unknown: number } {
  const columns: HeadColumn[] = []
  let unknown = 0
  for (let from = 0; from < words.length; ) {
    const found = longestHeading(words, from)
    if (found) columns.push({ role: found.role, box: around(words.slice(from, found.to).map(({ box }) => box)) })
    else if (columns.length === 0 || !isDecoration(foldCase((words[from] as Word).text))) unknown++
    from = found?.to ?? from + 1
  }
  return { columns: secondDates(columns), unknown }
}

/** Of two date columns the first is the transaction's. */
function secondDates(columns: HeadColumn[]): HeadColumn[] {
  const [first, second] = columns.map(({ role }, index) => (role === 'date' ? index : -1)).filter((index) => index >= 0)
  const beside = first !== undefined && second === first + 1
  return beside ? columns.map((column, index) => (index === second ? { ...column, role: 'value' } : column)) : columns
}

function longestHeading(words: Word[], from: number): { role: Role; to: number } | undefined {
  let best: { role: Role; to: number } | undefined
  for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_HEADING); to++) {
    const [last, before] = [words[to - 1] as Word, words[to - 2]]
    if (to - from > 1 && before && last.box[0] - before.box[2] > GAP_WITHIN_HEADING * last.size) break
    const role = roleOf(
      foldCase(
        words
          .slice(from, to)
          .map(({ text }) => text)
          .join(' '),
      ),
    )
    if (role) best = { role, to }
  }
  return best
}

const textOf = (words: readonly Word[]) => foldCase(words.map(({ text }) => text).join(' '))

/** The words of the first line: what stands under a heading that says enough is a unit, or shortened. */
const upperOf = (words: readonly Word[]) => words.filter(({ box }) => box[1] > (words[0]?.box[1] ?? 0) - 1)

/** `Cod. description`: a heading with one word before it of which nothing is known. */
function roleWithin([first, ...rest]: readonly Word[]): Role | undefined {
  const beside = first && rest[0] && rest[0].box[1] > first.box[1] - 1
  return beside && !roleOf(textOf([first])) ? roleOf(textOf(rest)) : undefined
}

// Headings of two lines (`Transaction` over `date`): each word of the second line belongs to what stands above it.
function stackedHead(lines: readonly Line[]): TableHead | undefined {
  const groups = lines.flatMap(({ segments }) => segments.map(({ words }) => words))
  const merged: Word[][] = []
  for (const words of groups) {
    const box = around(words.map((word) => word.box))
    const above = merged.find((group) => {
      return overlapAcross(around(group.map((word) => word.box)), box) > 0.3
    })
    if (above) above.push(...words)
    else merged.push([...words])
  }
  const columns: HeadColumn[] = []
  for (const group of merged) {
    const role = roleOf(textOf(group)) ?? roleOf(textOf(upperOf(group))) ?? roleWithin(group)
    if (role) columns.push({ role, box: around(group.map(({ box }) => box)) })
  }
  columns.sort((a, b) => a.box[0] - b.box[0])
  const fits = isHead(columns) && columns.length * 2 > merged.length
  return fits ? { page: lines[0]?.page ?? 1, columns: secondDates(columns), span: [-Infinity, Infinity] } : undefined
}
