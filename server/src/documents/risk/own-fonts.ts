import type { Word } from '../model/page.ts'
import type { Facts, Rule } from './facts.ts'
import {
  aloneIn,
  FEWEST_USUAL,
  isOneValue,
  isPrinted,
  loneValue,
  lookOf,
  onOneLine,
  pagesOf,
  programsOf,
  quoted,
} from './lone-values.ts'
import { ITS_MAKER } from './other-face.ts'
import { printedValues } from './printed-values.ts'
import { isBold, isOfText, looksTheSame } from './typefaces.ts'

/** Sizes that differ by more than this share are a heading and its text. */
const SAME_SIZE = 0.12
/** So many words of one font show what it has. */
const FEWEST_ALIKE = 3
/** Letters or digits. */
const SAYS = /[\p{L}\d]/u
/** A line has at most this many words. */
const MOST_OF_LINE = 20

/** A whole line, with lines over and under it: letterheads and page numbers stand at the edges. */
function isLineWithin(words: readonly Word[], facts: Facts): boolean {
  const [first] = words
  if (!first || words.length > MOST_OF_LINE || !onOneLine(words)) return false
  const page = pagesOf(facts).find((each) => each.words.includes(first))
  const others = page?.words.filter((word) => isPrinted(word) && !words.includes(word)) ?? []
  return others.some(({ box }) => box[1] > first.box[3]) && others.some(({ box }) => box[3] < first.box[1])
}

const IBAN = /(?<![A-Z\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])/u

/** A line with an account's number, wherever it stands; that of a letterhead says whose it is, and has its own font. */
function isAccount(words: readonly Word[], { part }: Facts): boolean {
  const line = words.map(({ text }) => text).join(' ')
  const makers = [...ITS_MAKER].flatMap((name) => part.fields[name]?.printed ?? [])
  return (
    words.length <= MOST_OF_LINE && onOneLine(words) && IBAN.test(line) && !makers.some((name) => line.includes(name))
  )
}

/**
 * One value, or one line with its value, in a font of its own beside the font of the same look that sets the page:
 * whoever typed it had to bring a font along, as the page's own holds only the characters that the page had.
 */
const fontOfItsOwn: Rule = (facts) => {
  const programs = programsOf(facts)
  const alone = aloneIn(programs, (words) => isOneValue(words) || isAccount(words, facts) || isLineWithin(words, facts))
  return alone.flatMap(({ page, words }) => {
    // A sign of currency comes from another font where the page's own has none.
    if (isLetterhead(words, page.words) || !words.some(({ text }) => SAYS.test(text))) return []
    const [first] = words as [Word]
    const { font, program } = lookOf(first)
    const usual = [...programs].find(([other, uses]) =>
      uses.some((use) => use.page === page && other !== program && isUsualFor(words, use.words)),
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
    words.every(({ text }) => !/\d/.test(text)) &&
    others.every((word) => (word.box[3] <= foot + 1 || isBesideIt(word, words)) && word.order >= last)
  )
}

/** What stands in the same line, as a paper's title does beside the name of who made it. */
const isBesideIt = (word: Word, [first]: readonly Word[]) => first !== undefined && onOneLine([first, word])

/** Whether a font sets the page, or enough of it that it had every character of the value. */
function isUsualFor(own: readonly Word[], words: readonly Word[]): boolean {
  const [[like], [first]] = [words, own]
  if (!like || !first) return false
  const [its, of] = [lookOf(like), lookOf(first)]
  if (isBold(its.font) !== isBold(of.font) || !looksTheSame(its.font, of.font)) return false
  const had = new Set(words.flatMap(({ text }) => [...text]))
  const hadAll =
    its.font === of.font &&
    words.length >= FEWEST_ALIKE &&
    own.every(({ text }) => [...text].every((each) => had.has(each)))
  return (
    (hadAll || words.length >= FEWEST_USUAL) &&
    words.some(({ size }) => Math.abs(size - first.size) <= SAME_SIZE * size)
  )
}

/** Values that one font sets, before one in another face tells anything. */
const FEWEST_VALUES = 4
/** Sizes that nobody tells apart; and how much smaller one is taken where another face looks larger in it. */
const [LIKE_SIZE, SMALLER] = [0.06, 0.16]

/**
 * One value in a face that nothing else on the page has, in the weight of all the others and no larger: what is meant
 * to stand out is larger or bolder, and what a firm's name is set in is no figure's.
 */
const faceOfItsOwn: Rule = (facts) => {
  const values = printedValues(facts)
  return aloneIn(programsOf(facts), isOneValue).flatMap(({ page, words }) => {
    const [first] = words as [Word]
    const its = lookOf(first)
    const others = values.filter((value) => value.page === page && !value.words.some((word) => words.includes(word)))
    const usual = others.filter(({ words: [word] }) => word && isPlainAs(lookOf(word), its))
    const fonts = new Set(usual.map(({ words: [word] }) => word && lookOf(word).font))
    const isWhole = values.some((value) => value.words.every((word) => words.includes(word) && SAYS.test(word.text)))
    if (!isWhole || usual.length < FEWEST_VALUES || fonts.size !== 1 || !isOfText(its.font)) return []
    if (isLetterhead(words, page.words)) return []
    const message = `"${quoted(words)}" alone is set in ${its.font}; all other values in ${[...fonts].join()}`
    return loneValue(facts, page, words, { code: 'FONT_OF_ITS_OWN', message })
  })
}

function isPlainAs(usual: ReturnType<typeof lookOf>, its: ReturnType<typeof lookOf>): boolean {
  const isSized = its.size <= (1 + LIKE_SIZE) * usual.size && its.size >= (1 - SMALLER) * usual.size
  return (
    isSized && !looksTheSame(usual.font, its.font) && isBold(usual.font) === isBold(its.font) && isOfText(usual.font)
  )
}

/** Values in fonts that were brought along for them. */
export const OWN_FONTS: readonly Rule[] = [fontOfItsOwn, faceOfItsOwn]
