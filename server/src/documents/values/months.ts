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

/** Names and abbreviations in every language of the vocabulary, without accents. */
const NUMBER_OF = new Map(MONTHS.flatMap((month, index) => phrasesOf(month).map((name) => [name, index + 1] as const)))

/** Source of a pattern for a month's name in text that was folded (fold.ts), longest names first. */
export const MONTH_PATTERN = [...NUMBER_OF.keys()].sort((a, b) => b.length - a.length).join('|')

/** 1..12 for a name that `MONTH_PATTERN` matched. */
export function monthOf(name: string): number | undefined {
  return NUMBER_OF.get(name.replace(/\.$/, ''))
}
