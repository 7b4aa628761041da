import type { TableRow } from '../model/findings.ts'
import type { Addition } from './addition.ts'
import { oneDigitApart } from './claim.ts'

/** More rows that a gap would explain are chance. */
const MOST = 2
const CENT = 0.005

/**
 * Rows that a sum's gap points at: those which would close it had one digit of their amount been another, and those
 * which would close it were they not there, where the same row is there twice. None where many would. Pure.
 */
export function suspectRows(rows: readonly TableRow[], { terms }: Addition, gap: number): TableRow[] {
  const columns = terms.flatMap(([sign, name]) => {
    const [table, column] = name.split('.')
    return table && column ? [{ sign, column }] : []
  })
  const found = rows.filter((row) =>
    columns.some(({ sign, column }) => {
      const value = row.values[column]
      if (typeof value !== 'number') return false
      const before = Math.abs(value) + sign * gap
      if (Math.abs(before) < CENT) return rows.some((other) => other !== row && isSame(other, row))
      return before > 0 && oneDigitApart(Math.abs(value), before)
    }),
  )
  return found.length > MOST ? [] : found
}

const isSame = (a: TableRow, b: TableRow) =>
  ['description', 'deposit', 'withdrawal'].every((column) => a.values[column] === b.values[column])
