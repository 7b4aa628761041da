import type { TableRow } from '../model/findings.ts'

/** A row whose balance does not follow from the balance before and the amounts since. */
export interface Break {
  row: TableRow
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
 * debt's balance grows with what is paid out.
 */
export function chainOf(rows: readonly TableRow[]): Chain {
  const orders = [rows, rows.toReversed()].flatMap((order) => [follow(order, 1), follow(order, -1)])
  return orders.reduce((best, chain) => (chain.breaks.length < best.breaks.length ? chain : best))
}

function follow(rows: readonly TableRow[], sign: 1 | -1): Chain {
  const chain: Chain = { checked: 0, breaks: [], last: undefined }
  let movement = 0
  for (const row of rows) {
    movement += sign * (size(row, 'deposit') - size(row, 'withdrawal'))
    const balance = row.values.balance
    if (typeof balance !== 'number') continue
    if (chain.last) {
      const gap = balance - (chain.last.values.balance as number) - movement
      chain.checked++
      if (Math.abs(gap) > ROUNDING) chain.breaks.push({ row, gap, movement })
    }
    chain.last = row
    movement = 0
  }
  return chain
}

function size(row: TableRow, column: string): number {
  const value = row.values[column]
  return typeof value === 'number' ? Math.abs(value) : 0
}
