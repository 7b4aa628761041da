import type { Field } from '../model/findings.ts'

type Written = Pick<Field, 'printed' | 'value'>

/** All-digit dates that could be meant either way; with dots the day comes first wherever dates are written so. */
const hasFigures = ({ printed }: Written) =>
  !/\p{L}{3}/u.test(printed) && !/^\d{4}/.test(printed.trim()) && !/\d\.\s?\d/.test(printed)

/** Day and month could be taken for one another: no month's name is printed and both are under 13. */
export function isAmbiguous(field: Written): boolean {
  return hasFigures(field) && Number(String(field.value).slice(8, 10)) <= 12
}

/** An ISO date with day and month in each other's place; itself where that is no date. */
export function turnedRound(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return Number(day) <= 12 ? `${year}-${day}-${month}` : date
}

/** Money of the countries in which some write the month first, and of no country where `$` is all that is printed. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['USD', 'CAD', 'PHP'])

const isDayFirst = ({ printed, value }: Written) =>
  Number(/\d+/.exec(printed)?.[0]) === Number(String(value).slice(8, 10))

/**
 * The ways to read two dates of one paper, which writes both alike: one that can be read in one way tells the other,
 * and so does money of a country that writes the day first.
 */
export function readingsOf(first: Written, second: Written, currency?: string): (readonly [string, string])[] {
  const read = [String(first.value), String(second.value)] as const
  const both = [first, second]
  const told = both.some((field) => hasFigures(field) && !isAmbiguous(field))
  const dayFirst = currency !== undefined && !MONTH_FIRST.has(currency) && both.every(isDayFirst)
  if (told || dayFirst || !both.some(isAmbiguous)) return [read]
  const [one, other] = both.map((field) =>
    isAmbiguous(field) ? turnedRound(String(field.value)) : String(field.value),
  )
  return [read, [one as string, other as string]]
}
