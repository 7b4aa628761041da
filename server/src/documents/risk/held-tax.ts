import { foldCase } from '../values/fold.ts'
import { figure, isPrintedBeside } from './addition.ts'
import { besideSum } from './beside.ts'
import { amount, type Facts, rowsNamed } from './facts.ts'

const ROUNDING = 0.05

/** `includes 4.10 VAT`: what the total holds already is not added to it. */
const HELD = /\b(?:includ|incl\b|inkl\b|davon\b|enthalt|dont\b|of which|di cui|waarvan|varav|w tym)/

/** Tax that the customer keeps back for the state is taken off, beside the tax that is added to the subtotal. */
export function withholdsTax(facts: Facts): boolean {
  const [subtotal, stated, tax] = ['subtotal', 'invoice_total', 'total_tax'].map((name) => amount(facts, name))
  if (subtotal === undefined || stated === undefined || tax === undefined) return false
  const added = Math.round((stated - subtotal + Math.abs(tax)) * 100)
  const known = [subtotal, stated, tax].map((value) => Math.abs(Math.round(value * 100)))
  const beside = besideSum(
    facts,
    ['invoice_total', 'subtotal', 'total_tax'],
    facts.part.type === 'INVOICE' ? 'near' : 'anywhere',
  )
  return added > 0 && !known.includes(added) && beside.includes(added)
}

/** The total of a receipt or an invoice; what is to be paid, where it names nothing else its total. */
const totalOf = (facts: Facts) =>
  facts.part.type === 'RECEIPT'
    ? amount(facts, 'total')
    : (amount(facts, 'invoice_total') ?? amount(facts, 'amount_due'))

/** Lines that come to the total, or to what is due of it: their prices hold the tax. */
export function linesHoldTax(facts: Facts): boolean {
  const sum = figure(facts, 'line_items.amount')
  const slack = ROUNDING + 0.01 * rowsNamed(facts, 'line_items').length
  const totals = ['invoice_total', 'amount_due', 'total'].flatMap((name) => amount(facts, name) ?? [])
  return sum !== undefined && totals.some((total) => Math.abs(Math.abs(total) - Math.abs(sum)) <= slack)
}

/** Whether the tax is in the prices, so that the total is not more by it. */
export function holdsTax(facts: Facts): boolean {
  const [subtotal, stated, tax] = [amount(facts, 'subtotal'), totalOf(facts), facts.part.fields.total_tax]
  if (subtotal === undefined || stated === undefined || !tax) return false
  const line = facts.reading.pages
    .filter(({ page }) => page.number === tax.page)
    .flatMap(({ lines }) => lines)
    .find(({ box }) => box[1] <= tax.box[1] + 1 && box[3] >= tax.box[3] - 1)
  const rest = stated - subtotal
  if (facts.part.type === 'RECEIPT' && rest === 0) return true
  return (
    HELD.test(foldCase(line?.text ?? '')) &&
    (Math.abs(rest) <= ROUNDING || isPrintedBeside(facts, rest, [subtotal, stated]))
  )
}
