import type { AmountAt } from '../../values/amount-style.ts'
import { type CaptionedRow, captionedRows, payAndYear } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, type Facts, money, type Rule, text } from '../facts.ts'
import { CONTRIBUTIONS, type Contribution } from './contribution-table.ts'

/** A pay that a contribution tells, and by how much rounding may be off. */
interface Told {
  pay: number
  slack: number
  words: AmountAt['words']
  /** Which of the lengths of a period it is told for; undefined for any. */
  period: number | undefined
}

type Column = 'gross_pay' | 'ytd_gross_pay'
const COLUMNS: readonly Column[] = ['gross_pay', 'ytd_gross_pay']
/** Less than this share of a pay is what tables and hand-made rounding leave. */
const TELLING = 0.005
/** Cents that rounding moves one contribution by, and a year's of them. */
const ROUNDED: Readonly<Record<Column, number>> = { gross_pay: 0.015, ytd_gross_pay: 0.1 }
const CENTS = 0.02
/** A pay that is told so many times over is the year's where the pay's was looked for, or the other way round. */
const OTHER_COLUMN = 3

const inColumn = (row: CaptionedRow, column: Column) => payAndYear(row)[column === 'gross_pay' ? 0 : 1]

function toldBy({ called, takes }: Contribution, rows: readonly CaptionedRow[], column: Column, year: number): Told[] {
  return rows
    .filter(({ caption }) => called.test(caption))
    .flatMap((row) => {
      const taken = inColumn(row, column)
      const size = Math.abs(taken?.value ?? 0)
      if (!taken || size === 0) return []
      return takes(year, column === 'ytd_gross_pay').flatMap(({ rate, free = [0], byPeriod, slack = CENTS }) =>
        free.map((none, at) => ({
          pay: size / rate + none,
          slack: ROUNDED[column] / rate + slack,
          words: taken.words,
          period: byPeriod && at,
        })),
      )
    })
}

/** Two contributions of one country that agree on the pay: the closer of the two. */
function agreed(country: readonly Contribution[], rows: readonly CaptionedRow[], column: Column, year: number): Told[] {
  const [first, second] = country.map((one) => toldBy(one, rows, column, year))
  return (first ?? []).flatMap((one) =>
    (second ?? [])
      .filter((other) => one.period === other.period && Math.abs(one.pay - other.pay) <= one.slack + other.slack)
      .map((other) => ({ ...(one.slack < other.slack ? one : other), words: [...one.words, ...other.words] })),
  )
}

/** Whether up to three printed amounts of the column are what the gross pay and the pay that is told differ by. */
function isExplained(rows: readonly CaptionedRow[], column: Column, wanted: number, slack: number): boolean {
  const parts = rows.flatMap((row) => inColumn(row, column) ?? []).map(({ value }) => Math.abs(value))
  const some = [...new Set(parts)].filter((value) => value > 0 && value <= wanted + slack)
  const is = (sum: number) => Math.abs(sum - wanted) <= slack
  return some.some(
    (a, i) => is(a) || some.slice(i + 1).some((b, j) => is(a + b) || some.slice(i + j + 2).some((c) => is(a + b + c))),
  )
}

/**
 * The gross pay against what the law takes of it. Some deductions come off before, and some earnings are free: where
 * what is printed explains the difference the rule is silent, and so it is where contributions tell nothing together.
 */
export const contributions: Rule = (facts) => {
  if (facts.part.type !== 'PAY_STUB') return []
  const year = Number((text(facts, 'pay_date') ?? text(facts, 'pay_period_end') ?? '').slice(0, 4))
  const rows = captionedRows(facts)
  return COLUMNS.flatMap((column) => {
    const stated = amount(facts, column)
    if (stated === undefined) return []
    const told = CONTRIBUTIONS.flatMap((country) => agreed(country, rows, column, year)).filter(
      ({ pay }) => pay < OTHER_COLUMN * stated && stated < OTHER_COLUMN * pay,
    )
    if (told.length === 0) return []
    const fits = ({ pay, slack }: Told) =>
      Math.abs(pay - stated) <= Math.max(slack, TELLING * stated) ||
      isExplained(rows, column, Math.abs(pay - stated), slack)
    return told.some(fits) ? [] : toldOf(facts, column, stated, told[0] as Told)
  })
}

const toldOf = (facts: Facts, column: Column, stated: number, { pay, words }: Told) =>
  claim(facts, {
    code: 'PAY_STUB_CONTRIBUTIONS',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `${column.replaceAll('_', ' ')} says ${money(stated)}; two contributions are taken of ${money(pay)}`,
    fields: [column],
    figures: [stated, pay],
    gap: stated - pay,
    rests: words,
  })
