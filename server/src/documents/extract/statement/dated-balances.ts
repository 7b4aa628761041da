import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { wordsAt } from '../../model/words-at.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findDates } from '../../values/date.ts'
import { type Candidate, fieldOf } from '../labels/candidate.ts'
import { findSummary } from './summary.ts'
import type { Account } from './transactions.ts'

/** Balances that are called by their day alone (`Balance on 1 March`), by what the day says of them. */
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
  const booked = movements.flatMap(({ date }) => date ?? []).toSorted()
  const moved = newestFirst || first !== last ? undefined : booked
  // One day alone opens the account where all was booked after it, else it closes it.
  const opens = (date: string) => (moved ? date <= (moved[0] ?? '') : date === first)
  const closes = (date: string) => (moved ? date >= (moved.at(-1) ?? '') : date === last)
  return {
    openings: dated.filter(({ date }) => opens(date)).map(({ field }) => field),
    closings: dated.filter(({ date }) => closes(date) && !opens(date)).map(({ field }) => field),
  }
}

/** The day of the latest balance that bears one. */
export function lastDay(pages: readonly PageLayout[], style: AmountStyle, card: boolean): Field | undefined {
  const named = (['closing_balance', 'dated_balance'] as const).flatMap((name) => findSummary(pages, name, style, card))
  const days = named.flatMap((found) => {
    const date = dayOf(found)
    return date ? [dayField(found, date)] : []
  })
  const [last] = days.toSorted((a, b) => (a.value < b.value ? 1 : -1))
  return last
}

function dayField(found: Candidate, value: string): Field & { value: string } {
  const all = daysWords(found)
  const [day] = findDates(textOf(all))
  const words = day ? wordsAt(all, day.index, day.printed.length) : all
  const box = around(words.map((word) => word.box))
  return { value, printed: textOf(words), confidence: 0.7, page: found.page, box, words, method: 'balance-day' }
}

/** The day that stands between the label and its amount. */
const dayOf = (found: Candidate) => findDates(textOf(daysWords(found)))[0]?.value

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

function daysWords({ label, words }: Candidate): Word[] {
  const [end, until] = [label.box[2], words[0]?.box[0] ?? Number.POSITIVE_INFINITY]
  return label.line.segments
    .flatMap((segment) => segment.words)
    .filter(({ box }) => box[0] >= end - 0.1 && box[2] <= until)
}
