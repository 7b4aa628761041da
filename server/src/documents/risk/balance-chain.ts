import type { TableRow } from '../model/findings.ts'

/** A row whose balance does not follow from the balance before and the amounts since. */
export interface Break {
  row: TableRow
  /** The row before it, as time goes. */
  before: TableRow | undefined
  /** The balance that is printed minus the one that follows. */
  gap: number
  movement: number
}

export interface Chain {
  /** Balances that could be compared with one before. */
  checked: number
  breaks: Break[]
  /** The row with the last balance in time. */
  last: TableRow | undefined
}

const ROUNDING = 0.02

/**
 * The running balances in the order that explains most of them: rows may run forward or backward in time, and a
 * debt's balance grows with what is paid out. `opening` is the balance before the first row, where it is known.
 */
export function chainOf(rows: readonly TableRow[], opening?: number): Chain {
  const orders = [rows, rows.toReversed()].flatMap((order) => [follow(order, 1, opening), follow(order, -1, opening)])
  return orders.reduce((best, chain) => (chain.breaks.length < best.breaks.length ? chain : best))
}

function follow(rows: readonly TableRow[], sign: 1 | -1, opening: number | undefined): Chain {
  const chain: Chain = { checked: 0, breaks: [], last: undefined }
  let [movement, before] = [0, opening]
  for (const [index, row] of rows.entries()) {
    movement += sign * (size(row, 'deposit') - size(row, 'withdrawal'))
    const balance = row.values.balance
    if (typeof balance !== 'number') continue
    if (before !== undefined) {
      const gap = balance - before - movement
      chain.checked++
      if (Math.abs(gap) > ROUNDING) chain.breaks.push({ row, before: rows[index - 1], gap, movement })
    }
    chain.last = row
    before = balance
    movement = 0
  }
  return chain
}

function size(row: TableRow, column: string): number {
  const value = row.values[column]
  return typeof value === 'number' ? Math.abs(value) : 0
}
