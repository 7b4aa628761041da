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
import { gapBetween } from './printed-values.ts'

/** Words of one sentence stand this near, in sizes. */
const BESIDE = 0.6

/** Whether words of a sentence stand on both sides. */
export const isInSentence = (some: readonly Word[], others: readonly Word[]): boolean => {
  const [first, last] = [some[0] as Word, some.at(-1) as Word]
  const near = others.filter((word) => onOneLine([first, word]) && gapBetween(first, word) < 40 * first.size)
  const isBeside = (a: Word, b: Word) => Math.abs(gapBetween(a, b)) < BESIDE * a.size
  return (
    near.some((word) => word.box[2] <= first.box[0] + 1 && isBeside(word, first)) &&
    near.some((word) => word.box[0] >= last.box[2] - 1 && isBeside(last, word))
  )
}

/**
 * A value that another program wrote than all the rest of its page, on a line that was there: what edits a page writes
 * text in its own way, whatever font and size it takes. Stamps and numbers of archives stand by themselves.
 */
export const otherHand: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter((word) => isPrinted(word) && word.setting !== undefined)
    const hands = [...Map.groupBy(words, ({ setting }) => setting?.hand).values()]
    const alone = hands.filter(isOneValue)
    const rest = words.filter((word) => !alone.flat().includes(word))
    if (alone.length > MOST_ALONE || rest.length < 2 * FEWEST_USUAL) return []
    return alone
      .filter(([first]) => rest.some((word) => first && onOneLine([first, word])))
      .flatMap((some) => {
        const message = `"${quoted(some)}" was written to the page in another way than all its other words`
        return loneValue(facts, page, some, { code: 'VALUE_BY_ANOTHER_HAND', message }, isInSentence(some, rest))
      })
  })
