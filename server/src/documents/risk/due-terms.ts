import { foldCase } from '../values/fold.ts'
import { phrases, within } from '../vocabulary/compile.ts'
import { claim } from './claim.ts'
import { readingsOf } from './date-readings.ts'
import { daysBetween } from './days.ts'
import { type Facts, type Rule, text } from './facts.ts'

/** `30 days`, `net 30`. */
const DAYS = new RegExp(
  `\\d ?${phrases('payment.days')}(?!\\p{L})|(?<!\\p{L})${phrases('payment.days.word')} \\d{1,3}(?! ?[\\d,.])`,
  'u',
)
/** Days of a discount are others than those of the whole sum. */
const DISCOUNT = /%/
/** Days that are counted from another day than the invoice's, or not all of them. */
const OTHERWISE = within('payment.days.otherwise')
/** Weekends and holidays, and whether the first day counts. */
const SLACK_DAYS = 4
const LONGEST = 365

/** Days that terms give, whichever of their numbers they are; none where some are counted otherwise. */
export function daysOf(terms: string): number[] {
  const folded = foldCase(terms)
  if (!DAYS.test(folded) || DISCOUNT.test(folded) || OTHERWISE.test(folded)) return []
  return Array.from(folded.matchAll(/\d+/g), ([days]) => Number(days)).filter((days) => days <= LONGEST)
}

function disagrees(facts: Facts, days: readonly number[]): boolean {
  const { invoice_date: written, due_date: due } = facts.part.fields
  if (!written || !due || days.length === 0) return false
  return readingsOf(written, due, text(facts, 'currency')).every(([from, to]) =>
    days.every((count) => Math.abs(daysBetween(from, to) - count) > SLACK_DAYS),
  )
}

/** The day that an invoice is due against the days that its terms give: programs count them, forgers forget them. */
export const dueTerms: Rule = (facts) => {
  const terms = text(facts, 'payment_terms')
  const days = daysOf(terms ?? '')
  const [from, to] = [text(facts, 'invoice_date'), text(facts, 'due_date')]
  if (from === undefined || to === undefined || !disagrees(facts, days)) return []
  return claim(facts, {
    code: 'DUE_AGAINST_TERMS',
    family: 'consistency',
    severity: 'medium',
    proof: true,
    delicate: true,
    message: `is due ${daysBetween(from, to)} days after ${from}; the terms say "${terms}"`,
    fields: ['due_date', 'invoice_date', 'payment_terms'],
  })
}
