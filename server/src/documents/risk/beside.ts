import type { Field, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import { type Facts, type LocatedAmount, rowsNamed } from './facts.ts'

const CENT = 1
/** Of more amounts some two come to any sum by chance. */
const MOST_FOR_PAIRS = 25
/** A charge, a discount or a prepayment stands within so many points of the sum that it belongs to. */
const NEAR = 90

/** Whether one of the amounts, or two together, come to `wanted`; one that is listed once is not two. All in cents. */
export function isMadeOf(wanted: number, amounts: readonly number[]): boolean {
  const known = new Map<number, number>()
  for (const cents of amounts) if (cents > 0) known.set(cents, (known.get(cents) ?? 0) + 1)
  const has = (cents: number, beside?: number) =>
    [-CENT, 0, CENT].some((off) => (known.get(cents + off) ?? 0) > (cents + off === beside ? 1 : 0))
  if (has(wanted)) return true
  const firsts = known.size <= MOST_FOR_PAIRS ? [...known.keys()] : []
  return firsts.some((cents) => cents < wanted && has(wanted - cents, cents))
}

/** How far what is part of a sum stands from it: by its fields, or anywhere on its pages. */
export type Reach = 'near' | 'anywhere'

/**
 * Cents of what is printed about a sum and may be part of it: amounts near its fields that are neither quantities,
 * prices nor amounts of lines that were read as such. A line of an amount alone is a charge as often as an item.
 */
export function besideSum(facts: Facts, names: readonly string[], reach: Reach = 'near'): number[] {
  const fields = names.flatMap((name) => facts.part.fields[name] ?? [])
  const rows = facts.part.tables.flatMap(({ rows }) => rows)
  const items = new Set(rows.flatMap(makesSubtotal(facts) ? allWords : itemWords))
  const pages = new Set(fields.map(({ page }) => page))
  const end = endOf(facts, names)
  const isNear = ({ page, words }: LocatedAmount) =>
    reach === 'anywhere' ||
    pages.size !== 1 ||
    words.some((word) => pages.has(page) && within(word, fields) && word.box[3] > end)
  return facts.located
    .filter((found) => !found.words.some((word) => items.has(word)) && isNear(found))
    .map(({ cents }) => cents)
}

/**
 * What everything comes to that is listed from the first of some fields down to the last of them and was read as no
 * field: fees one under another. In cents; undefined where the fields do not stand on one page.
 */
export function listedBetween(facts: Facts, names: readonly string[]): number | undefined {
  const fields = names.flatMap((name) => facts.part.fields[name] ?? [])
  const [first, ...others] = fields.toSorted((a, b) => b.box[1] - a.box[1])
  const last = others.at(-1)
  if (!first || !last || fields.some(({ page }) => page !== first.page)) return undefined
  const own = new Set(Object.values(facts.part.fields).flatMap(({ words }) => words))
  const isBetween = ({ box }: Word) => box[3] <= first.box[1] + 1 && box[1] >= last.box[3] - 1
  return facts.located
    .filter(({ page, words }) => page === first.page && words.every((word) => !own.has(word) && isBetween(word)))
    .reduce((sum, { cents }) => sum + cents, 0)
}

/** The foot of a sum, named first, that stands under all its parts: what comes below was not added to it. */
function endOf({ part }: Facts, [stated = '', ...terms]: readonly string[]): number {
  const sum = part.fields[stated]
  const parts = terms.flatMap((name) => part.fields[name] ?? [])
  const isUnder =
    sum && parts.length > 0 && parts.every(({ box }) => box[1] > sum.box[1] + 0.5 * (sum.box[3] - sum.box[1]))
  return isUnder ? sum.box[1] : Number.NEGATIVE_INFINITY
}

const allWords = ({ words }: TableRow): Word[] => Object.values(words).flat()

function itemWords(row: TableRow): Word[] {
  return row.words.quantity || row.words.unit_price || row.words.date ? allWords(row) : []
}

/** Whether the lines come to the subtotal: it holds each of them already, and none is added to it again. */
function makesSubtotal(facts: Facts): boolean {
  const subtotal = facts.part.fields.subtotal?.value
  const lines = rowsNamed(facts, 'line_items').map(({ values }) => values.amount)
  const sum = lines.reduce((all: number, value) => all + (typeof value === 'number' ? value : Number.NaN), 0)
  return lines.length > 1 && typeof subtotal === 'number' && Math.abs(sum - subtotal) < 0.01 * (lines.length + 1)
}

function within({ box }: Word, fields: readonly Field[]): boolean {
  const foot = Math.min(...fields.map((field) => field.box[1])) - NEAR
  const head = Math.max(...fields.map((field) => field.box[3])) + NEAR
  return box[1] >= foot && box[3] <= head
}
