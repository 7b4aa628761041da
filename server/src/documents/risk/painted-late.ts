import { middle } from '../model/box.ts'
import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import {
  FEWEST_USUAL,
  isOneValue,
  isPrinted,
  loneValue,
  MOST_ALONE,
  onOneLine,
  pagesOf,
  quoted,
} from './lone-values.ts'
import { isInSentence } from './other-hand.ts'

/** Of a page that is painted from its top to its foot, how many words may be painted further up than the one before. */
const MOST_RISES = 0.03
/** A step up the page, in sizes. */
const RISE = 1.5

const rises = (from: Word, to: Word) => middle(to.box)[1] - middle(from.box)[1] > RISE * to.size

/** What was painted after all else, by lines, last one first; at most one more than a forger leaves behind. */
function lastPainted(words: readonly Word[]): Word[][] {
  const groups: Word[][] = []
  let end = words.length
  while (groups.length <= MOST_ALONE) {
    let start = end
    while (start > 0 && onOneLine(words.slice(start - 1, end))) start--
    const before = words[start - 1]
    const group = words.slice(start, end)
    if (!before || !isOneValue(group) || !rises(before, group[0] as Word)) break
    groups.push(group)
    end = start
  }
  return groups
}

/** A program that prints its form first and the figures into it afterwards does so more than once. */
const fillsIn = (words: readonly Word[]) =>
  words.some((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]]
    if (!before || !rises(before, word) || !/\d/.test(word.text)) return false
    const alone = !after || !onOneLine([word, after]) || /\d/.test(after.text)
    return alone && words.slice(0, index).some((other) => onOneLine([other, word]))
  })

/** Whether a name stands over another line of its block; what a program adds to a block stands at its foot. */
function isOverBlock(word: Word, below: Word): boolean {
  const step = middle(word.box)[1] - middle(below.box)[1]
  const isAligned =
    !/\d/.test(word.text) && word.program === below.program && Math.abs(word.box[0] - below.box[0]) < 0.1
  return isAligned && step > 0 && step < 2 * Math.max(word.size, below.size)
}

/** Lines of one block follow one another within so many sizes. */
const NEXT_LINE = 2

/**
 * Whether a group is the next column of the page's last block: a foot of several columns, or a last row whose
 * description has more lines than its amount. Then nothing but the column to its left was painted since its line was.
 */
function isNextColumn(group: readonly Word[], rest: readonly Word[]): boolean {
  const first = group[0] as Word
  const line = rest.filter((word) => onOneLine([first, word]))
  const since = rest.slice(rest.findLastIndex((word) => line.includes(word)) + 1)
  const steps = since.map((word, at) => middle((since[at - 1] ?? first).box)[1] - middle(word.box)[1])
  const isBlock = steps.every((step) => step > -first.size / 2 && step <= NEXT_LINE * first.size)
  return line.length > 0 && isBlock && line.every(({ box }) => box[2] <= first.box[0])
}

/** A value that was painted after all else into a line or a block whose other words were painted in their turn. */
const paintedLast: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter(isPrinted).toSorted((a, b) => a.order - b.order)
    const groups = lastPainted(words)
    if (groups.length === 0 || groups.length > MOST_ALONE) return []
    const rest = words.slice(0, words.length - groups.flat().length)
    const up = rest.filter((word, index) => index > 0 && rises(rest[index - 1] as Word, word)).length
    if (rest.length < FEWEST_USUAL || up > MOST_RISES * rest.length || fillsIn(rest)) return []
    return groups
      .filter(([first]) => first && rest.some((word) => onOneLine([first, word]) || isOverBlock(first, word)))
      .filter((group) => !isNextColumn(group, rest))
      .flatMap((group) => {
        const message = `"${quoted(group)}" was painted after the rest of the page, among words that were there`
        return loneValue(facts, page, group, { code: 'VALUE_PAINTED_LAST', message })
      })
  })

/** Words that are painted one after another stand this near in painting order. */
const NEXT = 3

/** No printed page has more words; each value is held against all of them. */
const MOST_OF_PAGE = 4000

/** A value within a sentence that was painted long after the words on both its sides. */
const paintedOutOfTurn: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter(isPrinted)
    if (words.length > MOST_OF_PAGE) return []
    const byOrder = Map.groupBy(words, ({ order }) => order)
    const runs = [...byOrder.values()].filter((run) => isOneValue(run) && isOutOfTurn(run, words))
    if (runs.length === 0 || runs.length > MOST_ALONE) return []
    return runs.flatMap((run) => {
      const message = `"${quoted(run)}" was painted after the rest of the sentence that it stands in`
      return loneValue(facts, page, run, { code: 'VALUE_PAINTED_LAST', message })
    })
  })

function isOutOfTurn(run: readonly Word[], words: readonly Word[]): boolean {
  const [first, last] = [run[0] as Word, run.at(-1) as Word]
  // Nearly all text is painted as it is read, which the order says before the line is looked for.
  const isBefore = ({ box, order }: Word) => first.order > order + 2 * NEXT && box[0] >= last.box[2] - 1
  if (!words.some((word) => isBefore(word) && onOneLine([first, word]))) return false
  const line = words.filter((word) => !run.includes(word) && onOneLine([first, word]))
  const left = line.filter(({ box }) => box[2] <= first.box[0] + 1).toSorted((a, b) => b.box[2] - a.box[2])[0]
  const right = line.filter(({ box }) => box[0] >= last.box[2] - 1).toSorted((a, b) => a.box[0] - b.box[0])[0]
  if (!left || !right || right.order - left.order > NEXT || right.order < left.order) return false
  return first.order > right.order + 2 * NEXT && isInSentence(run, line)
}

/** Values that came to the page when it was done. */
export const PAINTED_LATE: readonly Rule[] = [paintedLast, paintedOutOfTurn]
