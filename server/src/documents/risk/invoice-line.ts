import { figure } from './addition.ts'
import { claim } from './claim.ts'
import { amount, money, type Rule, rowsNamed } from './facts.ts'
import { linesHoldTax } from './held-tax.ts'
import { culpritOf, excessOf } from './line-products.ts'

/** Cents that sums of invoices may be off by, and more for each line. */
const [ROUNDING, PER_ROW] = [0.05, 0.01]

/** A line that is off quantity times price by just what the lines are off the subtotal by was changed. */
export const invoiceLine: Rule = (facts) => {
  const rows = rowsNamed(facts, 'line_items')
  const [sum, subtotal] = [figure(facts, 'line_items.amount'), amount(facts, 'subtotal')]
  if (facts.part.type !== 'INVOICE' || sum === undefined || subtotal === undefined) return []
  const [gap, slack] = [sum - subtotal, ROUNDING + PER_ROW * rows.length]
  const culprit = culpritOf(rows, gap, slack)
  if (!culprit || Math.abs(gap) <= slack || linesHoldTax(facts)) return []
  const off = money(excessOf(culprit) ?? 0)
  return claim(facts, {
    code: 'INVOICE_LINE',
    family: 'arithmetic',
    severity: 'high',
    proof: true,
    message: `lines come to ${money(sum)}, one is ${off} off its product; the subtotal says ${money(subtotal)}`,
    fields: ['subtotal'],
    rows: [culprit],
    figures: [subtotal, sum],
    gap,
    together: true,
  })
}
