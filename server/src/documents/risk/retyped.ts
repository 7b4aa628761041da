import { middle } from '../model/box.ts'
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
import { isBold, looksTheSame } from './typefaces.ts'

/** Sizes that differ by more than this share are a heading and its text. */
const SAME_SIZE = 0.12

/**
 * One value in a font of its own beside the font of the same look that sets the page: whoever typed it had to bring a
 * font along, as the page's own holds only the characters that the page had.
 */
const fontOfItsOwn: Rule = (facts) => {
  const programs = wordsBy(pagesOf(facts), (word) => lookOf(word).program ?? '')
  const alone = [...programs.values()].filter(([use, ...more]) => use && more.length === 0 && isOneValue(use.words))
  if (alone.length > MOST_ALONE) return []
  return alone.flat().flatMap(({ page, words }) => {
    if (isLetterhead(words, page.words)) return []
    const [first] = words as [Word]
    const { font, program } = lookOf(first)
    const usual = [...programs].find(([other, uses]) =>
      uses.some((use) => use.page === page && other !== program && isUsualFor(first, use.words)),
    )
    const its = usual?.[1][0]?.words[0]
    if (!its) return []
    const message = `"${quoted(words)}" is set in a font of its own, ${font}; the page in ${lookOf(its).font}`
    return loneValue(facts, page, words, { code: 'FONT_OF_ITS_OWN', message })
  })
}

/** A name that was painted first and stands above all else: letterheads are designed apart from what is under them. */
function isLetterhead(words: readonly Word[], all: readonly Word[]): boolean {
  const others = all.filter((word) => isPrinted(word) && !words.includes(word))
  const foot = Math.min(...words.map(({ box }) => box[1]))
  const last = Math.max(...words.map(({ order }) => order))
  return (
    words.every(({ text }) => !/\d/.test(text)) && others.every(({ box, order }) => box[3] <= foot + 1 && order >= last)
  )
}

function isUsualFor(word: Word, words: readonly Word[]): boolean {
  const [like] = words
  if (!like || words.length < FEWEST_USUAL) return false
  const [its, own] = [lookOf(like), lookOf(word)]
  if (isBold(its.font) !== isBold(own.font) || !looksTheSame(its.font, own.font)) return false
  return words.some(({ size }) => Math.abs(size - word.size) <= SAME_SIZE * size)
}

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

/** A value that was painted after all else into a line whose other words were painted in their turn. */
const paintedLast: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter(isPrinted).toSorted((a, b) => a.order - b.order)
    const groups = lastPainted(words)
    if (groups.length === 0 || groups.length > MOST_ALONE) return []
    const rest = words.slice(0, words.length - groups.flat().length)
    const up = rest.filter((word, index) => index > 0 && rises(rest[index - 1] as Word, word)).length
    if (rest.length < FEWEST_USUAL || up > MOST_RISES * rest.length || fillsIn(rest)) return []
    return groups
      .filter((group) => rest.some((word) => onOneLine([group[0] as Word, word])))
      .flatMap((group) => {
        const message = `"${quoted(group)}" was painted after the rest of the page, into a line that was there`
        return loneValue(facts, page, group, { code: 'VALUE_PAINTED_LAST', message })
      })
  })

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
    return loneValue(facts, page, words, {
      code: 'SLIGHTLY_OTHER_TYPE',
      message: `"${quoted(words)}" alone is set in ${difference}`,
    })
  })
}

const styleSize = ([word]: readonly Word[]) => word && lookOf(word).size.toFixed(1)

/** What is left where a value was taken out and another one set in its place. */
export const RETYPED: readonly Rule[] = [fontOfItsOwn, paintedLast, slightlyOther]
