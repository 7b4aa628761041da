import { type Box, height, middle, width } from '../model/box.ts'
import type { PageLayout } from '../model/layout.ts'
import type { Clue } from './clue.ts'
import type { PageText } from './page-text.ts'

/** Places closer than this along an axis are in the same row or column of copies, in points. */
const TOGETHER = 40

/** The widest or lowest that a copy may be, in points; a caption that stands twice within one slip is nearer. */
const LEAST_OFFSET = 90

/** Where one wording of a caption stands on a page. */
type Places = Box[]

interface Arrangement {
  rows: Box[][]
  columns: Box[][]
}

/**
 * The regions of the copies of one slip on a page: its captions come back as often as there are copies, at regular
 * offsets (two or three T4s under each other, four W-2s in a square). One region means that the page is one slip.
 */
export function findCopies(layout: PageLayout, text: PageText, clues: readonly Clue[]): Box[] {
  const { width: pageWidth, height: pageHeight } = layout.page
  const arranged = wordings(text, clues).map(arrange)
  const rows = commonest(arranged.map((one) => one.rows.length))
  const columns = commonest(arranged.map((one) => one.columns.length))
  const alike = arranged.filter((one) => one.rows.length === rows && one.columns.length === columns)
  const down = cuts(
    alike.map((one) => one.rows),
    'down',
    layout,
  )
  const across = cuts(
    alike.map((one) => one.columns),
    'across',
    layout,
  )
  const ys = [pageHeight, ...down, 0]
  const xs = [0, ...across, pageWidth]
  const regions = ys
    .slice(1)
    .flatMap((bottom, row) =>
      xs.slice(1).map((end, column): Box => [xs[column] as number, bottom, end, ys[row] as number]),
    )
  return withSlips(regions, text, clues)
}

/** A copy has at least this share of the captions of the page's fullest copy. */
const COPY_SHARE = 0.5

/** One place of the square may hold something else: a summary of the year's earnings, an address for the envelope. */
function withSlips(regions: Box[], { pieces }: PageText, clues: readonly Clue[]): Box[] {
  const shown = pieces.filter(({ role }) => role !== 'prose')
  const counts = regions.map(([x0, y0, x1, y1]) => {
    const inside = shown.filter(({ box }) => {
      const [x, y] = middle(box)
      return x > x0 && x < x1 && y > y0 && y < y1
    })
    return clues.filter(({ pattern, weight }) => weight > 0 && inside.some((piece) => pattern.test(piece.text))).length
  })
  const most = Math.max(...counts)
  return regions.filter((_, at) => (counts[at] as number) >= COPY_SHARE * most)
}

/** The places of every wording that the clues match; English and French captions of one box are two wordings. */
function wordings({ pieces }: PageText, clues: readonly Clue[]): Places[] {
  const places = new Map<string, Box[]>()
  for (const { pattern, weight } of clues) {
    const everywhere = new RegExp(pattern.source, 'g')
    for (const { text, box, role } of weight > 0 ? pieces : []) {
      if (role === 'prose') continue
      for (const { 0: wording } of text.matchAll(everywhere)) places.set(wording, [...(places.get(wording) ?? []), box])
    }
  }
  return [...places.values()]
}

function arrange(places: Places): Arrangement {
  return { rows: clusters(places, (box) => -box[1]), columns: clusters(places, (box) => box[0]) }
}

function clusters(places: Places, along: (box: Box) => number): Box[][] {
  const found: Box[][] = []
  for (const box of places.toSorted((a, b) => along(a) - along(b))) {
    const last = found.at(-1)?.[0]
    if (last && along(box) - along(last) < Math.max(TOGETHER, LEAST_OFFSET)) found.at(-1)?.push(box)
    else found.push([box])
  }
  return found
}

function commonest(counts: number[]): number {
  const votes = new Map<number, number>()
  for (const count of counts) votes.set(count, (votes.get(count) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 1
}

// Between two neighbouring copies: the widest blank between the last caption of one and the first of the next.
function cuts(groups: Box[][][], direction: 'down' | 'across', layout: PageLayout): number[] {
  const copies = groups[0]?.length ?? 1
  return Array.from({ length: copies - 1 }, (_, index) => {
    const before = groups.flatMap((group) => group[index] ?? [])
    const after = groups.flatMap((group) => group[index + 1] ?? [])
    if (direction === 'down')
      return widestBlank(layout, Math.max(...after.map((box) => box[3])), Math.min(...before.map((box) => box[1])), 1)
    return widestBlank(layout, Math.max(...before.map((box) => box[2])), Math.min(...after.map((box) => box[0])), 0)
  })
}

function widestBlank({ page }: PageLayout, from: number, to: number, axis: 0 | 1): number {
  if (from >= to) return (from + to) / 2
  const spans = page.words
    .filter(({ box }) => box[(axis + 2) as 2 | 3] > from && box[axis] < to && width(box) > 0 && height(box) > 0)
    .map(({ box }) => [box[axis], box[(axis + 2) as 2 | 3]] as const)
    .sort((a, b) => a[0] - b[0])
  let [reached, best, middle] = [from, 0, (from + to) / 2]
  for (const [start, end] of [...spans, [to, to] as const]) {
    if (start - reached > best) [best, middle] = [start - reached, (start + reached) / 2]
    reached = Math.max(reached, end)
  }
  return middle
}
