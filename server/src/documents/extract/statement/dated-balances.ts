import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { type Candidate, fieldOf } from '../labels/candidate.ts'
import type { AmountStyle } from '../values/amount.ts'
import { findDates } from '../values/date.ts'
import { findSummary } from './summary.ts'
import type { Account } from './transactions.ts'

/** Balances that are called by their day alone (`Balance on 1 March`, `Kontostand am ...`), by what the day says of them. */
export function datedBalances(
  pages: readonly PageLayout[],
  style: AmountStyle,
  card: boolean,
  { movements, newestFirst }: Account,
): { openings: Field[]; closings: Field[] } {
  const dated = findSummary(pages, 'dated_balance', style, card).flatMap((found) => {
    const date = dayOf(found)
    return date ? [{ date, field: fieldOf(found) }] : []
  })
  const days = dated.map(({ date }) => date).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const booked = movements.map(({ date }) => date).toSorted()
  const moved = newestFirst || first !== last ? undefined : booked
  // One day alone opens the account where all was booked after it, else it closes it.
  const opens = (date: string) => (moved ? date <= (moved[0] ?? '') : date === first)
  const closes = (date: string) => (moved ? date >= (moved.at(-1) ?? '') : date === last)
  return {
    openings: dated.filter(({ date }) => opens(date)).map(({ field }) => field),
    closings: dated.filter(({ date }) => closes(date) && !opens(date)).map(({ field }) => field),
  }
}

/** The day that stands between the label and its amount. */
function dayOf({ label, words }: Candidate): string | undefined {
  const [end, until] = [label.box[2], words[0]?.box[0] ?? Number.POSITIVE_INFINITY]
  const between = label.line.segments
    .flatMap((segment) => segment.words)
    .filter(({ box }) => box[0] >= end - 0.1 && box[2] <= until)
  return findDates(between.map(({ text }) => text).join(' '))[0]?.value
}
