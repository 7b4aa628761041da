import { within } from '../vocabulary/compile.ts'
import { isPrintedBeside } from './addition.ts'
import { type CaptionedRow, captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { amount, money, percent, type Rule } from './facts.ts'

const MINIMUM = within('card.minimum')
/** The only figure of its caption: a floor, or interest beside the rate, is figured otherwise. */
const RATE = /^\D*(\d{1,2}(?:[.,]\d{1,2})?) ?%\D*$/
/** Some banks round up to the dollar, to five or to ten. */
const SLACK = 1

function minimumOf({ caption, amounts }: CaptionedRow) {
  const rate = Number(RATE.exec(caption)?.[1]?.replace(',', '.') ?? 0) / 100
  const [least, ...more] = amounts
  return MINIMUM.test(caption) && rate > 0 && least && more.length === 0 ? [{ rate, least }] : []
}

/** What is least to be paid, where its caption says the share of the balance: who changes the balance forgets it. */
export const cardMinimum: Rule = (facts) => {
  const owed = amount(facts, 'closing_balance')
  if (facts.part.type !== 'CREDIT_CARD_STATEMENT' || owed === undefined || owed <= 0) return []
  const [found, ...more] = captionedRows(facts).flatMap(minimumOf)
  if (!found || more.length > 0) return []
  const { rate, least } = found
  const [due, off] = [rate * owed, least.value - rate * owed]
  // A floor is a round sum; what is overdue, fees and interest are asked for on top, and printed.
  if (Number.isInteger(least.value) || Math.abs(off) <= SLACK || isPrintedBeside(facts, off, [])) return []
  if (facts.located.some(({ cents }) => Math.abs((rate * cents) / 100 - least.value) < 0.01)) return []
  return claim(facts, {
    code: 'CARD_MINIMUM',
    family: 'arithmetic',
    severity: 'medium',
    message: `${money(least.value)} is least to be paid; ${percent(rate)} of ${money(owed)} is ${money(due)}`,
    fields: ['closing_balance'],
    figures: [least.value, due],
    gap: off,
    rests: least.words,
  })
}
