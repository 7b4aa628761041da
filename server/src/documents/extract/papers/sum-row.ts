import type { TableRow } from '../../model/findings.ts'
import { foldCase } from '../../values/fold.ts'
import { begins, exactly } from '../../vocabulary/compile.ts'

const SUMS = ['row.total', 'sum.net', 'sum.lines', 'sum.gross'] as const
const [SUM, BARE] = [begins(...SUMS), exactly(...SUMS)]

/**
 * Under rows what begins as a sum does and has one number is theirs, if that is an amount or what the column comes to:
 * `Total net`. Goods may be called so too: `Total Quartz 5L`.
 */
export function isSum({ values }: TableRow, rows: readonly TableRow[]): boolean {
  const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number')
  const said = foldCase(String(Object.values(values).find((value) => typeof value === 'string')))
  const [[column, sum] = ['', 0]] = numbers
  if (rows.length === 0 || numbers.length !== 1 || !SUM.test(said)) return false
  const comesTo = rows.reduce((all, row) => all + Number(row.values[column] ?? 0), 0)
  // One row's number may be the next one's by chance.
  return column === 'amount' || (Math.abs(comesTo - Number(sum)) < 0.005 && (rows.length > 1 || BARE.test(said)))
}

/** Rows go on behind a sum of some of them; what has less than they have is tax or another sum. */
export function isFull({ values }: TableRow, rows: readonly TableRow[]): boolean {
  const cells = Object.keys(values).length
  return cells > 2 && rows.every((row) => cells >= Object.keys(row.values).length)
}
