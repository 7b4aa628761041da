import { within } from '../vocabulary/compile.ts'
import { type CaptionedRow, captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { amount, type Facts, money, type Rule } from './facts.ts'

const LIMIT = within('card.limit')
const AVAILABLE = within('card.available')
/** Cents are rounded, and small fees come late. */
const SLACK = 1

/** The one amount behind a caption; undefined where the paper names none, or several. */
function called(rows: readonly CaptionedRow[], name: RegExp, not?: RegExp): number | undefined {
  const found = rows.filter(({ caption, amounts }) => name.test(caption) && !not?.test(caption) && amounts.length === 1)
  const values = new Set(found.map(({ amounts: [one] }) => one?.value))
  return values.size === 1 ? [...values][0] : undefined
}

/** Purchases on their way come to odd sums; a limit is a round one. */
const ROUND = 100
/** Less may be a deposit for a room or a car. */
const SHARE_OF_LIMIT = 0.25

/** Whether more is used than is owed by just what another limit would differ from this one. */
function isRoundOff(more: number, limit: number): boolean {
  const off = Math.abs(more - ROUND * Math.round(more / ROUND))
  return more >= SHARE_OF_LIMIT * limit && off < 0.005
}

/**
 * What a card has used of its limit is what it owes, and purchases that are on their way. What it owes cannot be more:
 * then the balance was changed, and what is left of the limit was not. Nor is it less by a large round sum to the cent:
 * then the limit was changed.
 */
export const creditLine: Rule = (facts: Facts) => {
  const owed = amount(facts, 'closing_balance')
  if (facts.part.type !== 'CREDIT_CARD_STATEMENT' || owed === undefined) return []
  const rows = captionedRows(facts, 0)
  const [limit, left] = [called(rows, LIMIT, AVAILABLE), called(rows, AVAILABLE)]
  // Some print what is left in whole dollars, or as of another day.
  if (!limit || !left || left <= 0 || Number.isInteger(left) || left >= limit) return []
  if (owed <= limit - left + SLACK && !isRoundOff(limit - left - owed, limit)) return []
  return claim(facts, {
    code: 'CARD_CREDIT_LEFT',
    family: 'arithmetic',
    severity: 'medium',
    message: `the balance says ${money(owed)}; ${money(left)} left of ${money(limit)} is ${money(limit - left)} used`,
    fields: ['closing_balance'],
    figures: [owed, limit - left],
    gap: owed - limit + left,
    rests: rows.flatMap(({ caption, amounts }) =>
      LIMIT.test(caption) || AVAILABLE.test(caption) ? amounts.flatMap(({ words }) => words) : [],
    ),
  })
}
