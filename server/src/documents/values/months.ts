import { type Concept, phrasesOf } from '../vocabulary/compile.ts'

const MONTHS: readonly Concept[] = [
  'month.january',
  'month.february',
  'month.march',
  'month.april',
  'month.may',
  'month.june',
  'month.july',
  'month.august',
  'month.september',
  'month.october',
  'month.november',
  'month.december',
]

/** Names and abbreviations in every language, without accents, with the month that each language means. */
const NUMBERS_OF = Map.groupBy(
  MONTHS.flatMap((month, index) => phrasesOf(month).map((name) => ({ name, number: index + 1 }))),
  ({ name }) => name,
)

/** Source of a pattern for a month's name in text that was folded (fold.ts), longest names first. */
export const MONTH_PATTERN = [...NUMBERS_OF.keys()].sort((a, b) => b.length - a.length).join('|')

/**
 * 1..12 for a name that `MONTH_PATTERN` matched; several where languages mean different months by it, what more of them
 * mean first: `listopad` is the eleventh in Polish and Czech, the tenth in Croatian.
 */
export function monthsOf(name: string): number[] {
  const meant = (NUMBERS_OF.get(name.replace(/\.$/, '')) ?? []).map(({ number }) => number)
  const times = (month: number) => meant.filter((one) => one === month).length
  return [...new Set(meant)].toSorted((a, b) => times(b) - times(a) || b - a)
}
