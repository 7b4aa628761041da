import { within } from '../vocabulary/compile.ts'
import { type CaptionedRow, captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { type Facts, money, percent, type Rule, rowsNamed } from './facts.ts'
import { sumsOf } from './tax-short.ts'

const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?) ?%/g
const DISCOUNT = within('sum.discount')
/** Half a cent each way, and what rounding of the lines adds. */
const CENT = 0.03
/** Sets of more amounts come to any sum by chance. */
const MOST_LINES = 12

interface Discount {
  rate: number
  size: number
  row: CaptionedRow
}

/** A line that takes so many per cent off, with how much that is. */
function discountOf(row: CaptionedRow): Discount[] {
  const [rate, ...others] = [...row.caption.matchAll(RATE)].map(([, text = '']) => Number(text.replace(',', '.')) / 100)
  const [amount, ...more] = row.amounts
  const told = rate !== undefined && rate > 0 && others.length === 0 && amount !== undefined && more.length === 0
  return told && DISCOUNT.test(row.caption) ? [{ rate, size: Math.abs(amount.value), row }] : []
}

/** What a discount may be taken of: any printed amount, two together, one less another, and lines in any number. */
function basesOf(facts: Facts): number[] {
  const printed = [...facts.amounts].map((cents) => cents / 100)
  const lines = rowsNamed(facts, 'line_items').flatMap(({ values }) =>
    typeof values.amount === 'number' ? [values.amount] : [],
  )
  const pairs = printed.flatMap((a) => printed.flatMap((b) => [a + b, Math.abs(a - b)]))
  return [...printed, ...pairs, ...(lines.length > MOST_LINES ? [] : sumsOf(lines))]
}

/** A discount that says its rate and is that share of nothing that the paper prints. */
export const discountRate: Rule = (facts) => {
  if (!['INVOICE', 'RECEIPT'].includes(facts.part.type)) return []
  const goods = new Set(rowsNamed(facts, 'line_items').flatMap(({ words }) => Object.values(words).flat()))
  const found = captionedRows(facts)
    .filter(({ amounts }) => !amounts.some(({ words }) => words.some((word) => goods.has(word))))
    .flatMap(discountOf)
  if (found.length !== 1 || rowsNamed(facts, 'line_items').length > MOST_LINES) return []
  const [{ rate, size, row }] = found as [Discount]
  if (size < 1 || basesOf(facts).some((base) => Math.abs(base * rate - size) <= CENT)) return []
  const words = row.amounts.flatMap((amount) => amount.words)
  return claim(facts, {
    code: 'DISCOUNT_OF_RATE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `${money(size)} is taken off as ${percent(rate)}, which it is of nothing on the paper`,
    fields: [],
    rests: words,
  }).map((flag) => ({ ...flag, evidence: words.map(({ box }) => ({ page: row.page, bbox: box })) }))
}
