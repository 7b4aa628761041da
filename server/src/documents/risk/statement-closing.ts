import type { Field, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import { findAmounts } from '../values/amount-style.ts'
import { findDates } from '../values/date.ts'
import { isPrintedBeside } from './addition.ts'
import { claim } from './claim.ts'
import { amount, type Facts, fieldsOf, money } from './facts.ts'
import { rowsBeforeGaps } from './lost-rows.ts'
import { ROUNDING, rowsOf, statement, sumOf } from './statement-rows.ts'

/** A balance read with less confidence than this may be another amount of the page. Calibrated. */
const WELL_READ = 0.85
/** Amounts of one column begin or end within so many points of each other. */
const STRAIGHT = 3
/** Rows may leave the year to the period: `03/02`, `2. 3.`, `12 Mar`, `Mar 12`. */
const DAY = /^(?:\d{1,2}(?:[./-]\d| \p{L}{3})|\p{L}{3,9}\.? ?\d{1,2}\b)/u

/**
 * Opening balance, every row and closing balance lead from one to the other, whether or not the statement prints totals
 * or balances. Rows that were not read look the same as a changed figure: a gap that amounts elsewhere on the page
 * explain, dated lines with amounts that are no rows, and guessed directions make it silent; a scan, whose rows
 * recognition may have lost whole, a doubted balance, and columns with amounts that are no rows make it weak.
 */
export const rowsToClosing = statement((facts) => {
  const rows = rowsOf(facts)
  const [opening, closing] = [amount(facts, 'opening_balance'), amount(facts, 'closing_balance')]
  if (opening === undefined || closing === undefined || rows.length === 0) return []
  const moved = sumOf(rows, 'deposit') - sumOf(rows, 'withdrawal')
  // A debt grows with what is paid out; a line of credit at a bank does too.
  const gaps = [closing - opening - moved, closing - opening + moved]
  const gap = gaps[facts.part.type === 'BANK_STATEMENT' ? 0 : 1] as number
  if (gaps.some((each) => Math.abs(each) <= ROUNDING) || rows.some(({ guessed }) => guessed)) return []
  const unread = unreadAmounts(facts, rows)
  if (unread.some(({ dated }) => dated) || gaps.some((each) => isExplained(facts, rows, each))) return []
  const unsure = unread.length > 0 || isScanned(facts, rows) || isDoubted(facts) || turnsRound(rows, gap)
  const held = totalsHold(facts)
  const expected = closing - gap
  return claim(facts, {
    code: 'STATEMENT_ROWS',
    family: 'arithmetic',
    severity: unsure || (held && !isAboveTotal(facts, rows)) ? 'low' : held ? 'medium' : 'high',
    proof: !unsure && !held,
    message: `the closing balance says ${money(closing)}; from ${money(opening)} the ${rows.length} rows lead to ${money(expected)}`,
    fields: ['closing_balance', 'opening_balance'],
    figures: [closing, expected],
    gap,
    lost: rowsBeforeGaps(rows).length > 0,
    rests: rows.flatMap(({ words }) => [...(words.deposit ?? []), ...(words.withdrawal ?? [])]),
  })
})

/** Whether one or two amounts that are neither rows nor fields come to what is missing: rows that were not read. */
function isExplained(facts: Facts, rows: readonly TableRow[], gap: number): boolean {
  const read = [...rows.map(({ values }) => values), fieldValues(facts)].flatMap((values) => Object.values(values))
  return isPrintedBeside(
    facts,
    gap,
    read.filter((value) => typeof value === 'number'),
  )
}

const fieldValues = ({ part }: Facts) =>
  Object.fromEntries(Object.entries(part.fields).map(([name, { value }]) => [name, value]))

/** Totals that lead from one balance to the other while the rows do not: a row was lost before one was changed. */
function totalsHold(facts: Facts): boolean {
  const [opening, closing, paidIn, paidOut] = [
    'opening_balance',
    'closing_balance',
    'total_deposits',
    'total_withdrawals',
  ].map((name) => amount(facts, name))
  if (opening === undefined || closing === undefined || paidIn === undefined || paidOut === undefined) return false
  const moved = Math.abs(paidIn) - Math.abs(paidOut)
  return [moved, -moved].some((change) => Math.abs(opening + change - closing) <= ROUNDING)
}

/** Rows that come to more than their printed total: none of them was lost. */
const isAboveTotal = (facts: Facts, rows: readonly TableRow[]) =>
  (['deposit', 'withdrawal'] as const).some(
    (column) =>
      sumOf(rows, column) > Math.abs(amount(facts, `total_${column}s`) ?? Number.POSITIVE_INFINITY) + ROUNDING,
  )

const isScanned = (facts: Facts, rows: readonly TableRow[]) =>
  [...balancesOf(facts), ...rows].some((found) => wordsOf(found).some(({ origin }) => origin === 'ocr'))

const isDoubted = (facts: Facts) => balancesOf(facts).some(({ confidence }) => confidence < WELL_READ)

const balancesOf = (facts: Facts) => fieldsOf(facts, ['opening_balance', 'closing_balance'])

const wordsOf = ({ words }: Field | TableRow) => (Array.isArray(words) ? words : Object.values(words).flat())

/** One row whose direction was taken for the other one leaves twice its amount. */
function turnsRound(rows: readonly TableRow[], gap: number): boolean {
  return rows.some(
    (row) => Math.abs(Math.abs(gap) - 2 * sumOf([row], 'deposit') - 2 * sumOf([row], 'withdrawal')) <= ROUNDING,
  )
}

interface Unread {
  /** On a line with a date, as rows are. */
  dated: boolean
}

/** Amounts of the statement's pages that stand where rows have theirs, or on a line with a date, and are part of none. */
function unreadAmounts({ reading, part }: Facts, rows: readonly TableRow[]): Unread[] {
  const keyOf = (page: number, { order }: Word) => `${page} ${order}`
  const read = new Set(
    [...Object.values(part.fields), ...rows].flatMap((found) => wordsOf(found).map((word) => keyOf(found.page, word))),
  )
  const edges = rows.flatMap(({ words }) => [...(words.deposit ?? []), ...(words.withdrawal ?? [])])
  return reading.pages
    .filter(({ page }) => part.pages.includes(page.number))
    .flatMap(({ lines, page }) =>
      lines.flatMap((line) => {
        const words = line.segments.flatMap((segment) => segment.words)
        const isRead = words.some((word) => read.has(keyOf(page.number, word)))
        const amounts = findAmounts(words, {}).filter(({ decimals }) => decimals === 2)
        if (isRead || amounts.length === 0) return []
        const dated = DAY.test(line.text) || findDates(line.segments[0]?.text ?? '').length > 0
        const aligned = amounts.some((found) => found.words.some((word) => edges.some((edge) => isUnder(word, edge))))
        return dated || aligned ? [{ dated }] : []
      }),
    )
}

const isUnder = (a: Word, b: Word) =>
  Math.abs(a.box[2] - b.box[2]) < STRAIGHT || Math.abs(a.box[0] - b.box[0]) < STRAIGHT
