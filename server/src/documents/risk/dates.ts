import type { Field, Severity } from '../model/findings.ts'
import { claim } from './claim.ts'
import { isAmbiguous, readingsOf, turnedRound } from './date-readings.ts'
import { daysBetween } from './days.ts'
import { type Facts, type Rule, text } from './facts.ts'
import { impossibleDates } from './impossible-dates.ts'
import { listsLater } from './later-entries.ts'

/** Two dates of which the second cannot lie before the first, or so long after it. */
interface Order {
  code: string
  first: string
  second: string
  /** Days that are nobody's fault: dates of two time zones, a clerk's habits. */
  slack?: number
  /** Days too early that prove it. */
  provenBeyond?: number
  /** The second is too late, and not too early, when it lies more than so many days after the first. */
  within?: number
  severity: Severity
  proof: boolean
  message: string
}

const ORDERS: readonly Order[] = [
  {
    code: 'DUE_BEFORE_INVOICED',
    first: 'invoice_date',
    second: 'due_date',
    // Written where it is tomorrow already.
    slack: 1,
    severity: 'medium',
    proof: true,
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
    // Some are paid in advance, and few by more than a week.
    code: 'PAID_BEFORE_PERIOD',
    first: 'pay_period_start',
    second: 'pay_date',
    severity: 'medium',
    proof: false,
    provenBeyond: 10,
    message: 'was paid before its period began',
  },
  {
    // Arrears and reprints are late by weeks, seldom by half a year.
    code: 'PAID_LONG_AFTER_PERIOD',
    first: 'pay_period_end',
    second: 'pay_date',
    within: 183,
    severity: 'medium',
    proof: true,
    message: 'was paid more than half a year after its period',
  },
  {
    code: 'PAID_AFTER_PERIOD',
    first: 'pay_period_end',
    second: 'pay_date',
    within: 31,
    severity: 'medium',
    proof: true,
    message: 'was paid more than a month after its period',
  },
]

function breaks({ slack = 0, within }: Order, from: string, to: string): boolean {
  const days = daysBetween(from, to)
  return within === undefined ? days < -slack : days > within
}

/** What may be so by some days cannot be so by many. */
const isBeyond = ({ provenBeyond }: Order, from: string, to: string) =>
  provenBeyond !== undefined && daysBetween(from, to) < -provenBeyond

const inOrder =
  (order: Order): Rule =>
  (facts) => {
    const { code, first, second, severity, proof, message } = order
    const [one, other] = [facts.part.fields[first], facts.part.fields[second]]
    const [from, to] = [text(facts, first), text(facts, second)]
    if (!one || !other || from === undefined || to === undefined || !breaks(order, from, to)) return []
    const sure = readingsOf(one, other, text(facts, 'currency')).every(([a, b]) => breaks(order, a, b))
    return claim(facts, {
      code,
      family: 'consistency',
      severity: sure ? severity : 'low',
      proof: (proof || isBeyond(order, from, to)) && sure,
      message: `${message}: ${from} and ${to}`,
      fields: [first, second],
      delicate: true,
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

/** Longer than anybody dates a paper ahead. */
const FAR_AHEAD_DAYS = 62

/**
 * A page that was written long before its own date was made for another one. Forms are filled by programs that leave
 * the form's own dates, and clocks are set wrongly by days: either only adds to other signs.
 */
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
    const unsure = isAmbiguous(facts.part.fields[name] as Field)
    return claim(facts, {
      code: 'DATED_AFTER_FILE',
      family: 'consistency',
      severity: unsure ? 'low' : 'medium',
      proof: !unsure && !facts.reading.source.hasForm && (isFarAhead(written, date) || listsLater(facts, written)),
      delicate: true,
      message: `is dated ${date}; the file was last written on ${written.slice(0, 10)}`,
      fields: [name],
    })
  }

const isFarAhead = (written: string, date: string) => daysBetween(written.slice(0, 10), date) > FAR_AHEAD_DAYS

/** Card transactions are dated when they were made, and some banks date the balance brought forward. */
const BEFORE_DAYS = 12
const AFTER_DAYS = 3

/** Fewer days that lie outside in every year may be something else than days. */
const FEWEST_OUTSIDE = 4

/** A day of rows that print no year, in the years that it may be of. */
const inAnyYear = (date: string) => [-1, 0, 1].map((more) => `${Number(date.slice(0, 4)) + more}${date.slice(4)}`)

const transactionsWithinPeriod: Rule = (facts) => {
  const [start, end] = [text(facts, 'statement_start_date'), text(facts, 'statement_end_date')]
  const rows = facts.part.tables.filter(({ name }) => name === 'transactions').flatMap((table) => table.rows)
  if (start === undefined || end === undefined || rows.length === 0 || daysBetween(start, end) < 0) return []
  const isOutside = (date: unknown) =>
    typeof date === 'string' && (daysBetween(start, date) < -BEFORE_DAYS || daysBetween(end, date) > AFTER_DAYS)
  const outside = rows.filter(({ values: { date } }) => isOutside(date))
  if (outside.length === 0) return []
  // Where most rows lie outside, the period and not the rows was changed, or misread; a year that rows do not print
  // was taken from elsewhere; and a day that would lie inside as a month may be one.
  const dated =
    outside.every(({ words }) => words.date?.some(({ text }) => /\d{4}/.test(text))) ||
    (outside.length >= FEWEST_OUTSIDE &&
      outside.every(({ values: { date } }) => inAnyYear(String(date)).every(isOutside)))
  const most = outside.length > rows.length / 2
  const turned = outside.some(({ values: { date } }) => !isOutside(turnedRound(String(date))))
  return claim(facts, {
    code: 'TRANSACTIONS_OUTSIDE_PERIOD',
    family: 'consistency',
    severity: (most && !dated) || turned ? 'low' : 'medium',
    proof: most ? dated : !turned,
    message: `${outside.length} of ${rows.length} transactions lie outside ${start} to ${end}, the first on ${outside[0]?.values.date}`,
    fields: ['statement_start_date', 'statement_end_date'],
    rows: outside.slice(0, 10),
    delicate: true,
  })
}

export const DATES: readonly Rule[] = [
  ...ORDERS.map(inOrder),
  ...LATEST.map(datedAfterFile),
  transactionsWithinPeriod,
  impossibleDates,
]
