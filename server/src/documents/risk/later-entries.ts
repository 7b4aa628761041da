import { daysBetween } from './days.ts'
import { type Facts, rowsNamed } from './facts.ts'

/** One entry of a later day may be a direct debit that is announced, or a day that was misread. */
const FEWEST = 2
/** Clocks of two places, and days on which banks count what is paid over a weekend. */
const SLACK_DAYS = 3

/** Whether a statement lists what was paid days after its file was `written`: it was made for another period. */
export function listsLater(facts: Facts, written: string): boolean {
  const later = rowsNamed(facts, 'transactions').filter(
    ({ values: { date } }) => typeof date === 'string' && daysBetween(written.slice(0, 10), date) > SLACK_DAYS,
  )
  return later.length >= FEWEST
}
