import type { Field, Severity } from '../model/findings.ts'
import { claim } from './claim.ts'
import { type Facts, type Rule, text } from './facts.ts'

const DAY_MS = 86_400_000

/** Days from one ISO date to another; NaN where one of them cannot be read. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Day and month could be taken for one another: no month's name is printed and both are under 13. */
export function isAmbiguous({ printed, value }: Field): boolean {
  const day = Number(String(value).slice(8, 10))
  return day <= 12 && !/\p{L}{3}/u.test(printed) && !/^\d{4}/.test(printed.trim())
}

interface Order {
  code: string
  first: string
  second: string
  severity: Severity
  proof: boolean
  message: string
}

const ORDERS: readonly Order[] = [
  {
    code: 'DUE_BEFORE_INVOICED',
    first: 'invoice_date',
    second: 'due_date',
    severity: 'medium',
    proof: false,
    message: 'is due before it was written',
  },
  {
    code: 'PERIOD_ENDS_BEFORE_START',
    first: 'statement_start_date',
    second: 'statement_end_date',
    severity: 'high',
    proof: true,
    message: 'the statement ends before it starts',
  },
  {
    code: 'PERIOD_ENDS_BEFORE_START',
    first: 'pay_period_start',
    second: 'pay_period_end',
    severity: 'high',
    proof: true,
    message: 'the pay period ends before it starts',
  },
  {
    code: 'PAID_BEFORE_PERIOD',
    first: 'pay_period_start',
    second: 'pay_date',
    severity: 'medium',
    proof: false,
    message: 'was paid before its period began',
  },
]

const inOrder =
  ({ code, first, second, severity, proof, message }: Order): Rule =>
  (facts) => {
    const [from, to] = [text(facts, first), text(facts, second)]
    if (from === undefined || to === undefined || !(daysBetween(from, to) < 0)) return []
    const unsure = [first, second].some((name) => isAmbiguous(facts.part.fields[name] as Field))
    return claim(facts, {
      code,
      family: 'consistency',
      severity: unsure ? 'low' : severity,
      proof: proof && !unsure,
      message: `${message}: ${from} and ${to}`,
      fields: [first, second],
    })
  }

/** Dates that cannot lie after the file was last written; stubs and invoices are printed somewhat ahead. */
const LATEST: readonly (readonly [field: string, aheadDays: number])[] = [
  ['letter_date', 7],
  ['statement_end_date', 7],
  ['pay_date', 31],
  ['invoice_date', 31],
  ['transaction_date', 7],
]

/** Clocks that were never set, and writers that give every file one date, are earlier than this. */
const FIRST_CREDIBLE = '2001'

/** Metadata is easily wrong or old (templates), so that this only adds to other signs. */
const datedAfterFile =
  ([name, ahead]: (typeof LATEST)[number]): Rule =>
  (facts: Facts) => {
    const { created, modified } = facts.reading.source.info
    const written = [created, modified]
      .filter((date) => !Number.isNaN(Date.parse(date)) && date >= FIRST_CREDIBLE)
      .toSorted()
      .at(-1)
    const date = text(facts, name)
    if (date === undefined || written === undefined || !(daysBetween(written.slice(0, 10), date) > ahead)) return []
    return claim(facts, {
      code: 'DATED_AFTER_FILE',
      family: 'consistency',
      severity: isAmbiguous(facts.part.fields[name] as Field) ? 'low' : 'medium',
      message: `is dated ${date}; the file was last written on ${written.slice(0, 10)}`,
      fields: [name],
    })
  }

/** Card transactions are dated when they were made, and some banks date the balance brought forward. */
const BEFORE_DAYS = 12
const AFTER_DAYS = 3

const transactionsWithinPeriod: Rule = (facts) => {
  const [start, end] = [text(facts, 'statement_start_date'), text(facts, 'statement_end_date')]
  const rows = facts.part.tables.filter(({ name }) => name === 'transactions').flatMap((table) => table.rows)
  if (start === undefined || end === undefined || rows.length === 0 || daysBetween(start, end) < 0) return []
  const outside = rows.filter(({ values: { date } }) => {
    if (typeof date !== 'string') return false
    return daysBetween(start, date) < -BEFORE_DAYS || daysBetween(end, date) > AFTER_DAYS
  })
  if (outside.length === 0) return []
  // Where most rows lie outside, the period and not the rows was changed, or misread; a year that rows do not print
  // was taken from elsewhere.
  const dated = outside.every(({ words }) => words.date?.some(({ text }) => /\d{4}/.test(text)))
  const most = outside.length > rows.length / 2
  return claim(facts, {
    code: 'TRANSACTIONS_OUTSIDE_PERIOD',
    family: 'consistency',
    severity: most && !dated ? 'low' : 'medium',
    proof: most && dated,
    message: `${outside.length} of ${rows.length} transactions lie outside ${start} to ${end}, the first on ${outside[0]?.values.date}`,
    fields: ['statement_start_date', 'statement_end_date'],
    rows: outside.slice(0, 10),
  })
}

export const DATES: readonly Rule[] = [...ORDERS.map(inOrder), ...LATEST.map(datedAfterFile), transactionsWithinPeriod]
