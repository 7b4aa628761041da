import type { DocumentPart, Field, Flag, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { amountStyle, findAmounts } from '../values/amount-style.ts'

/** What the rules look at: one document, the file that it is part of, and every amount printed on its pages. */
export interface Facts {
  reading: Reading
  part: DocumentPart
  /** Cents of the numbers that a reader sees on its pages, signs left out. */
  printed: ReadonlySet<number>
  /** Those of them that are amounts by their form: with cents, unless the document has amounts that are printed without. */
  amounts: ReadonlySet<number>
  /** Those of `amounts` with their places. */
  located: readonly LocatedAmount[]
  /** Words of each number that is printed in several, as `1 234,56` is. */
  split: readonly { page: number; words: Word[] }[]
}

export interface LocatedAmount {
  /** Without its sign. */
  cents: number
  page: number
  words: readonly Word[]
}

export type Rule = (facts: Facts) => Flag[]

export function factsOf(reading: Reading, part: DocumentPart): Facts {
  const layouts = reading.pages.filter(({ page }) => part.pages.includes(page.number))
  const words = layouts.flatMap(({ page }) => page.words.filter(({ visibility }) => visibility === 'shown'))
  const style = amountStyle(words)
  const segments = layouts.flatMap(({ lines }) => lines).flatMap((line) => line.segments)
  const numbers = segments.flatMap(({ page, words }) =>
    findAmounts(words, { style }).map((found) => ({ ...found, page })),
  )
  const cents = (found: typeof numbers) => new Set(found.map(({ value }) => Math.abs(Math.round(value * 100))))
  const amountFields = Object.values(part.fields).filter(({ value }) => typeof value === 'number')
  const whole = amountFields.some(({ printed }) => !/\d[.,]\d{2}(?!\d)/.test(printed))
  const amounts = whole ? numbers : numbers.filter(({ decimals }) => decimals === 2)
  const split = numbers.filter(isSplit)
  return { reading, part, printed: cents(numbers), amounts: cents(amounts), located: amounts.map(located), split }
}

const located = ({ value, page, words }: { value: number; page: number; words: Word[] }): LocatedAmount => ({
  cents: Math.abs(Math.round(value * 100)),
  page,
  words,
})

const isSplit = ({ words }: { words: Word[] }) => words.filter(({ text }) => /\d/.test(text)).length > 1

/** A field's amount; undefined where the document has none of that name. */
export function amount({ part }: Pick<Facts, 'part'>, name: string): number | undefined {
  const value = part.fields[name]?.value
  return typeof value === 'number' ? value : undefined
}

/** The rows of the tables of that name. */
export function rowsNamed({ part }: Pick<Facts, 'part'>, table: string): TableRow[] {
  return part.tables.filter(({ name }) => name === table).flatMap(({ rows }) => rows)
}

export function text({ part }: Pick<Facts, 'part'>, name: string): string | undefined {
  const value = part.fields[name]?.value
  return typeof value === 'string' ? value : undefined
}

/** The tax year as a number; 0 where the document does not state one. */
export function taxYear(facts: Pick<Facts, 'part'>): number {
  return Number(text(facts, 'tax_year') ?? 0)
}

/** Those of the named fields that the document has. */
export function fieldsOf({ part }: Pick<Facts, 'part'>, names: readonly string[]): Field[] {
  return names.flatMap((name) => part.fields[name] ?? [])
}

/** As messages write amounts: 1,234.50. */
export function money(value: number): string {
  return value.toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** As messages write rates: 5.95 %. */
export function percent(rate: number): string {
  return `${Number((rate * 100).toFixed(3))} %`
}
