import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Sum, SumKind } from './sum-words.ts'

/** Rates of tax are below this share. */
export const MOST_TAX = 0.4

/** What is printed for each rate only, and added here. */
export const OVER_RATES = 'sum-over-rates'

/** Rounding of a tax at several rates leaves some cents. */
const SLACK = 0.045

type Row = readonly Sum[]

const of = (row: Row, kind: SumKind) => row.find((sum) => sum.kind === kind)

/** Rows that follow each other, each with the net, tax and gross of one rate, as what they come to together. */
export function withoutRates(rows: readonly Row[]): Row[] {
  const kept = rows.map((row) => row)
  for (let from = 0; from < rows.length; from++) {
    if (rows[from]?.length === 0) continue
    const end = rows.findIndex((row, index) => index > from && row.length === 0)
    const run = rows.slice(from, end < 0 ? rows.length : end)
    const over = overRates(run)?.filter(({ kind }) => kind !== 'gross')
    if (over) for (const [at] of run.entries()) kept[from + at] = at === 0 ? over : []
    from += run.length
  }
  return kept
}

/**
 * A table of rates without a last row for all of them: its nets and taxes added, and what only one row says (`Total`
 * at its end) as it is. Undefined where the last row is the sum of the others, or where the rows are no rates.
 */
export function overRates(rows: readonly Row[]): Sum[] | undefined {
  const parts = rows.filter((row) => of(row, 'net') && of(row, 'tax'))
  const [net, tax] = [added(parts, 'net'), added(parts, 'tax')]
  if (parts.length < 2 || !net || !tax || !areRates(parts)) return undefined
  const others = rows.flat().filter(({ kind }) => kind !== 'net' && kind !== 'tax')
  const single = others.filter((sum) => others.filter(({ kind }) => kind === sum.kind).length === 1)
  // `In all` over `of which`, a row for each rate.
  const [first = []] = parts
  if (parts.length > 2 && isSumIn(first, [net, tax])) return [...first, ...single.filter((sum) => !first.includes(sum))]
  return isSumIn(rows.at(-1) ?? [], [net, tax]) ? undefined : [net, tax, ...single]
}

/** Whether a row says what the others come to, in net and in tax: one rate may have as much net as all others. */
function isSumIn(row: Row, all: readonly Sum[]): boolean {
  return all.every(({ kind, value }) => Math.abs(2 * (of(row, kind)?.value ?? 0) - value) < SLACK)
}

/** Whether every row's tax may be a rate of its net, and no two have the same. */
function areRates(rows: readonly Row[]): boolean {
  const shares = rows.map((row) => Math.round((200 * (of(row, 'tax')?.value ?? 0)) / (of(row, 'net')?.value || 1)))
  return shares.every((share) => share >= 0 && share < 200 * MOST_TAX) && new Set(shares).size === shares.length
}

function added(rows: readonly Row[], kind: SumKind): Sum | undefined {
  const parts = rows.flatMap((row) => row.filter((sum) => sum.kind === kind))
  const [first] = parts
  if (!first) return undefined
  const words = parts.flatMap(({ field }) => field.words)
  const value = Math.round(100 * parts.reduce((sum, part) => sum + part.value, 0)) / 100
  const field: Field = { ...first.field, value, words, box: around(words.map(({ box }) => box)), method: OVER_RATES }
  return { ...first, value, field }
}
