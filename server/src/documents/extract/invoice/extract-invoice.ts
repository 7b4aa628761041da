import type { Fields, FoundTable } from '../../model/findings.ts'
import { amountStyle } from '../../values/amount-style.ts'
import { dateOrder } from '../../values/date-order.ts'
import { locateLines } from '../einvoice/locate-lines.ts'
import { readEInvoice } from '../einvoice/read-einvoice.ts'
import type { Extractor } from '../extractor.ts'
import { findCurrency } from './currency-field.ts'
import { findDueDate, findInvoiceDate } from './dates.ts'
import { withEvenLines } from './even-lines.ts'
import { findInvoiceNumber, findPurchaseOrder } from './identifiers.ts'
import { readLineItems } from './line-items.ts'
import { findParties } from './parties.ts'
import { findIban, findPaymentTerms } from './payment.ts'
import { readSummedRows } from './summed-rows.ts'
import { findSums } from './sums.ts'
import { supportWith } from './support.ts'
import { findTaxIds } from './tax-ids.ts'
import { settleTotals } from './totals.ts'

/** An invoice or credit note: its fields as printed, an e-invoice inside it as a witness, and its table of goods. */
export const extractInvoice: Extractor = (_section, layouts, { source }) => {
  const pages = layouts.map(withEvenLines)
  const text = pages.map((page) => page.text).join('\n')
  const style = amountStyle(pages.flatMap(({ page }) => page.words))
  const currency = findCurrency(pages)
  const dates = { order: dateOrder(text, { currency: currency && String(currency.value) }) }
  const einvoice = readEInvoice(source)
  const items =
    readLineItems(pages, style) ?? (einvoice && locateLines(einvoice, pages, style)) ?? readSummedRows(pages, style)
  const parties = findParties(pages)
  const taxIds = findTaxIds(pages, parties)
  const totals = settleTotals(findSums(pages, style), {
    lines: sumOf(items),
    net: einvoice?.net,
    tax: einvoice?.tax,
    gross: einvoice?.gross,
    due: einvoice?.due,
  })
  const printed = present({
    invoice_number: findInvoiceNumber(pages),
    invoice_date: findInvoiceDate(pages, dates),
    due_date: findDueDate(pages, dates),
    vendor_name: parties.vendor,
    vendor_tax_id: taxIds.vendor,
    customer_name: parties.customer,
    customer_tax_id: taxIds.customer,
    purchase_order: findPurchaseOrder(pages),
    ...totals,
    currency,
    iban: findIban(pages),
    payment_terms: findPaymentTerms(pages),
  })
  const fields = einvoice ? supportWith(einvoice, printed, pages, dates) : printed
  return { fields, tables: items ? [items] : [] }
}

function present(fields: Record<string, Fields[string] | undefined>): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Fields[string]] => entry[1] !== undefined),
  )
}

function sumOf(items: FoundTable | undefined): number | undefined {
  return items?.rows.reduce((sum, { values }) => sum + Number(values.amount), 0)
}
