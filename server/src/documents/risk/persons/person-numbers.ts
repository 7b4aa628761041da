import type { Line } from '../../model/layout.ts'
import { wordsAt } from '../../model/words-at.ts'
import { foldInPlace } from '../../values/fold.ts'
import { isMasked } from '../../values/masked.ts'
import { sourceOf } from '../../vocabulary/compile.ts'
import { LANGUAGES } from '../../vocabulary/languages.ts'
import { certaintyOfWords } from '../claim.ts'
import type { Facts, Rule } from '../facts.ts'
import { PERSON_NUMBERS, type PersonNumber } from './numbers.ts'

/** What a language calls its countries' numbers, and these. */
interface Called {
  caption: RegExp
  numbers: readonly PersonNumber[]
}

const CALLED: readonly Called[] = LANGUAGES.flatMap(({ language, concepts }) => {
  const { [language]: numbers } = PERSON_NUMBERS
  const { 'person.number': names } = concepts as Readonly<Record<string, readonly string[]>>
  if (!numbers || !names) return []
  const caption = `(?<![\\p{L}\\d])(?:${names.map(sourceOf).join('|')})(?![\\p{L}\\d])`
  return [{ caption: new RegExp(caption, 'gu'), numbers }]
})

/** What stands between a caption and its number. */
const BETWEEN = /^[\s:.#]*(?:\(?(?:n[°ºo]?|nr|no)\b[.:°º]{0,2}\)?[\s:]*)?/iu
/** Groups of letters and digits, and what parts them. */
const GROUPS = /^[\p{L}\d]+(?:[ ./-]{1,2}[\p{L}\d]+){0,9}/u
/** Numbers that every guide and sample prints. */
const SAMPLE = /^(?:123456789\d*|QQ.*|(\d)\1+)$/

interface Found {
  printed: string
  index: number
  name: string
}

/** The number of a box may stand between its caption and what is in it. */
const BOX = /^\d{1,2} +(?=[\p{L}\d])/u

/** The beginnings of a run of groups behind which no more digits stand, the longest first. */
function beginnings(run: string): string[] {
  const ends = [run.length, ...Array.from(run.matchAll(/[ ./-]+/g), ({ index }) => index).toReversed()]
  return ends.filter((end) => !/^[ ./-]*\d/.test(run.slice(end))).map((end) => run.slice(0, end))
}

const plainOf = (printed: string) => printed.replace(/[^\p{L}\d]/gu, '').toUpperCase()

/** The number behind a caption that has the form of one of these and is none; undefined where one of them holds. */
function failing(rest: string, numbers: readonly PersonNumber[]): Omit<Found, 'index'> | undefined {
  const run = GROUPS.exec(rest)?.[0] ?? ''
  const fitting = (printed: string) => numbers.filter(({ form }) => form.test(plainOf(printed)))
  const holds = (printed: string) => fitting(printed).some((number) => number.holds(plainOf(printed)))
  const all = [...beginnings(run), ...beginnings(run.replace(BOX, ''))]
  if (all.some((printed) => holds(printed) || SAMPLE.test(plainOf(printed)))) return undefined
  const printed = beginnings(run).find((one) => fitting(one).length > 0)
  if (!printed || isMasked(printed)) return undefined
  // What is also a number behind that of its box may be either.
  const [first] = fitting(printed.replace(BOX, '')).length > 0 && BOX.test(printed) ? [] : fitting(printed)
  return first && { printed, name: first.name }
}

/** Numbers of persons in a text, behind what they are called, that no office gives out. */
export function impossibleNumbers(text: string): Found[] {
  const folded = foldInPlace(text)
  const numbersAt = new Map<number, readonly PersonNumber[]>()
  for (const { caption, numbers } of CALLED)
    for (const { 0: match, index } of folded.matchAll(caption)) {
      const end = index + match.length
      const start = end + (BETWEEN.exec(text.slice(end))?.[0].length ?? 0)
      numbersAt.set(start, [...(numbersAt.get(start) ?? []), ...numbers])
    }
  return [...numbersAt].flatMap(([index, numbers]) => {
    const found = failing(text.slice(index), numbers)
    return found ? [{ printed: found.printed, name: found.name, index }] : []
  })
}

/** Fields that other rules hold against their own check digits. */
const HELD = ['social_insurance_number', 'employee_ssn', 'recipient_tin', 'payer_tin']

function ofLine({ segments, page }: Line, { part }: Facts) {
  const words = segments.flatMap((segment) => segment.words)
  const held = new Set(HELD.flatMap((name) => part.fields[name]?.words ?? []))
  const text = words.map((word) => word.text).join(' ')
  return impossibleNumbers(text).flatMap(({ printed, name, index }) => {
    const own = wordsAt(words, index, printed.length)
    const isSure = certaintyOfWords(own) === 'sure' && !own.some((word) => held.has(word))
    return isSure ? [{ printed, name, own, page }] : []
  })
}

/**
 * A person's number whose check digits fail, or that is never given out, behind what the paper's language calls it. The
 * check digits are a function of the number: who writes another person in forgets them. What recognition doubts is
 * none. Samples and papers made up for a trial carry invented numbers as well, so that it lifts no level by itself.
 */
export const personNumbers: Rule = (facts) =>
  facts.reading.pages
    .filter(({ page }) => facts.part.pages.includes(page.number))
    .flatMap(({ lines }) => lines.flatMap((line) => ofLine(line, facts)))
    .map(({ printed, name, own, page }) => ({
      code: 'PERSON_NUMBER_INVALID',
      family: 'identity' as const,
      severity: 'low' as const,
      proof: true,
      message: `"${printed}" is no ${name} that is given out`,
      fields: [],
      evidence: own.map(({ box }) => ({ page, bbox: box })),
    }))
