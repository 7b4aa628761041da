import type { TableRow } from '../model/findings.ts'
import { type Open, statedOf } from './addition.ts'
import { amount, type Facts, fieldsOf } from './facts.ts'
import { rowsBeforeGaps } from './lost-rows.ts'
import { isWhole } from './page-count.ts'
import { isRecognised, ROUNDING, rowsOf, sumOf } from './statement-rows.ts'
import { summaryLeadsElsewhere } from './summary-lines.ts'
import { suspectRows } from './suspect-rows.ts'
import { unreadAmounts, wordsOf } from './unread-amounts.ts'
import { isWellFound } from './well-found.ts'

/** A balance read with less confidence than this may be another amount of the page. Calibrated. */
const WELL_READ = 0.85

/** Why rows of a statement, or its totals, may say less than they seem to: what lacks, and whether it holds. */
export const STATEMENT_DOUBTS = {
  'guessed directions': (facts: Facts) => rowsOf(facts).some(({ guessed }) => guessed),
  'dated lines that are no rows': (facts: Facts) => unreadAmounts(facts, rowsOf(facts)).some(({ dated }) => dated),
  'amounts under the columns that are no rows': (facts: Facts) => unreadAmounts(facts, rowsOf(facts)).length > 0,
  'rows that were lost': (facts: Facts) => rowsBeforeGaps(rowsOf(facts)).length > 0,
  'a row that totals the others': (facts: Facts) => totalsOthers(rowsOf(facts)),
  'recognised rows': (facts: Facts) =>
    rowsOf(facts).some(isRecognised) ||
    balancesOf(facts).some((each) => wordsOf(each).some(({ origin }) => origin === 'ocr')),
  'doubted balances': (facts: Facts) => balancesOf(facts).some((each) => !isWellFound(each, WELL_READ)),
  'a direction taken for the other': turnsRound,
  'a figure whose point was moved': pointMoved,
  'a row that is a digit above its total': digitAbove,
  'totals of something else than the rows': rowsExplain,
  'one total that its rows lack as much of': raisedTotal,
  'totals that hold above the rows': (facts: Facts) => totalsHold(facts) && !isAboveTotal(facts),
  'totals that hold': totalsHold,
  // Rows that come to more than their total cannot have lost one.
  'a total above the rows': (_: Facts, { way, gap }: Open) => /^total_/.test(way.stated) && gap > 0,
} satisfies Record<string, (facts: Facts, open: Open) => boolean>

/** Amounts of a statement that were read: fields and rows, in dollars. */
export function readValues(facts: Facts): number[] {
  const rows = rowsOf(facts).flatMap(({ values }) => Object.values(values))
  const fields = Object.values(facts.part.fields).map(({ value }) => value)
  return [...rows, ...fields].filter((value) => typeof value === 'number')
}

const balancesOf = (facts: Facts) => fieldsOf(facts, ['opening_balance', 'closing_balance'])

const MOVED = ['deposit', 'withdrawal'] as const
/** Fewer rows come to another one by chance. */
const FEWEST_TOTALLED = 2

/** Totals under the columns that were taken for a row: what it has is what the other rows of its columns come to. */
function totalsOthers(rows: readonly TableRow[]): boolean {
  const moves = (row: TableRow) => MOVED.filter((column) => sumOf([row], column) > 0)
  const all = MOVED.map((column) => sumOf(rows, column))
  return rows.some((row) => {
    const columns = row.values.balance === undefined ? moves(row) : []
    const same = (column: (typeof MOVED)[number]) =>
      Math.abs(2 * sumOf([row], column) - (all[MOVED.indexOf(column)] ?? 0)) <= ROUNDING
    if (columns.length === 0 || !columns.every(same)) return false
    const others = rows.filter((other) => other !== row && columns.some((column) => sumOf([other], column) > 0))
    return others.length >= FEWEST_TOTALLED
  })
}

/** One row whose direction was taken for the other one leaves twice its amount, unless the summary says so too. */
function turnsRound(facts: Facts, { way, gap }: Open): boolean {
  if (summaryLeadsElsewhere(facts, statedOf(facts, way) - gap)) return false
  return rowsOf(facts).some(
    (row) => Math.abs(Math.abs(gap) - 2 * sumOf([row], 'deposit') - 2 * sumOf([row], 'withdrawal')) <= ROUNDING,
  )
}

