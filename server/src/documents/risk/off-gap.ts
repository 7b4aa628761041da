import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted, onOneLine } from './lone-values.ts'
import { gapBetween, type PrintedValue, unlikeOthers } from './printed-values.ts'

/** Blanks of one line differ by less, for kerning, in sizes; and one that differs by this is another one. */
const [ALIKE, OTHER] = [0.06, 0.12]
/** Blanks wider than this, in sizes, part cells; one this much wider than others was typed twice. */
const [CELL, TWICE] = [1.2, 1.9]
/** Blanks of a line that tell how wide they are. */
const FEWEST = 4

/** Blanks after a sentence, a colon or a bracket may be wider. */
const ENDS = /[.:;!?,)]$/

/** The words of a sentence's line from left to right, around a value. */
function lineOf({ page, words }: PrintedValue): Word[] {
  const [first] = words as [Word]
  const line = page.words.filter((word) => isPrinted(word) && onOneLine([first, word]))
  const parts: Word[][] = []
  for (const word of line.toSorted((a, b) => a.box[0] - b.box[0])) {
    const part = parts.at(-1)
    if (part && gapBetween(part.at(-1) as Word, word) < CELL * first.size) part.push(word)
    else parts.push([word])
  }
  return parts.find((part) => part.includes(first)) ?? []
}

/** The blank behind a value, in points, where it is unlike all others of its line, though the value began in place. */
function otherBlank(value: PrintedValue): { blank: number; usual: number } | undefined {
  const line = lineOf(value)
  const [{ size }] = value.words as [Word]
  const [start, end] = [line.indexOf(value.words[0] as Word), line.indexOf(value.words.at(-1) as Word)]
  const blankBefore = (at: number) => gapBetween(line[at - 1] as Word, line[at] as Word)
  const told = line.map((_, at) => at).filter((at) => at > 0 && at !== start && at !== end + 1)
  const others = told.filter((at) => !ENDS.test((line[at - 1] as Word).text)).map(blankBefore)
  const usual = others.toSorted((a, b) => a - b)[others.length >> 1] ?? 0
  if (start < 1 || end < start || end + 1 >= line.length || others.length < FEWEST) return undefined
  if (others.some((blank) => Math.abs(blank - usual) > ALIKE * size)) return undefined
  const [before, blank] = [blankBefore(start), blankBefore(end + 1)]
  const isInPlace = [before - usual, before + blank - 2 * usual].some((off) => Math.abs(off) < ALIKE * size)
  const isOther = Math.abs(blank - usual) > OTHER * size && blank > 0 && blank < TWICE * usual
  return isInPlace && isOther && !ENDS.test(value.words.at(-1)?.text ?? '') ? { blank, usual } : undefined
}

/** A value in a sentence with another blank behind it than all words of its line have: it had another length. */
export const offGap: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', (value) => {
    const found = otherBlank(value)
    return (
      found && `has a blank of ${found.blank.toFixed(1)} points behind it where its line has ${found.usual.toFixed(1)}`
    )
  })
