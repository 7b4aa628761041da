import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { wordsAt } from '../../model/words-at.ts'
import { findDates } from '../../values/date.ts'
import { findIbans } from '../../values/ids.ts'
import { certaintyOfWords } from '../claim.ts'
import type { Facts, Rule } from '../facts.ts'
import { type AccountPart, isNearly, isPart, partsOf } from './account-parts.ts'

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

/** The only IBAN of the pages; undefined where there is none or another, whose numbers would be beside it too. */
function onlyIban(lines: readonly Line[]): string | undefined {
  const found = new Set(
    lines
      .filter(({ text }) => /[A-Z]{2} ?\d{2}/.test(text))
      .flatMap(({ text }) => findIbans(text).map(({ plain }) => plain)),
  )
  const [iban, ...more] = found
  return more.length === 0 && iban !== undefined && !iban.includes('*') ? iban : undefined
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

const near = (one: NumberAt, other: NumberAt) =>
  one.line.page === other.line.page && Math.abs(one.line.box[1] - other.line.box[1]) <= BLOCK

/** A number that is one of the IBAN's but for a few digits, on a paper that prints its other part rightly. */
function changedPart(numbers: readonly NumberAt[], parts: readonly AccountPart[]): NumberAt[] {
  return parts.flatMap((part) => {
    if (numbers.some(({ plain }) => isPart(plain, part))) return []
    const kept = numbers.filter(({ plain }) => parts.some((other) => other !== part && isPart(plain, other)))
    return numbers.filter((number) => isNearly(number.plain, part) && kept.some((one) => near(one, number)))
  })
}

/** Bank and account as a country writes them, beside the IBAN that holds both: they are changed together, or not. */
export const ibanBeside: Rule = (facts) => {
  const lines = linesOf(facts)
  const iban = onlyIban(lines)
  const parts = iban ? partsOf(iban) : []
  if (parts.length === 0) return []
  const [changed] = changedPart(lines.flatMap(numbersIn), parts)
  if (!changed) return []
  const sure = certaintyOfWords(changed.words) === 'sure'
  return [
    {
      code: 'ACCOUNT_DISAGREES',
      family: 'identity' as const,
      severity: sure ? ('medium' as const) : ('low' as const),
      proof: sure,
      message: `"${changed.plain}" is not the number that the IBAN beside it holds`,
      fields: ['iban'].filter((name) => facts.part.fields[name]),
      evidence: changed.words.map(({ box }) => ({ page: changed.line.page, bbox: box })),
    },
  ]
}
