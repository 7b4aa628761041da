import type { Digit } from './digit.ts'
import { median } from './usual.ts'

/** The digits of one word; `height` and `stroke` are usual for them, the stroke as a logarithm. */
export interface NumberWord {
  digits: readonly Digit[]
  height: number
  stroke: number
}

/** Numbers of one print differ less in height, in pixels or in parts, and in stroke. */
const [SAME_PIXELS, SAME_HEIGHT, SAME_STROKE] = [0.9, 0.05, 0.16]
/** Fewer digits tell nothing of a print; more words of one print are thinned out, for time grows with their square. */
const [LEAST_DIGITS, MOST_WORDS] = [14, 120]
/** Fewer of a word's digits do not tell what it is printed like. */
const LEAST_IN_WORD = 2

/** Numbers that are set in one size and weight, the longest first. Pure. */
export function printedAlike(digits: readonly Digit[]): NumberWord[][] {
  const byWord = Map.groupBy(digits, ({ at }) => at)
  const words = [...byWord.values()].filter((own) => own.length >= LEAST_IN_WORD).map(numberWord)
  const prints: NumberWord[][] = []
  for (const word of words.toSorted((a, b) => b.digits.length - a.digits.length)) {
    const same = prints.find(([first]) => first && areAlike(first, word))
    if (same) same.push(word)
    else prints.push([word])
  }
  return prints.filter((print) => print.reduce((sum, one) => sum + one.digits.length, 0) >= LEAST_DIGITS).map(thinned)
}

const numberWord = (digits: readonly Digit[]): NumberWord => ({
  digits,
  height: median(digits.map(({ measures }) => measures.height)),
  stroke: median(digits.map(({ measures }) => measures.stroke)),
})

const areAlike = (a: NumberWord, b: NumberWord) =>
  Math.abs(a.height - b.height) <= Math.max(SAME_PIXELS, SAME_HEIGHT * a.height) &&
  Math.abs(a.stroke - b.stroke) < SAME_STROKE

function thinned(print: NumberWord[]): NumberWord[] {
  const every = Math.ceil(print.length / MOST_WORDS)
  return print.filter((_, at) => at % every === 0)
}
