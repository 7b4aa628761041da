import type { Word } from '../model/page.ts'
import { foldInPlace } from '../values/fold.ts'
import { claim } from './claim.ts'
import { turnedRound } from './date-readings.ts'
import { type Rule, rowsNamed } from './facts.ts'
import { daysCalled } from './weekdays.ts'

/** One row may be a slip of whoever typed it, or of recognition; a program names them all rightly. */
const FEWEST = 2

type Row = ReturnType<typeof rowsNamed>[number]

const calledBy = ({ text }: Word) => daysCalled(foldInPlace(text.replace(/[.,]+$/, '')))

/** The days that a row's date is called; none where it is called by none. */
const calledIn = ({ words: { date = [] } }: Row) => date.flatMap(calledBy)

/** Whether the row's date is a day that it is called; where its month has no name, either way of reading it. */
function isRight(row: Row): boolean {
  const date = String(row.values.date)
  const named = row.words.date?.some((word) => /\p{L}{3}/u.test(word.text) && calledBy(word).length === 0)
  const readings = named ? [date] : [date, turnedRound(date)]
  return readings.some((day) => calledIn(row).includes(new Date(day).getUTCDay()))
}

/**
 * Rows of a statement that name a weekday beside each day: banks print what their calendar says, so that a list of
 * another year or month gives itself away by every row.
 */
export const weekdayRows: Rule = (facts) => {
  const named = rowsNamed(facts, 'transactions').filter(
    (row) => typeof row.values.date === 'string' && calledIn(row).length > 0,
  )
  const wrong = named.filter((row) => !isRight(row))
  if (wrong.length < FEWEST) return []
  const [first] = wrong as [Row]
  const said = first.words.date?.map(({ text }) => text).join(' ')
  const one = `the first "${said}" for ${first.values.date}`
  return claim(facts, {
    code: 'WEEKDAY_DISAGREES',
    family: 'consistency',
    severity: 'medium',
    proof: true,
    message: `${wrong.length} of ${named.length} transactions name another weekday than their date has, ${one}`,
    fields: wrong.length === named.length ? ['statement_start_date', 'statement_end_date'] : [],
    rows: wrong.slice(0, 10),
    delicate: true,
  })
}
