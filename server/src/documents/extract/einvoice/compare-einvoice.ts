import type { Fields, FoundTable } from '../../model/findings.ts'
import { foldCase } from '../../values/fold.ts'
import type { EInvoice } from './einvoice.ts'

/** A field whose printed value is not what the XML states. */
export interface EInvoiceDifference {
  /** The contract's field name, or `line_items`. */
  field: string
  printed: string | number
  stated: string | number
}

/**
 * Where the printed page and the XML of one invoice disagree, field by field; what only one of them says is no
 * difference. Signs aside: a credit note may be stated in positive figures and printed in negative ones, or the other
 * way round. Names are equal where one contains the other. Pure.
 */
export function compareEInvoice(
  fields: Fields,
  einvoice: EInvoice,
  tables: readonly FoundTable[] = [],
): EInvoiceDifference[] {
  const found: EInvoiceDifference[] = []
  const compare = (field: string, stated: readonly (string | number | undefined)[], same: Same) => {
    const printed = fields[field]?.value
    const known = stated.filter((value): value is string | number => value !== undefined && value !== '')
    const [first] = known
    if (printed === undefined || first === undefined || known.some((value) => same(printed, value))) return
    found.push({ field, printed, stated: first })
  }
  compare('invoice_number', [einvoice.number], sameText)
  compare('invoice_date', [einvoice.date], sameText)
  compare('due_date', [einvoice.dueDate], sameText)
  compare('vendor_name', einvoice.seller.names, sameName)
  compare('customer_name', einvoice.buyer.names, sameName)
  compare('vendor_tax_id', einvoice.seller.taxIds, sameText)
  compare('customer_tax_id', einvoice.buyer.taxIds, sameText)
  compare('purchase_order', einvoice.orders, sameText)
  compare('currency', [einvoice.currency], sameText)
  compare('iban', einvoice.ibans, sameText)
  compare('subtotal', [einvoice.net, einvoice.lineTotal], sameAmount)
  compare('total_tax', [einvoice.tax], sameAmount)
  compare('invoice_total', [einvoice.gross], sameAmount)
  compare('amount_due', [einvoice.due], sameAmount)
  return [...found, ...compareLines(einvoice, tables)]
}

type Same = (printed: string | number, stated: string | number) => boolean

export const sameText: Same = (printed, stated) => plain(printed) === plain(stated)

export const sameName: Same = (printed, stated) => {
  const [a, b] = [plain(printed), plain(stated)]
  return a === b || (Math.min(a.length, b.length) >= 4 && (a.includes(b) || b.includes(a)))
}

export const sameAmount: Same = (printed, stated) =>
  Math.abs(Math.abs(Number(printed)) - Math.abs(Number(stated))) < 0.005

function plain(value: string | number): string {
  return foldCase(String(value)).replace(/[^\p{L}\d]/gu, '')
}

// The lines' amounts as a whole, for a table may be split otherwise; free lines and comments do not count.
function compareLines({ lines }: EInvoice, tables: readonly FoundTable[]): EInvoiceDifference[] {
  const rows = tables.find(({ name }) => name === 'line_items')?.rows ?? []
  const printed = sum(rows.map(({ values }) => values.amount))
  const stated = sum(lines.map(({ amount }) => amount))
  if (rows.length === 0 || lines.every(({ amount }) => amount === undefined) || sameAmount(printed, stated)) return []
  return [{ field: 'line_items', printed, stated }]
}

function sum(amounts: readonly unknown[]): number {
  return (
    Math.round(amounts.reduce<number>((total, amount) => total + (typeof amount === 'number' ? amount : 0), 0) * 100) /
    100
  )
}
