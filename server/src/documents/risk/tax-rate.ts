import type { Line } from '../model/layout.ts'
import { claim } from './claim.ts'
import { amount, type Facts, money, percent, type Rule, rowsNamed } from './facts.ts'

const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g
const ROUNDING = 0.05
/** What a tax differs from its base's share by rounding, each way. */
const CENT = 0.011

const ratesIn = (lines: readonly Line[]) =>
  new Set(lines.flatMap(({ text }) => [...text.matchAll(RATE)].map(([, rate = '']) => Number(rate.replace(',', '.')))))

/** The rate that is printed beside the tax, as a fraction, where the paper prints no other one. */
export function ownRate(facts: Facts): number | undefined {
  const field = facts.part.fields.total_tax
  if (!['INVOICE', 'RECEIPT'].includes(facts.part.type) || !field) return undefined
  const pages = facts.reading.pages.filter(({ page }) => facts.part.pages.includes(page.number))
  const rates = ratesIn(pages.flatMap((page) => page.lines))
  const own = ratesIn(pages.flatMap((page) => page.lines.filter((line) => holds(line, field.words[0]))))
  const [rate = 0] = own
  return rates.size === 1 && own.size === 1 && rate > 0 ? rate / 100 : undefined
}

/**
 * A tax that is more than its printed rate takes of anything the paper prints. Less is usual, as some lines bear none;
 * and where several shares are printed, each may be of something else.
 */
export const taxRate: Rule = (facts) => {
  const [tax, subtotal] = [amount(facts, 'total_tax'), amount(facts, 'subtotal')]
  const rate = ownRate(facts) ?? 0
  if (!tax || !subtotal || subtotal <= 0) return []
  const share = rate * subtotal
  const slack = ROUNDING + CENT * rowsNamed(facts, 'line_items').length
  if (rate === 0 || tax - share <= slack) return []
  if (isOfAnother(facts, tax, rate) || isOfSeveral(tax, share)) return []
  return claim(facts, {
    code: 'TAX_ABOVE_RATE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `${money(tax)} of tax is more than ${percent(rate)} of ${money(subtotal)}, which is ${money(share)}`,
    fields: ['total_tax', 'subtotal'],
    figures: [tax, share],
    gap: tax - share,
  })
}

const holds = ({ segments }: Line, word: Line['segments'][number]['words'][number] | undefined) =>
  word !== undefined && segments.some(({ words }) => words.includes(word))

/** Two halves of one tax, for the state and for the country, or three taxes at one rate: India's CGST and SGST. */
const isOfSeveral = (tax: number, share: number) =>
  [2, 3].some((taxes) => Math.abs(taxes * share - tax) <= taxes * CENT)

/** Whether the rate takes the tax of another printed amount, of the subtotal with one more, or out of what holds it. */
function isOfAnother(facts: Facts, tax: number, rate: number): boolean {
  const printed = [...facts.amounts].map((cents) => cents / 100)
  const subtotal = amount(facts, 'subtotal') ?? 0
  const bases = printed.flatMap((each) => [each, subtotal + each, each / (1 + rate)])
  return bases.some((base) => Math.abs(base * rate - tax) <= CENT)
}