/** What a figure loses or gains when its point is moved by a place or two, against what it then says. */
const MOVED_BY = [9, 99, -0.9, -0.99]

/**
 * One row that would close the sum with its point a place or two further: no row was lost, and programs that add up
 * have their points in order. Recognition loses points, so that its rows say nothing.
 */
function pointMoved(facts: Facts, { gap }: Open): boolean {
  const rows = rowsOf(facts)
  const figures = rows.flatMap((row) => MOVED.map((column) => sumOf([row], column))).filter((sum) => sum >= 1)
  const fitting = figures.filter((sum) => MOVED_BY.some((by) => Math.abs(Math.abs(gap) - Math.abs(by) * sum) <= EXACT))
  return !rows.some(isRecognised) && fitting.length === 1
}

const EXACT = 0.005

/**
 * Rows that lead from the opening to the closing balance: then totals that do not are totals of something else
 * (purchases without fees, say), unless just one of the two differs from its column.
 */
function rowsExplain(facts: Facts): boolean {
  const rows = rowsOf(facts)
  const [paidIn, paidOut] = [sumOf(rows, 'deposit'), sumOf(rows, 'withdrawal')]
  const same = (['deposit', 'withdrawal'] as const).filter((column) => {
    const stated = amount(facts, `total_${column}s`) ?? 0
    return Math.abs(Math.abs(stated) - sumOf(rows, column)) <= ROUNDING
  })
  return rows.length > 0 && leads(facts, paidIn - paidOut) && same.length !== 1
}

/** Totals that lead from one balance to the other while the rows do not: a row was lost before one was changed. */
function totalsHold(facts: Facts): boolean {
  const [paidIn, paidOut] = [amount(facts, 'total_deposits'), amount(facts, 'total_withdrawals')]
  return paidIn !== undefined && paidOut !== undefined && leads(facts, Math.abs(paidIn) - Math.abs(paidOut))
}

function leads(facts: Facts, moved: number): boolean {
  const [opening = 0, closing = 0] = [amount(facts, 'opening_balance'), amount(facts, 'closing_balance')]
  return [moved, -moved].some((change) => Math.abs(opening + change - closing) <= ROUNDING)
}

/** Fewer rows come to a printed total by chance. */
const FEWEST_ROWS = 3

/**
 * Totals that lead from one balance to the other, of which the rows come to one, and lack of the other just what they
 * lack of the balance: that one was raised with the balance, unless rows stand on pages that are not there.
 */
function raisedTotal(facts: Facts, { gap }: Open): boolean {
  const rows = rowsOf(facts)
  const off = MOVED.map((column) => Math.abs(amount(facts, `total_${column}s`) ?? 0) - sumOf(rows, column))
  const same = off.filter((each) => Math.abs(each) <= ROUNDING)
  const more = off.filter((each) => Math.abs(Math.abs(each) - Math.abs(gap)) <= ROUNDING)
  return totalsHold(facts) && same.length === 1 && more.length === 1 && rows.length >= FEWEST_ROWS && isWhole(facts)
}

/**
 * One row that is a digit more than its printed total and the balances have room for, which agree with one another: no
 * row was lost where rows come to more than their total, and a program prints what it adds up.
 */
function digitAbove(facts: Facts, { way, gap }: Open): boolean {
  const rows = rowsOf(facts)
  const above = MOVED.map((column) => sumOf(rows, column) - Math.abs(amount(facts, `total_${column}s`) ?? 0))
  const [same, more] = [ROUNDING, Math.abs(gap) + ROUNDING].map((most) =>
    above.filter((each) => Math.abs(each) <= most),
  )
  const isAbove = more?.length === 2 && above.some((each) => Math.abs(each - Math.abs(gap)) <= ROUNDING)
  const isOfText = !rows.some(isRecognised) && rows.length >= FEWEST_ROWS && isWhole(facts)
  return isOfText && totalsHold(facts) && same?.length === 1 && isAbove && suspectRows(rows, way, gap).length === 1
}

/** Rows that come to more than their printed total: none of them was lost. */
const isAboveTotal = (facts: Facts) =>
  (['deposit', 'withdrawal'] as const).some(
    (column) =>
      sumOf(rowsOf(facts), column) > Math.abs(amount(facts, `total_${column}s`) ?? Number.POSITIVE_INFINITY) + ROUNDING,
  )
