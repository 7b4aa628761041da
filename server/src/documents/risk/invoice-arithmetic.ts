import type { Flag, TableRow } from '../model/findings.ts'
import { foldCase } from '../values/fold.ts'
import { type Addition, gapOf, isExplained, isPrintedBeside } from './addition.ts'
import { claim } from './claim.ts'
import { amount, type Facts, money, type Rule } from './facts.ts'

/** Cash rounding in the Nordic countries, Switzerland and Canada moves a total by up to five cents. */
const ROUNDING = 0.05
/** No country has a VAT or sales tax above 27 % (Hungary). */
const HIGHEST_TAX = 0.28

function invoice(rule: (facts: Facts) => Flag[]): Rule {
  return (facts) => (facts.part.type === 'INVOICE' ? rule(facts) : [])
}

const TOTAL: Addition = {
  stated: 'invoice_total',
  terms: [
    [1, 'subtotal'],
    [1, 'total_tax'],
  ],
  // Credit notes print some of their amounts with a minus sign.
  unsigned: ['invoice_total', 'subtotal', 'total_tax'],
}

const total = invoice((facts) => {
  const gap = gapOf(facts, TOTAL)
  if (gap === undefined || Math.abs(gap) <= ROUNDING || isExplained(facts, TOTAL, gap) || holdsTax(facts)) return []
  const [subtotal, tax, stated] = ['subtotal', 'total_tax', 'invoice_total'].map((name) => amount(facts, name) ?? 0)
  const sum = (subtotal as number) + (tax as number)
  return claim(facts, {
    code: 'INVOICE_TOTAL',
    family: 'arithmetic',
    severity: 'high',
    proof: true,
    message: `the total says ${money(stated as number)}; ${money(subtotal as number)} + ${money(tax as number)} is ${money(sum)}`,
    fields: ['invoice_total', 'subtotal', 'total_tax'],
    figures: [stated as number, sum],
    gap,
    together: true,
  })
})

/** `includes 4.10 VAT`: what the total holds already is not added to it. */
const HELD = /\b(?:includ|incl\b|inkl\b|davon\b|enthalt|dont\b|of which|di cui|waarvan|varav|w tym)/

function holdsTax(facts: Facts, name: 'invoice_total' | 'total' = 'invoice_total'): boolean {
  const [subtotal, stated, tax] = [amount(facts, 'subtotal'), amount(facts, name), facts.part.fields.total_tax]
  if (subtotal === undefined || stated === undefined || !tax) return false
  const line = facts.reading.pages
    .filter(({ page }) => page.number === tax.page)
    .flatMap(({ lines }) => lines)
    .find(({ box }) => box[1] <= tax.box[1] + 1 && box[3] >= tax.box[3] - 1)
  const rest = stated - subtotal
  return (
    HELD.test(foldCase(line?.text ?? '')) &&
    (Math.abs(rest) <= ROUNDING || isPrintedBeside(facts, rest, [subtotal, stated]))
  )
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
    severity: culprit ? 'high' : 'low',
    proof: culprit !== undefined,
    message: `the lines come to ${money(sum)}; the subtotal says ${money(subtotal)}${culprit ? `, and one line is ${money(excessOf(culprit) ?? 0)} off quantity times price` : ''}`,
    fields: ['subtotal'],
    rows: culprit ? [culprit] : [],
    figures: [subtotal, sum],
    gap,
    together: true,
  })
})

const RECEIPT_TOTAL: readonly Addition[] = [
  {
    stated: 'total',
    terms: [
      [1, 'subtotal'],
      [1, 'total_tax'],
      [1, 'tip'],
    ],
  },
  {
    stated: 'total',
    terms: [
      [1, 'subtotal'],
      [1, 'total_tax'],
    ],
  },
  {
    stated: 'total',
    terms: [
      [1, 'subtotal'],
      [1, 'tip'],
    ],
  },
]

/** Receipts may leave the tip to the card slip and hold the tax in their prices: every reading must fail. */
const receiptTotal: Rule = (facts) => {
  if (facts.part.type !== 'RECEIPT' || amount(facts, 'total_tax') === undefined) return []
  const open = RECEIPT_TOTAL.map((addition) => [addition, gapOf(facts, addition)] as const)
  const stated = open.flatMap(([addition, gap]) => (gap === undefined ? [] : [{ addition, gap }]))
  const inclusive = amount(facts, 'subtotal') === amount(facts, 'total')
  const closes = stated.some(({ addition, gap }) => Math.abs(gap) <= ROUNDING || isExplained(facts, addition, gap))
  if (stated.length === 0 || inclusive || closes || holdsTax(facts, 'total')) return []
  const gap = stated[0]?.gap ?? 0
  return claim(facts, {
    code: 'RECEIPT_TOTAL',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `the total says ${money(amount(facts, 'total') ?? 0)}; its parts come to ${money((amount(facts, 'total') ?? 0) - gap)}`,
    fields: ['total', 'subtotal', 'total_tax', 'tip'],
    figures: [amount(facts, 'total') ?? 0, (amount(facts, 'total') ?? 0) - gap],
    gap,
    together: true,
  })
}

export const INVOICE_ARITHMETIC: readonly Rule[] = [total, taxShare, lines, receiptTotal]
