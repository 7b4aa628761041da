import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted, onOneLine } from './lone-values.ts'
import { gapBetween, isLaidOut, type PrintedValue, unlikeOthers } from './printed-values.ts'

/** Edges nearer than this are one, in points. */
const LEVEL = 0.1
/** Right edges of amounts this near, in sizes, and left edges of anything, are meant for one column. */
const [IN_AMOUNTS, IN_COLUMN] = [1.2, 0.35]
/** Words that share an edge. */
const FEWEST = 4
/** Words with a blank this wide before them begin a cell, in sizes. */
const CELL = 1

/** Amounts that end with their last digit: brackets and signs of debit hang over the edge. */
const PLAIN = /\d[.,]\d{2}$/
const AMOUNT = /\d[.,]\d{2}\D*$/

const isLike = (a: Word, b: Word) => a.program === b.program && Math.abs(a.size - b.size) < 0.01
const isAmong = (word: Word, column: readonly Word[]) =>
  column.some(({ box }) => box[1] > word.box[3]) && column.some(({ box }) => box[3] < word.box[1])

/** How far a word is off the edge that all words near it keep; 0 where it keeps it, or they do not. */
function offEdge(word: Word, near: readonly Word[], side: 0 | 2): number {
  const edge = near[0]?.box[side] ?? 0
  const off = word.box[side] - edge
  const other = side === 0 ? 2 : 0
  if (near.filter((each) => isLike(word, each)).length < FEWEST || Math.abs(off) <= LEVEL || isLaidOut(off)) return 0
  if (near.some(({ box }) => Math.abs(box[side] - edge) > LEVEL)) return 0
  const atOther = near.filter(({ box }) => Math.abs(box[other] - word.box[other]) < LEVEL)
  return 2 * atOther.length > near.length || !isAmong(word, near) ? 0 : off
}

function offAmounts({ page, words }: PrintedValue): number {
  const last = words.at(-1) as Word
  if (!PLAIN.test(last.text)) return 0
  const near = page.words.filter(
    (word) =>
      isPrinted(word) &&
      !words.includes(word) &&
      PLAIN.test(word.text) &&
      Math.abs(word.box[2] - last.box[2]) < IN_AMOUNTS * last.size,
  )
  return offEdge(last, near, 2)
}

function offBeginnings({ page, words }: PrintedValue): number {
  // Amounts are set to their right edge, or by their signs.
  if (words.some(({ text }) => AMOUNT.test(text))) return 0
  const [first] = words as [Word]
  const all = page.words.filter((word) => isPrinted(word) && !words.includes(word))
  const begins = (word: Word) =>
    !all.some(
      (other) => other.box[0] < word.box[0] && onOneLine([word, other]) && gapBetween(other, word) < CELL * word.size,
    )
  const near = all.filter((word) => Math.abs(word.box[0] - first.box[0]) < IN_COLUMN * first.size && begins(word))
  return begins(first) ? offEdge(first, near, 0) : 0
}

/** A value a hair off the edge that its column keeps: it was put there by eye, or has other digits than it had. */
export const offColumn: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', (value) => {
    const off = offAmounts(value)
    if (off !== 0)
      return `ends ${Math.abs(off).toFixed(2)} points ${off > 0 ? 'behind' : 'before'} the edge of its column`
    const start = offBeginnings(value)
    if (start === 0) return undefined
    return `begins ${Math.abs(start).toFixed(2)} points ${start > 0 ? 'behind' : 'before'} the edge of its column`
  })
