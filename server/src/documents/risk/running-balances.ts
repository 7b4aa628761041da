import { around, type Box } from '../model/box.ts'
import type { TableRow } from '../model/findings.ts'
import { isPrintedBeside } from './addition.ts'
import { type Break, type Chain, chainOf } from './balance-chain.ts'
import { isBesideRows } from './beside-rows.ts'
import { type Claim, claim, oneDigitApart } from './claim.ts'
import { amount, type Facts, money, type Rule } from './facts.ts'
import { rowsBeforeGaps } from './lost-rows.ts'
import { isRecognised, ROUNDING, rowsOf, statement, sumOf } from './statement-rows.ts'

/** More breaks than this share of the rows are a table that was read badly. */
const MISREAD_SHARE = 0.2

/**
 * Each row's balance follows from the one before, in either order of the rows. A row whose amount and balance were
 * read rightly and do not fit was changed; a row that was not read leaves a gap of its own amount, a direction that
 * was taken for the other one leaves twice the amount.
 */
const runningBalance = statement((facts) => {
  const rows = rowsOf(facts)
  const chain = chainOf(rows, amount(facts, 'opening_balance'))
  const own = [...rows.map(({ values }) => values), ...Object.values(facts.part.fields).map(({ value }) => [value])]
  const read = own.flatMap((values) => Object.values(values).filter((value) => typeof value === 'number'))
  const unexplained = chain.breaks.filter(
    ({ gap, movement }) =>
      Math.abs(Math.abs(gap) - 2 * Math.abs(movement)) > ROUNDING && !isBesideRows(facts, gap, read),
  )
  if (chain.checked < 3 || unexplained.length === 0) return []
  const misread = unexplained.length > Math.max(2, MISREAD_SHARE * chain.checked)
  // A row that was read badly leaves the balances where the statement closes; a column that was written anew does not.
  const parted = !rows.some(isRecognised) && endsElsewhere(facts, chain, unexplained)
  const held = unexplained.length === 1 && totalsHold(facts, rows) && !parted && !isLastOff(facts, chain, unexplained)
  const gaps = rowsBeforeGaps(rows)
  const lost = unexplained.every(({ row, before }) => gaps.includes(row) || (before && gaps.includes(before)))
  // One changed amount breaks the chain once; a page on which several places break was read badly.
  const several = unexplained.length > 1 && rows.some(isRecognised)
  const blurred = several && !isOneFigure(unexplained)
  const unsure = misread || held || lost || blurred
  // An amount of that size somewhere on the page is seldom a row that was not read.
  const elsewhere = unexplained.every(({ gap }) => isPrintedBeside(facts, gap, read))
  return claim(facts, {
    code: 'STATEMENT_RUNNING_BALANCE',
    family: 'arithmetic',
    severity: unsure ? 'low' : several || elsewhere ? 'medium' : 'high',
    proof: !unsure && !several && !elsewhere,
    lost: lost || blurred,
    // The balance before is half of the comparison.
    rests: unexplained.flatMap(({ before }) => before?.words.balance ?? []),
    message: unexplained.slice(0, 3).map(describe).join('; '),
    fields: [],
    rows: unexplained.slice(0, 10).map(({ row, before }) => reachingFrom(before, row)),
    gap: Math.max(...unexplained.map(({ gap }) => Math.abs(gap))),
    ...misreadingOf(unexplained),
  })
})

/** Whether the column goes on from where it breaks and its end misses the closing balance by as much. */
function endsElsewhere(facts: Facts, { last }: Chain, [only]: readonly Break[]): boolean {
  const closing = amount(facts, 'closing_balance')
  if (closing === undefined || !last || !only || only.row === last) return false
  const off = Number(last.values.balance) - closing
  return Math.abs(off - only.gap) <= ROUNDING || Math.abs(off + only.gap) <= ROUNDING
}

