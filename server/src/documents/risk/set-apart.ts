import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { FEWEST_USUAL, isPrinted } from './lone-values.ts'
import { type PrintedValue, unlikeOthers } from './printed-values.ts'

/** Gaps between characters further from all others than this, in sizes; programs round by a tenth of it. */
const SPACED = 0.012
/** Characters this far apart stand in the boxes of a form. */
const IN_BOXES = 0.12
/** Widths of characters against their heights that differ by more were scaled for it. */
const STRETCHED = 0.01

type Measure = (word: Word) => number

const spacing: Measure = ({ setting }) => setting?.spacing ?? 0
const stretch: Measure = ({ setting }) => setting?.stretch ?? 1

/**
 * Words of the value's own font where there are enough of them, else of all, as both measures are of no size. Names in
 * a size of their own are titles, and set as their designer likes.
 */
function othersOf({ page, words: [first, ...more] }: PrintedValue): Word[] {
  const words = page.words.filter(
    (word) => isPrinted(word) && word.text.length > 2 && word !== first && !more.includes(word),
  )
  const alike = words.filter(({ program }) => program === first?.program)
  const isFigure = [first, ...more].some((word) => /\d/.test(word?.text ?? ''))
  if (isFigure) return alike.length >= FEWEST_USUAL ? alike : words
  return alike.filter(({ size }) => Math.abs(size - (first?.size ?? 0)) < 0.02 * size)
}

/** How far a value's words, which measure alike, lie beyond all others; 0 where they lie within them. */
function beyond(value: PrintedValue, measure: Measure, least: number): number {
  const own = value.words.filter(({ text }) => text.length > 2).map(measure)
  const others = othersOf(value).map(measure)
  if (own.length === 0 || others.length < FEWEST_USUAL) return 0
  const [low, high] = [Math.min(...others), Math.max(...others)]
  const slack = least + 0.5 * (high - low)
  if (own.every((each) => each > high + slack)) return Math.min(...own) - high
  return own.every((each) => each < low - slack) ? Math.max(...own) - low : 0
}

/** A figure whose characters stand otherwise than those of all other words: it was made to fit its place. */
const spaced: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', (value) => {
    const by = beyond(value, spacing, SPACED)
    if (by === 0 || value.words.some((word) => Math.abs(spacing(word)) > IN_BOXES)) return undefined
    return `is set with its characters ${by > 0 ? 'wider apart' : 'closer together'} than the text around it`
  })

const stretched: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', (value) => {
    const by = beyond(value, stretch, STRETCHED)
    return by === 0 ? undefined : `is set in ${by > 0 ? 'broader' : 'narrower'} characters than the text around it`
  })

/** Values that were drawn together or apart to fit. */
export const SET_APART: readonly Rule[] = [spaced, stretched]
