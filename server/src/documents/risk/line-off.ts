import type { TableRow } from '../model/findings.ts'
import { isPrintedBeside } from './addition.ts'
import { claim, oneDigitApart } from './claim.ts'
import { type Facts, money, type Rule, rowsNamed } from './facts.ts'
import { linesHoldTax } from './held-tax.ts'
import { excessOf, isOff } from './line-products.ts'

/** So many other lines must be what their quantities and prices come to. */
const FEWEST_OTHERS = 2
/** Less is tax, freight or rounding of a line. */
const TELLING_SHARE = 0.02

const amountOf = ({ values }: TableRow) => Number(values.amount)

/** Whether a line says one digit more than its product: what takes off makes lines less, and prints of how much. */
function isRaised(facts: Facts, row: TableRow): boolean {
  const [stated, more] = [amountOf(row), excessOf(row) ?? 0]
  const changed = more > TELLING_SHARE * stated && oneDigitApart(stated, stated - more)
  return changed && !isPrintedBeside(facts, more, [])
}

/**
 * A line that is more than quantity times price by one digit, among others that hold: who raises a line together with
 * the sums under it forgets what the line itself says.
 */
export const lineOff: Rule = (facts) => {
  const rows = rowsNamed(facts, 'line_items')
  if (facts.part.type !== 'INVOICE' || linesHoldTax(facts)) return []
  const [off, ...more] = rows.filter(isOff)
  const others = rows.filter((row) => excessOf(row) !== undefined && !isOff(row))
  if (!off || more.length > 0 || others.length < FEWEST_OTHERS || !isRaised(facts, off)) return []
  const product = amountOf(off) - (excessOf(off) ?? 0)
  return claim(facts, {
    code: 'INVOICE_LINE_PRODUCT',
    family: 'arithmetic',
    severity: 'medium',
    message: `a line says ${money(amountOf(off))}; its quantity at its price is ${money(product)}`,
    fields: [],
    rows: [off],
    figures: [amountOf(off), product],
  })
}
