import { around, height, middle } from '../model/box.ts'
import type { Line, Segment } from '../model/layout.ts'
import type { Word } from '../model/page.ts'

/** A gap wider than this many font sizes parts two segments of a line. */
const SEGMENT_GAP = 1.2

/** Words to lines, top down; each line's words to segments, left to right. */
export function findLines(page: number, words: Word[]): Line[] {
  const rows: Word[][] = []
  for (const word of words.toSorted((a, b) => middle(b.box)[1] - middle(a.box)[1])) {
    const row = rows.at(-1)
    const [, y] = middle(word.box)
    const reference = row?.[0]
    const near =
      reference && Math.abs(middle(reference.box)[1] - y) < 0.5 * Math.min(height(reference.box), height(word.box))
    if (row && near) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => lineOf(page, row))
}

function lineOf(page: number, row: Word[]): Line {
  const segments: Word[][] = []
  for (const word of row.toSorted((a, b) => a.box[0] - b.box[0])) {
    const last = segments.at(-1)?.at(-1)
    const apart = !last || word.box[0] - last.box[2] > SEGMENT_GAP * Math.max(last.size, word.size)
    if (apart) segments.push([word])
    else segments.at(-1)?.push(word)
  }
  const made = segments.map((words) => segmentOf(page, words))
  return { page, segments: made, text: made.map(({ text }) => text).join('  '), box: around(row.map(({ box }) => box)) }
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
