import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { wordsAt } from '../../model/words-at.ts'
import { findDates } from '../../values/date.ts'
import { findIbans } from '../../values/ids.ts'
import { certaintyOfWords } from '../claim.ts'
import type { Facts, Rule } from '../facts.ts'
import { isWellFound } from '../well-found.ts'
import { type AccountPart, hasRoom, isNearly, isOfBank, isPart, partsOf } from './account-parts.ts'

/** A number on a line: its digits, and the words that print them. */
interface NumberAt {
  plain: string
  words: Word[]
  line: Line
}

const FEWEST_DIGITS = 4
const MOST_DIGITS = 12
/** Digits in groups, with nothing else between them than what sets them apart. */
const NUMBER = /(?<![\p{L}\d.,/-])\d{2,}(?:[ .-]\d{1,6})*(?![\p{L}\d]|[.,/-]\d)/gu
/** An account stands beside its bank, or on the next lines of the same block. */
const BLOCK = 40

const linesOf = ({ reading, part }: Facts) =>
  reading.pages.filter(({ page }) => part.pages.includes(page.number)).flatMap(({ lines }) => lines)

/** The only IBAN of the pages, and where; undefined where there is none, or another whose numbers stand there too. */
function onlyIban(lines: readonly Line[]): { iban: string; places: Line[] } | undefined {
  const places = lines.filter(({ text }) => /[A-Z]{2} ?\d{2}/.test(text) && findIbans(text).length > 0)
  const [iban, ...more] = new Set(places.flatMap(({ text }) => findIbans(text).map(({ plain }) => plain)))
  return more.length === 0 && iban !== undefined && !iban.includes('*') ? { iban, places } : undefined
}

/** An IBAN's own digits are no number beside it. */
const withoutIbans = (text: string) =>
  text.replace(/(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4})+/g, (iban) => '_'.repeat(iban.length))

/** Numbers of a line that may be an account's or a bank's: no dates, and each whole or group by group. */
function numbersIn(line: Line): NumberAt[] {
  return line.segments.flatMap(({ text, words }) =>
    Array.from(withoutIbans(text).matchAll(NUMBER)).flatMap(({ 0: printed, index }) => {
      const plain = printed.replace(/\D/g, '')
      const fits = plain.length >= FEWEST_DIGITS && plain.length <= MOST_DIGITS
      return fits && findDates(printed).length === 0
        ? [{ plain, words: wordsAt(words, index, printed.length), line }]
        : []
    }),
  )
}

const areNear = (one: Line, other: Line) => one.page === other.page && Math.abs(one.box[1] - other.box[1]) <= BLOCK

/** A field that names an account is read well enough to accuse from here on. Calibrated. */
const WELL_READ = 0.85

/** Whether the paper calls this number its account's, beside the IBAN. */
function isNamed({ words, line }: NumberAt, { part }: Facts, places: readonly Line[]): boolean {
  const field = part.fields.account_number
  return (
    field !== undefined &&
    isWellFound(field, WELL_READ) &&
    field.words.length === words.length &&
    words.every((word) => field.words.includes(word)) &&
    places.some((place) => areNear(place, line))
  )
}

/**
 * A number that is not the IBAN's, on a paper that prints its other part rightly: one that is the IBAN's but for a few
 * digits, or one that the paper calls its account, beside the bank that the IBAN is of.
 */
function changedPart(facts: Facts, numbers: readonly NumberAt[], { parts, places }: Held): NumberAt[] {
  return parts.flatMap((part) => {
    if (numbers.some(({ plain }) => isPart(plain, part))) return []
    const others = parts.filter((other) => other !== part)
    const kept = numbers.filter(({ plain }) => others.some((other) => isPart(plain, other)))
    const isOther = (number: NumberAt) =>
      part.called === 'account' && hasRoom(number.plain, part) && isNamed(number, facts, places)
    return numbers.filter((number) => {
      const isBeside = kept.some((one) => areNear(one.line, number.line))
      const isOfIt = others.some((other) => isOfBank(number.plain, part, other))
      return (isBeside && isNearly(number.plain, part)) || ((isBeside || isOfIt) && isOther(number))
    })
  })
}

/** What an IBAN holds, and where it is printed. */
interface Held {
  parts: readonly AccountPart[]
  places: readonly Line[]
}

/** Bank and account as a country writes them, beside the IBAN that holds both: they are changed together, or not. */
export const ibanBeside: Rule = (facts) => {
  const lines = linesOf(facts)
  const found = onlyIban(lines)
  const parts = found ? partsOf(found.iban) : []
  if (!found || parts.length === 0) return []
  const [changed] = changedPart(facts, lines.flatMap(numbersIn), { parts, places: found.places })
  if (!changed) return []
  const sure = certaintyOfWords(changed.words) === 'sure'
  return [
    {
      code: 'ACCOUNT_DISAGREES',
      family: 'identity' as const,
      severity: sure ? ('medium' as const) : ('low' as const),
      proof: sure,
      message: `"${changed.plain}" is not the number that the IBAN beside it holds`,
      fields: ['iban', 'account_number'].filter((name) => facts.part.fields[name]),
      evidence: changed.words.map(({ box }) => ({ page: changed.line.page, bbox: box })),
    },
  ]
}
