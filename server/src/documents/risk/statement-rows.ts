import type { Flag, TableRow } from '../model/findings.ts'
import type { Facts, Rule } from './facts.ts'

/** Dollars that sums of a statement may be off by. */
export const ROUNDING = 0.02

/** A rule for statements of accounts and cards only. */
export function statement(rule: (facts: Facts) => Flag[]): Rule {
  return (facts) => (/^(BANK|CREDIT_CARD)_STATEMENT$/.test(facts.part.type) ? rule(facts) : [])
}

/** The statement's transactions, in the order of the table. */
export function rowsOf({ part }: Facts): TableRow[] {
  return part.tables.filter(({ name }) => name === 'transactions').flatMap(({ rows }) => rows)
}

/** What a column comes to, in dollars, signs left out. */
export function sumOf(rows: readonly TableRow[], column: string): number {
  return rows.reduce((sum, { values }) => sum + (typeof values[column] === 'number' ? Math.abs(values[column]) : 0), 0)
}

/** Whether recognition read any of a row. */
export function isRecognised({ words }: TableRow): boolean {
  return Object.values(words).some((cell) => cell.some(({ origin }) => origin === 'ocr'))
}
