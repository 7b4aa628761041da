import { around, overlapUp } from '../../model/box.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'

/** Recognised words of one base line differ in height, and overlap by this share of the lower one. */
const SAME_LINE = 0.7
/** As the layout parts segments, in font sizes. */
const SEGMENT_GAP = 1.2

/**
 * A recognised page with the lines joined that stand at one height: recognition cuts a table's row into several, by
 * the heights of its characters. Pages with a text layer stay as they are, for what is set lower there is set so.
 */
export function withEvenLines(layout: PageLayout): PageLayout {
  if (!layout.page.ocr) return layout
  const rows: Line[][] = []
  for (const line of layout.lines.toSorted((a, b) => b.box[1] + b.box[3] - a.box[1] - a.box[3])) {
    const row = rows.at(-1)
    if (row?.some((other) => overlapUp(other.box, line.box) > SAME_LINE) && !row.some((other) => collides(other, line)))
      row.push(line)
    else rows.push([line])
  }
  const lines = rows.map((row) => (row.length === 1 ? (row[0] as Line) : joined(row)))
  return { ...layout, lines, text: lines.map(({ text }) => text).join('\n') }
}

// Lines that print over the same place are two lines, however close.
function collides(a: Line, b: Line): boolean {
  return a.segments.some((one) => b.segments.some((two) => one.box[0] < two.box[2] - 2 && two.box[0] < one.box[2] - 2))
}

function joined(row: readonly Line[]): Line {
  const words = row
    .flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
    .sort((a, b) => a.box[0] - b.box[0])
  const runs: Word[][] = []
  for (const word of words) {
    const last = runs.at(-1)?.at(-1)
    if (last && word.box[0] - last.box[2] <= SEGMENT_GAP * Math.max(last.size, word.size)) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  const page = row[0]?.page ?? 1
  const segments = runs.map((run) => segmentOf(page, run))
  return { page, segments, text: segments.map(({ text }) => text).join('  '), box: around(words.map(({ box }) => box)) }
}

function segmentOf(page: number, words: Word[]): Segment {
  return {
    page,
    words,
    text: words.map(({ text }) => text).join(' '),
    box: around(words.map(({ box }) => box)),
    size: Math.max(...words.map(({ size }) => size)),
    bold: words.every(({ bold }) => bold),
  }
}
