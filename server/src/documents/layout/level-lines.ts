import { around, height, overlapAcross, overlapUp } from '../model/box.ts'
import type { Line, PageLayout, Segment } from '../model/layout.ts'
import type { Word } from '../model/page.ts'

/** Lines that overlap by more than this share of the lower one's height are one row of the paper. */
const SAME_ROW = 0.62

/**
 * Recognised words of one row may lie a little higher or lower than their neighbours, which parts the row into
 * several lines: those are joined again, so that labels and values, dates and amounts stand side by side.
 */
export function levelLines(layout: PageLayout): PageLayout {
  if (!layout.page.words.some(({ origin }) => origin === 'ocr')) return layout
  const rows: Line[][] = []
  for (const line of layout.lines) {
    const row = rows.slice(-3).findLast((each) => fits(line, each))
    if (row) row.push(line)
    else rows.push([line])
  }
  const lines = rows.map(join)
  return { ...layout, lines, text: lines.map(({ text }) => text).join('\n') }
}

function fits(line: Line, row: readonly Line[]): boolean {
  const segments = row.flatMap((each) => each.segments)
  const beside = line.segments.every(({ box }) => segments.every((other) => overlapAcross(box, other.box) < 0.1))
  return beside && overlapUp(line.box, around(row.map(({ box }) => box))) > SAME_ROW && alike(line, row)
}

/** A heading beside small print is no row with it. */
function alike(line: Line, row: readonly Line[]): boolean {
  const [a, b] = [height(line.box), Math.max(...row.map(({ box }) => height(box)))]
  return Math.min(a, b) > 0.5 * Math.max(a, b)
}

function join(row: readonly Line[]): Line {
  const parts = row.flatMap(({ segments }) => segments).toSorted((a, b) => a.box[0] - b.box[0])
  const segments: Segment[] = []
  for (const part of parts) {
    const last = segments.at(-1)
    const near = last && part.box[0] - last.box[2] < 0.7 * Math.max(part.size, last.size)
    if (near) segments[segments.length - 1] = merge(last, part)
    else segments.push(part)
  }
  for (const [index, segment] of segments.entries()) segments[index] = fuseThousands(segment)
  const text = segments.map((segment) => segment.text).join('  ')
  return { page: (row[0] as Line).page, segments, text, box: around(segments.map(({ box }) => box)) }
}

function merge(a: Segment, b: Segment): Segment {
  return {
    page: a.page,
    words: [...a.words, ...b.words],
    text: `${a.text} ${b.text}`,
    box: around([a.box, b.box]),
    size: Math.max(a.size, b.size),
    bold: a.bold && b.bold,
  }
}

/** `1 558,47` in a typewriter's face: recognition leaves so wide a blank that it looks like two figures. */
function fuseThousands(segment: Segment): Segment {
  const words: Word[] = []
  for (const word of segment.words) {
    const before = words.at(-1)
    const gap = before ? word.box[0] - before.box[2] : Number.POSITIVE_INFINITY
    const fits = before && /^[-(]?\d{1,3}$/.test(before.text) && /^\d{3},\d\d(?!\d)/.test(word.text)
    if (before && fits && gap < 1.15 * word.size) words[words.length - 1] = fuse(before, word)
    else words.push(word)
  }
  if (words.length === segment.words.length) return segment
  return { ...segment, words, text: words.map(({ text }) => text).join(' ') }
}

function fuse(a: Word, b: Word): Word {
  const confidence = Math.min(a.confidence, b.confidence)
  return { ...a, text: `${a.text} ${b.text}`, box: around([a.box, b.box]), confidence }
}
