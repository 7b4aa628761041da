import { claim } from './claim.ts'
import { amount, type Facts, money, percent, type Rule, rowsNamed } from './facts.ts'
import { ownRate } from './tax-rate.ts'

const ROUNDING = 0.06
/** Sets of more amounts come to any sum by chance, and take long to try. */
const MOST_PARTS = 12

/**
 * A tax that is less than its printed rate takes of the subtotal, and that the rate takes of nothing else on the paper:
 * no line, no lines together, no subtotal less what is printed beside it. Other figures were changed, and it was left.
 */
export const taxShort: Rule = (facts) => {
  const [tax, subtotal] = [amount(facts, 'total_tax'), amount(facts, 'subtotal')]
  const rate = ownRate(facts)
  if (!rate || !tax || !subtotal || tax < 0 || subtotal <= 0) return []
  const base = tax / rate
  const slack = ROUNDING + ROUNDING / rate + 0.01 * rowsNamed(facts, 'line_items').length
  if (base >= subtotal - slack || isMade(base, slack, partsOf(facts)) || isLess(subtotal - base, slack, facts))
    return []
  return claim(facts, {
    code: 'TAX_BELOW_RATE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `${money(tax)} of tax is ${percent(rate)} of ${money(base)}; the subtotal says ${money(subtotal)}`,
    fields: ['total_tax', 'subtotal'],
    figures: [tax, rate * subtotal],
    gap: rate * subtotal - tax,
  })
}

/** What lines come to, and what is printed anywhere: a base of its own, or one in prices that hold the tax. */
function partsOf(facts: Facts): number[] {
  const rows = rowsNamed(facts, 'line_items').map(({ values }) => values.amount)
  return rows.filter((value) => typeof value === 'number')
}

function isMade(base: number, slack: number, lines: readonly number[]): boolean {
  return lines.length > MOST_PARTS || sumsOf(lines).some((sum) => Math.abs(sum - base) <= slack)
}

/** The subtotal less one or two amounts that bear no tax, and any printed amount itself, with its tax or without. */
function isLess(rest: number, slack: number, facts: Facts): boolean {
  const subtotal = amount(facts, 'subtotal') ?? 0
  const tax = amount(facts, 'total_tax') ?? 0
  const printed = [...facts.amounts].map((cents) => cents / 100)
  const is = (value: number) => Math.abs(value - rest) <= slack
  const bases = printed.flatMap((each) => [each, each - tax])
  return (
    printed.some(is) || bases.some((base) => is(subtotal - base)) || printed.some((a) => printed.some((b) => is(a + b)))
  )
}

/** All that some of these come to, none of them included. */
export function sumsOf(parts: readonly number[]): number[] {
  const sums = [0]
  for (const part of parts) sums.push(...sums.map((sum) => sum + part))
  return sums
}
