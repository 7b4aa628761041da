import { height } from '../model/box.ts'
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
  programsOf,
  quoted,
} from './lone-values.ts'
import { targetOf } from './policy/targets.ts'
import { isBold, isOfText, looksTheSame } from './typefaces.ts'

/** Who made the paper: its name is designed, alone or over its address. */
export const ITS_MAKER = new Set([
  'vendor_name',
  'merchant_name',
  'employer_name',
  'payer_name',
  'bank_name',
  'provider_name',
])
/** Whom the paper is about, and where money goes. */
const TELLING = new Set(['name', 'account'])
/** Sizes that nobody tells apart. */
const LIKE_SIZE = 0.06
/** Lines of one block begin at one place, in points, and follow each other so near, in sizes. */
const [SAME_EDGE, NEXT_LINE] = [1.5, 1.9]

/** The line right over or under a value, of one block with it: an address, whose numbers tell it from captions. */
function linesBeside(value: readonly Word[], all: readonly Word[]): Word[][] {
  const [first] = value as [Word]
  const others = all.filter((word) => isPrinted(word) && !value.includes(word))
  const heads = others.filter(({ box }) => {
    const apart = Math.abs(box[1] - first.box[1])
    return Math.abs(box[0] - first.box[0]) <= SAME_EDGE && apart > 0.5 * height(first.box)
  })
  return heads
    .filter(({ box }) => Math.abs(box[1] - first.box[1]) <= NEXT_LINE * first.size)
    .map((head) => others.filter((word) => onOneLine([head, word]) && word.program === head.program))
    .filter((line) => line.some(({ text }) => /\d/.test(text)) && !line.at(-1)?.text.endsWith(':'))
}

/** Of one size, weight and colour, and yet of another face of text. */
function isOfOtherFace(word: Word, other: Word): boolean {
  const [one, its] = [lookOf(word), lookOf(other)]
  const isSet = Math.abs(one.size - its.size) <= LIKE_SIZE * its.size && one.color === its.color
  const areText = isOfText(one.font) && isOfText(its.font) && isBold(one.font) === isBold(its.font)
  return isSet && areText && !looksTheSame(one.font, its.font)
}

const namesOf = ({ part }: Facts, words: readonly Word[]) =>
  Object.entries(part.fields).flatMap(([name, field]) =>
    field.words.some((word) => words.includes(word)) ? [name] : [],
  )

/**
 * The name or account of a block, alone in a face that the lines beside it do not have: an address and the name over it
 * are printed together, whatever the rest of the page looks like.
 */
export const otherFace: Rule = (facts) => {
  const programs = programsOf(facts)
  return aloneIn(programs, isOneValue).flatMap(({ page, words }) => {
    const names = namesOf(facts, words)
    if (!names.some((name) => TELLING.has(targetOf(name)) && !ITS_MAKER.has(name))) return []
    const beside = linesBeside(words, page.words)
    const its = beside.flat().find((word) => isOfOtherFace(words[0] as Word, word))
    const isUsual =
      its && (programs.get(lookOf(its).program ?? '') ?? []).some((use) => use.words.length >= FEWEST_USUAL)
    if (!its || !isUsual || beside.flat().some((word) => looksTheSame(lookOf(word).font, (words[0] as Word).font)))
      return []
    const [own, theirs] = [lookOf(words[0] as Word).font, lookOf(its).font]
    const message = `"${quoted(words)}" is set in ${own}; the lines beside it in ${theirs}`
    return loneValue(facts, page, words, { code: 'FONT_OF_ITS_OWN', message })
  })
}
