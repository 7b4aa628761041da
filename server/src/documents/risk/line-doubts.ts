import type { TableRow } from '../model/findings.ts'
import type { Line } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { figure, type Open } from './addition.ts'
import { amount, type Facts, type LocatedAmount, rowsNamed } from './facts.ts'
import { culpritOf, excessOf, isOff } from './line-products.ts'
import { isRecognised } from './statement-rows.ts'

/** Fewer lines without quantities and prices may be parts of others. */
const FEWEST = 2
const SLACK = 0.06
const RATE = /(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g

const itemsOf = (facts: Facts) => rowsNamed(facts, 'line_items')
const statedIn = (facts: Facts, name: string) => Math.abs(amount(facts, name) ?? 0)
const holds = (row: TableRow) => excessOf(row) !== undefined && !isOff(row)

/** Lines of which some may not have been read, or that may not be what the sum adds up. */
export const LINE_DOUBTS = {
  'lines that are not all': (facts: Facts, { way, gap }: Open) => {
    const rows = itemsOf(facts)
    const sure = rows.some(holds) ? !rows.some(isOff) : rows.length >= FEWEST
    if (!sure || rows.some(isRecognised) || isARow(rows, gap) || isARow(rows, -statedIn(facts, way.stated))) return true
    return hasOthers(facts, rows, way.stated) || isShare(facts, way.stated, gap) || isTotalled(facts, rows)
  },
  'one line off its product': (facts: Facts, { gap }: Open) =>
    culpritOf(itemsOf(facts), -gap, SLACK + 0.01 * itemsOf(facts).length) !== undefined,
} satisfies Record<string, (facts: Facts, open: Open) => boolean>

/** A row of something else, a price of the litre or a number of gallons or the sum itself, is one too many. */
const isARow = (rows: readonly TableRow[], gap: number) =>
  rows.some(({ values }) => Math.abs(Number(values.amount ?? 0) + gap) <= SLACK)

/** Lines of which the paper prints the sum close with it, whatever was read as their total. */
function isTotalled(facts: Facts, rows: readonly TableRow[]): boolean {
  const sum = figure(facts, 'line_items.amount') ?? 0
  const own = new Set(rows.flatMap(({ words }) => Object.values(words).flat()))
  const amounts = rows.flatMap(({ words }) => words.amount ?? [])
  const isSum = ({ cents }: LocatedAmount) => Math.abs(cents - Math.abs(100 * sum)) < 1
  return facts.located.some((found) => isSum(found) && !isOwn(found, own) && isUnder(found, amounts))
}

/** Points by which the ends of amounts of one column are apart at most. */
const STRAIGHT = 6

/** Whether an amount ends or begins in the column of others: another one is printed for something else. */
function isUnder({ words }: LocatedAmount, others: readonly Word[]): boolean {
  const [from, to] = [words[0]?.box[0] ?? 0, words.at(-1)?.box[2] ?? 0]
  return others.some(({ box }) => Math.abs(box[2] - to) < STRAIGHT || Math.abs(box[0] - from) < STRAIGHT)
}

/** Amounts between the first line and the sum that are part of neither: charges, discounts, unread lines. */
function hasOthers(facts: Facts, rows: readonly TableRow[], stated: string): boolean {
  const field = facts.part.fields[stated]
  const [first] = rows
  if (!field || !first) return true
  const known = Object.values(facts.part.fields).flatMap(({ words }) => words)
  const own = new Set([...known, ...rows.flatMap(({ words }) => Object.values(words).flat())])
  const column = [...field.words, ...rows.flatMap(({ words }) => words.amount ?? [])]
  return facts.located.some((found) => {
    const foot = found.words[0]?.box[1] ?? 0
    const below = found.page > first.page || (found.page === first.page && foot < first.box[3])
    const above = found.page < field.page || (found.page === field.page && foot > field.box[3])
    return below && above && isUnder(found, column) && !isOwn(found, own) && !rows.some((row) => isLeftOf(found, row))
  })
}

/** A price, a rate or a quantity of a line; what stands right of its amount may be the amount that counts. */
function isLeftOf({ page, words }: LocatedAmount, row: TableRow): boolean {
  const [left = 0, foot = 0] = words[0]?.box ?? []
  const amountAt = row.words.amount?.[0]?.box[0] ?? 0
  return page === row.page && foot >= row.box[1] - 1 && foot <= row.box[3] && left < amountAt
}

const isOwn = ({ words }: LocatedAmount, own: ReadonlySet<unknown>) => words.some((word) => own.has(word))

/** A printed rate of the lines is what is added or taken off, and its amount is not printed. */
function isShare(facts: Facts, stated: string, gap: number): boolean {
  const sum = statedIn(facts, stated) - gap
  const lines = facts.reading.pages
    .filter(({ page }) => facts.part.pages.includes(page.number))
    .flatMap((page) => page.lines)
  return ratesIn(lines).some((rate) => Math.abs(Math.abs(gap) - Math.abs(rate * sum)) <= SLACK)
}

const ratesIn = (lines: readonly Line[]) =>
  lines.flatMap(({ text }) => Array.from(text.matchAll(RATE), ([, rate = '']) => Number(rate.replace(',', '.')) / 100))
