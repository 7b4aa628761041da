import type { Flag, TableRow } from '../model/findings.ts'
import { isPrintedBeside } from './addition.ts'
import { claim } from './claim.ts'
import { amount, type Facts, money, type Rule } from './facts.ts'

/** Cash rounding in the Nordic countries, Switzerland and Canada moves a total by up to five cents. */
const ROUNDING = 0.05
/** No country has a VAT or sales tax above 27 % (Hungary). */
const HIGHEST_TAX = 0.28

function invoice(rule: (facts: Facts) => Flag[]): Rule {
  return (facts) => (facts.part.type === 'INVOICE' ? rule(facts) : [])
}

const taxShare = invoice((facts) => {
  const [subtotal, tax] = [amount(facts, 'subtotal'), amount(facts, 'total_tax')]
  if (!subtotal || !tax || Math.abs(tax) <= HIGHEST_TAX * Math.abs(subtotal) + ROUNDING) return []
  return claim(facts, {
    code: 'INVOICE_TAX_SHARE',
    family: 'arithmetic',
    severity: 'low',
    message: `${money(tax)} of tax on ${money(subtotal)} is more than any country takes`,
    fields: ['total_tax', 'subtotal'],
  })
})

const itemsOf = ({ part }: Facts) => part.tables.filter(({ name }) => name === 'line_items').flatMap(({ rows }) => rows)
const numeric = (row: TableRow, column: string) => {
  const value = row.values[column]
  return typeof value === 'number' ? value : undefined
}

/** What a line's amount exceeds quantity times price by; undefined where one of them is absent. */
function excessOf(row: TableRow): number | undefined {
  const [quantity, price, stated] = ['quantity', 'unit_price', 'amount'].map((column) => numeric(row, column))
  if (quantity === undefined || price === undefined || stated === undefined) return undefined
  return stated - quantity * price
}

/** Prices are printed with two decimals and multiplied with more; taxes may be in the amount and not in the price. */
const isOff = (row: TableRow) => {
  const [excess, stated] = [excessOf(row), numeric(row, 'amount')]
  return (
    excess !== undefined &&
    Math.abs(excess) >
      Math.max(ROUNDING, 0.006 * Math.abs(numeric(row, 'quantity') ?? 0), 0.0005 * Math.abs(stated ?? 0))
  )
}

/**
 * Lines against the subtotal (or the total, where lines hold tax). A line that is off by itself by just what the sum
 * is off by was changed; lines that all hold and do not come to the subtotal leave a changed subtotal or an unread line.
 */
const lines = invoice((facts) => {
  const rows = itemsOf(facts)
  const amounts = rows.map((row) => numeric(row, 'amount'))
  const subtotal = amount(facts, 'subtotal')
  if (rows.length === 0 || subtotal === undefined || amounts.includes(undefined)) return []
  const sum = amounts.reduce<number>((left, value) => left + (value ?? 0), 0)
  const gap = sum - subtotal
  const slack = ROUNDING + 0.01 * rows.length
  const gross = amount(facts, 'invoice_total') ?? subtotal
  if (Math.abs(gap) <= slack || Math.abs(sum - gross) <= slack) return []
  const off = rows.filter(isOff)
  const [only] = off
  const culprit = off.length === 1 && only && Math.abs((excessOf(only) ?? 0) - gap) <= slack ? only : undefined
  if (!culprit && isPrintedBeside(facts, gap, [])) return []
  return claim(facts, {
    code: culprit ? 'INVOICE_LINE' : 'INVOICE_LINES_SUM',
    family: 'arithmetic',
    // Allowances and charges of the whole invoice stand between lines and subtotal, in any number.
    severity: culprit ? 'high' : 'info',
    proof: culprit !== undefined,
    message: `the lines come to ${money(sum)}; the subtotal says ${money(subtotal)}${culprit ? `, and one line is ${money(excessOf(culprit) ?? 0)} off quantity times price` : ''}`,
    fields: ['subtotal'],
    rows: culprit ? [culprit] : [],
    figures: [subtotal, sum],
    gap,
    together: true,
  })
})

export const INVOICE_ARITHMETIC: readonly Rule[] = [taxShare, lines]
