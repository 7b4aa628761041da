import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import {
  FEWEST_USUAL,
  isOneValue,
  isPrinted,
  loneValue,
  lookOf,
  MOST_ALONE,
  onOneLine,
  pagesOf,
  quoted,
  wordsBy,
} from './lone-values.ts'
import { gapBetween, isLaidOut, unlikeOthers } from './printed-values.ts'

/** Sizes this near are taken for one; those that differ by more are meant to be seen. */
const [NEAREST, SEEN] = [0.02, 0.15]
/** Shades that differ by more than this, of 255, are meant to be seen. */
const SHADE = 0x50

/** A difference that no designer makes: too small to say anything, and made for one figure. */
function slightDifference(a: Word, b: Word): string | undefined {
  const [one, other] = [lookOf(a), lookOf(b)]
  const size = Math.abs(one.size - other.size) / Math.max(one.size, other.size)
  if (one.program !== other.program || size > SEEN) return undefined
  if (size > NEAREST) return `size ${one.size.toFixed(1)} where the text around it has ${other.size.toFixed(1)}`
  const parts = [1, 3, 5].map((at) => Math.abs(part(one.color, at) - part(other.color, at)))
  const shade = Math.max(...parts)
  return shade > 0 && shade <= SHADE ? `colour ${one.color} where the page has ${other.color}` : undefined
}

const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

const styleOf = (word: Word) => {
  const { program, size, color } = lookOf(word)
  return `${program} ${size.toFixed(1)} ${color}`
}

/** One figure in the page's own font, a shade or a fraction of its size away from all else that the font sets. */
const slightlyOther: Rule = (facts) => {
  const styles = wordsBy(pagesOf(facts), styleOf)
  const alone = [...styles.values()].filter(([use, ...more]) => use && more.length === 0 && isOneValue(use.words))
  const figures = alone.flat().filter(({ words }) => words.every(({ text }) => /\d/.test(text)))
  if (figures.length > MOST_ALONE) return []
  return figures.flatMap(({ page, words }) => {
    const [first] = words as [Word]
    const usual = [...styles.values()].flat().filter((use) => use.page === page && use.words.length >= FEWEST_USUAL)
    const difference = usual
      .filter((use) => use.words.some((word) => onOneLine([first, word])) || styleSize(use.words) === styleSize(words))
      .map((use) => slightDifference(first, use.words[0] as Word))
      .find((each) => each !== undefined)
    if (difference === undefined) return []
    const flags = loneValue(facts, page, words, {
      code: 'SLIGHTLY_OTHER_TYPE',
      message: `"${quoted(words)}" alone is set in ${difference}`,
    })
    const around = usual.filter((use) => use.words.some((word) => onOneLine([first, word])))
    const larger = around.every((use) => use.words.every(({ size }) => size < first.size))
    return flags.filter(
      ({ fields }) =>
        !(fields.some((name) => LAST.has(name)) && isRaised(first, around)) && !(fields.includes('tax_year') && larger),
    )
  })
}

/** What a paper comes to: designers set it bold and a little larger. The year of a form stands larger in any weight. */
const LAST: ReadonlySet<string> = new Set(['net_pay', 'invoice_total', 'amount_due', 'total', 'closing_balance'])
const BOLD = /bold|black|heavy|semibold|demi/i
const isRaised = (value: Word, around: readonly { words: readonly Word[] }[]) =>
  BOLD.test(value.font) && around.every(({ words }) => words.every(({ size }) => size < value.size))

const styleSize = ([word]: readonly Word[]) => word && lookOf(word).size.toFixed(1)

/** A word right beside another, in sizes. */
const BESIDE = 0.6

/** A value in a size that nobody chooses, beside words of its font in one that somebody chose. */
const sizedByEye: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', ({ page, words }) => {
    const [first] = words as [Word]
    if (isLaidOut(first.size) || words.some((word) => word.size !== first.size)) return undefined
    const beside = page.words.find(
      (word) =>
        isPrinted(word) &&
        !words.includes(word) &&
        isLaidOut(word.size) &&
        onOneLine([first, word]) &&
        words.some((own) => Math.abs(gapBetween(own, word)) < BESIDE * own.size),
    )
    const difference = beside && slightDifference(first, beside)
    return difference?.startsWith('size') ? `is set in ${difference}` : undefined
  })

/** Values a shade or a fraction of a size off. */
export const SLIGHTLY_OTHER: readonly Rule[] = [slightlyOther, sizedByEye]
