import type { TableRow } from '../model/findings.ts'

/** Cash rounding in the Nordic countries, Switzerland and Canada moves an amount by up to five cents. */
const ROUNDING = 0.05

const numeric = (row: TableRow, column: string) => {
  const value = row.values[column]
  return typeof value === 'number' ? value : undefined
}

/** What a line's amount exceeds quantity times price by; undefined where one of them is absent. */
export function excessOf(row: TableRow): number | undefined {
  const [quantity, price, stated] = ['quantity', 'unit_price', 'amount'].map((column) => numeric(row, column))
  if (quantity === undefined || price === undefined || stated === undefined) return undefined
  return stated - quantity * price
}

/** Prices are printed with two decimals and multiplied with more; taxes may be in the amount and not in the price. */
export function isOff(row: TableRow): boolean {
  const [excess, stated] = [excessOf(row), numeric(row, 'amount')]
  const slack = Math.max(ROUNDING, 0.006 * Math.abs(numeric(row, 'quantity') ?? 0), 0.0005 * Math.abs(stated ?? 0))
  return excess !== undefined && Math.abs(excess) > slack
}

/** The one line that is off its product, where what it is off by is what the lines exceed their sum by. */
export function culpritOf(rows: readonly TableRow[], gap: number, slack: number): TableRow | undefined {
  const [only, ...more] = rows.filter(isOff)
  const explains = only && more.length === 0 && Math.abs((excessOf(only) ?? 0) - gap) <= slack
  return explains ? only : undefined
}
