import type { Field } from '../model/findings.ts'
import { besideSum, isMadeOf, listedBetween, type Reach } from './beside.ts'
import { amount, type Facts, rowsNamed } from './facts.ts'
import { sumOf } from './statement-rows.ts'
import { isWellFound } from './well-found.ts'

/** `stated` = the sum of `terms`, each a field's name, or `table.column` for what a column comes to, so many times. */
export interface Addition {
  stated: string
  terms: readonly (readonly [times: number, field: string])[]
  /** Fields that some print with the sign of their direction and others without: only their size counts. */
  unsigned?: readonly string[]
  /** Fields that are no term of it, and not the term that it lacks either. */
  beside?: readonly string[]
}

/** An addition and what it lacks, in dollars: stated minus the sum. */
export interface Open {
  way: Addition
  gap: number
}

/** A field of this confidence was read beside its own label; one below it may have been taken for its neighbour. */
const WELL_READ = 0.85

/** A field's amount, or what a column comes to where each of its rows has an amount. */
export function figure(facts: Pick<Facts, 'part'>, name: string): number | undefined {
  const [table = '', column] = name.split('.')
  if (column === undefined) return isOfAnItem(facts, name) ? undefined : amount(facts, name)
  const rows = rowsNamed(facts, table)
  // Columns of what is paid in and out share the rows between them.
  if (table === 'transactions') return rows.length > 0 ? sumOf(rows, column) : undefined
  const values = rows.map((row) => row.values[column])
  const read = values.filter((value) => typeof value === 'number')
  return values.length > 0 && read.length === values.length ? read.reduce((sum, value) => sum + value, 0) : undefined
}

/** What was read as the amount of a line is the sum of nothing, whatever field it was taken for. */
function isOfAnItem(facts: Pick<Facts, 'part'>, name: string): boolean {
  const words = facts.part.fields[name]?.words ?? []
  return rowsNamed(facts, 'line_items').some((row) =>
    Object.values(row.words).some((cell) => words.some((word) => cell.includes(word))),
  )
}

/** What is stated, in dollars; its size where only that counts. */
export function statedOf(facts: Facts, { stated, unsigned }: Addition): number {
  const value = figure(facts, stated) ?? 0
  return unsigned?.includes(stated) ? Math.abs(value) : value
}

/** What the addition lacks, in dollars: stated minus the sum; undefined where one of its fields is absent. */
export function gapOf(facts: Facts, { stated, terms, unsigned }: Addition): number | undefined {
  const sized = (name: string) => {
    const value = figure(facts, name)
    return value !== undefined && unsigned?.includes(name) ? Math.abs(value) : value
  }
  let gap = sized(stated)
  for (const [times, name] of terms) {
    const value = sized(name)
    if (gap === undefined || value === undefined) return undefined
    gap -= times * value
  }
  return gap === undefined ? undefined : Math.round(gap * 100) / 100
}

/**
 * Whether reading explains that an addition does not close: a term that was not read (a charge, a discount, a
 * second tax: some one or two printed amounts of that size), or a field of little confidence that stands for another
 * amount which is printed and would close it. What stands further off than near says less.
 */
export function isExplained(
  facts: Facts,
  { stated, terms, beside = [] }: Addition,
  gap: number,
  reach: Reach = 'near',
): boolean {
  const names = [stated, ...terms.map(([, name]) => name)]
  const own = [...names, ...beside].flatMap((name) => figure(facts, name) ?? []).map(toCents)
  const near = besideSum(facts, names, reach).filter((cents) => !own.includes(cents))
  if (isMadeOf(toCents(gap), near)) return true
  if (gap > 0 && listedBetween(facts, names.slice(1)) === toCents(gap)) return true
  const wouldClose: [string, number][] = [
    [stated, -gap],
    ...terms.map(([times, name]) => [name, gap / times] as [string, number]),
  ]
  return wouldClose.some(([name, change]) => {
    const field: Field | undefined = facts.part.fields[name]
    if (!field || isWellFound(field, WELL_READ)) return false
    return isPrintedElsewhere(facts, toCents((field.value as number) + change), names)
  })
}

/** Whether an amount is printed where nothing else of the addition was read for sure: there it is the other's own. */
function isPrintedElsewhere(facts: Facts, cents: number, names: readonly string[]): boolean {
  if (!facts.printed.has(cents)) return false
  const sure = names.flatMap((name) => facts.part.fields[name] ?? []).filter((field) => isWellFound(field, WELL_READ))
  const own = new Set(sure.flatMap(({ words }) => words))
  const places = facts.located.filter((found) => found.cents === cents)
  return places.length === 0 || places.some(({ words }) => !words.some((word) => own.has(word)))
}

/** Whether one printed amount, or two together, come to `wanted`, the amounts in `own` left out. */
export function isPrintedBeside(facts: Pick<Facts, 'amounts'>, wanted: number, own: readonly number[]): boolean {
  const used = new Set(own.map(toCents))
  const others = [...facts.amounts].filter((cents) => !used.has(cents))
  // What is printed is known here, not how often: two payments of one amount explain as much as two of two.
  return isMadeOf(toCents(wanted), [...others, ...others])
}

function toCents(value: number): number {
  return Math.abs(Math.round(value * 100))
}
