import type { Page, Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted, onOneLine } from './lone-values.ts'
import { gapBetween, isLaidOut, type PrintedValue, unlikeOthers } from './printed-values.ts'

/** Edges nearer than this are one, in points. */
const LEVEL = 0.1
/** Right edges this near, in sizes, are meant for one column. */
const IN_COLUMN = 1.2
/** Amounts that end at one edge. */
const FEWEST = 4

/** Amounts that end with their last digit: brackets and signs of debit hang over the edge. */
const PLAIN = /\d[.,]\d{2}$/

const isLike = (a: Word, b: Word) => a.program === b.program && Math.abs(a.size - b.size) < 0.01
const isAmong = (word: Word, column: readonly Word[]) =>
  column.some(({ box }) => box[1] > word.box[3]) && column.some(({ box }) => box[3] < word.box[1])

/** Where the cell of an amount begins: the code or the sign of money before it is of the cell. */
function cellStart(page: Page, word: Word): number {
  const before = page.words.find(
    (other) =>
      other !== word &&
      isPrinted(other) &&
      other.box[0] < word.box[0] &&
      onOneLine([word, other]) &&
      gapBetween(other, word) < word.size,
  )
  return before?.box[0] ?? word.box[0]
}

/** How far an amount ends from the edge that all others of its column end at; 0 where it is no such column. */
function offBy({ page, words }: PrintedValue): number {
  const last = words.at(-1) as Word
  if (!PLAIN.test(last.text)) return 0
  const column = page.words.filter(
    (word) =>
      isPrinted(word) &&
      !words.includes(word) &&
      PLAIN.test(word.text) &&
      Math.abs(word.box[2] - last.box[2]) < IN_COLUMN * last.size,
  )
  const edge = column[0]?.box[2] ?? 0
  const off = last.box[2] - edge
  if (column.filter((word) => isLike(last, word)).length < FEWEST || Math.abs(off) <= LEVEL || isLaidOut(off)) return 0
  if (column.some(({ box }) => Math.abs(box[2] - edge) > LEVEL) || !isAmong(last, column)) return 0
  // What begins at one edge ends wherever it ends; a total below its column has a place of its own.
  const start = cellStart(page, last)
  const begin = column.filter((word) => Math.abs(cellStart(page, word) - start) < LEVEL)
  return 2 * begin.length > column.length ? 0 : off
}

/** An amount a hair off the edge of its column: it was put there by eye, or has other digits than it had. */
export const offColumn: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', (value) => {
    const off = offBy(value)
    if (off === 0) return undefined
    return `ends ${Math.abs(off).toFixed(2)} points ${off > 0 ? 'behind' : 'before'} the edge of its column`
  })