/** Whether the last balance of text alone is a digit off the closing balance, to which its rows do lead. */
function isLastOff(facts: Facts, { last }: Chain, [only]: readonly Break[]): boolean {
  const closing = amount(facts, 'closing_balance')
  if (closing === undefined || !only || only.row !== last || isRecognised(only.row)) return false
  const [stated, expected] = balancesOf(only)
  return Math.abs(expected - closing) <= ROUNDING && oneDigitApart(stated, expected)
}

/** A chain breaks between two rows: what was taken out stood there. */
function reachingFrom(before: TableRow | undefined, row: TableRow): TableRow {
  const next = before?.page === row.page && before !== row
  return next ? { ...row, box: around([row.box, edgeOf(before.box, row.box)]) } : row
}

/** The edge of the row before that faces this one. */
const edgeOf = ([left, foot, right, head]: Box, row: Box): Box =>
  foot >= row[3] ? [left, foot, right, foot] : [left, head, right, head]

/** One break of one digit: of recognised text the reader is suspected first. */
function misreadingOf(breaks: readonly Break[]): Pick<Claim, 'figures'> {
  const [only, ...others] = breaks
  const near = only && [[only.movement, only.movement + only.gap] as const, balancesOf(only)]
  const figures = near?.find(([stated, expected]) => oneDigitApart(stated, expected)) ?? near?.[0]
  return figures && others.length === 0 ? { figures } : {}
}

/** One balance that is a digit off breaks the chain before and behind it; read twice as the same, it is the paper's. */
const isOneFigure = (breaks: readonly Break[]) =>
  breaks.length === 2 && breaks.every(isReadTwice) && breaks.some((each) => oneDigitApart(...balancesOf(each)))

/** Whether its figures were recognised twice, as the same. */
function isReadTwice({ row, before }: Break): boolean {
  const { description: _, ...cells } = row.words
  const figures = [...Object.values(cells).flat(), ...(before?.words.balance ?? [])]
  return figures.every(({ origin, reread }) => origin !== 'ocr' || reread === true)
}

const balancesOf = ({ row, gap }: Break) => [Number(row.values.balance), Number(row.values.balance) - gap] as const

const describe = ({ row, gap }: Break) => {
  const balance = Number(row.values.balance)
  const day = row.values.date ?? 'a row'
  return `the balance of ${day} says ${money(balance)}; the rows before it come to ${money(balance - gap)}`
}

// Whether the columns add up to the totals that the statement states, where it states any.
function totalsHold(facts: Facts, rows: readonly TableRow[]): boolean {
  const stated = (['deposit', 'withdrawal'] as const).flatMap((column) => {
    const total = amount(facts, `total_${column}s`)
    return total === undefined ? [] : [Math.abs(Math.abs(total) - sumOf(rows, column)) <= ROUNDING]
  })
  return stated.length > 0 && stated.every((holds) => holds)
}

/** The last balance of the rows is the closing balance, the first one less its amount the opening balance. */
const ends = statement((facts) => {
  const chain = chainOf(rowsOf(facts), amount(facts, 'opening_balance'))
  const closing = amount(facts, 'closing_balance')
  if (closing === undefined || chain.last === undefined || chain.checked < 3 || chain.breaks.length > 0) return []
  const last = Number(chain.last.values.balance)
  const off = Math.abs(Math.abs(last) - Math.abs(closing))
  if (off <= ROUNDING || isBesideRows(facts, off, [])) return []
  return claim(facts, {
    code: 'STATEMENT_CLOSING_BALANCE',
    family: 'arithmetic',
    severity: 'medium',
    // Unread rows at the end of the table look the same, so that a second sign is wanted.
    message: `the closing balance says ${money(closing)}; the rows end with ${money(last)}`,
    fields: ['closing_balance'],
    rows: [chain.last],
    figures: [closing, last],
    lost: rowsBeforeGaps(rowsOf(facts)).length > 0,
  })
})

/** What each printed balance must follow from: a chain, and so no entry of the tables. */
export const RUNNING_BALANCES: readonly Rule[] = [runningBalance, ends]
