import { shared } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { DateOptions } from '../../values/date.ts'
import { compareEInvoice, sameAmount, sameName, sameText } from '../einvoice/compare-einvoice.ts'
import type { EInvoice } from '../einvoice/einvoice.ts'
import { locateDate, locateText } from '../einvoice/locate.ts'

/** Agreement of page and XML leaves misprints of both only. */
const AGREED = 0.985
/** What the XML denies was misread, or one of the two was changed. */
const DENIED = 0.85

/**
 * The printed reading with the XML as a witness: a value that both have is sure; a value that the page prints where
 * the reading found none, or was unsure, is taken from its place on the page. What the page does not print is not
 * returned, and where a sure reading and the XML disagree the page stands.
 */
export function supportWith(
  einvoice: EInvoice,
  printed: Fields,
  pages: readonly PageLayout[],
  dates: DateOptions,
): Fields {
  const fields = { ...printed }
  const weigh = (
    name: string,
    stated: readonly string[],
    same: typeof sameText,
    places: (value: string) => Field[],
    yields: number,
  ) => {
    const own = fields[name]
    if (own && stated.some((value) => same(own.value, value)))
      fields[name] = { ...own, confidence: Math.max(own.confidence, AGREED) }
    else if (!own || own.confidence < yields) {
      const place = stated.flatMap(places).find((field) => isFree(field, fields, name))
      if (place) fields[name] = place
    }
  }
  const text = (value: string) => locateText(pages, value)
  const day = (value: string) => locateDate(pages, value, dates)
  weigh('invoice_number', given(einvoice.number), sameText, text, 0.5)
  weigh('invoice_date', given(einvoice.date), sameText, day, 0.55)
  weigh('due_date', given(einvoice.dueDate), sameText, day, 0.5)
  weigh('vendor_name', einvoice.seller.names, sameName, text, 0.98)
  weigh('customer_name', einvoice.buyer.names, sameName, text, 0.98)
  weigh('vendor_tax_id', einvoice.seller.taxIds, sameText, text, 0.95)
  weigh('customer_tax_id', einvoice.buyer.taxIds, sameText, text, 0.95)
  weigh('purchase_order', einvoice.orders, sameText, text, 0.9)
  weigh('iban', einvoice.ibans, sameText, text, 0.9)
  weigh('payment_terms', einvoice.paymentTerms, sameName, text, 0.5)
  for (const [name, value] of [
    ['subtotal', einvoice.net],
    ['total_tax', einvoice.tax],
    ['invoice_total', einvoice.gross],
    ['amount_due', einvoice.due],
  ] as const) {
    const own = fields[name]
    if (own && value !== undefined && sameAmount(own.value, value))
      fields[name] = { ...own, confidence: Math.max(own.confidence, AGREED) }
  }
  for (const { field } of compareEInvoice(fields, einvoice)) {
    const own = fields[field]
    if (own) fields[field] = { ...own, confidence: own.confidence * DENIED }
  }
  return fields
}

const given = (value: string | undefined) => (value === undefined ? [] : [value])

// One print is not two fields: the issue date is not the due date because the XML gives both the same day.
function isFree(place: Field, fields: Fields, name: string): boolean {
  return !Object.entries(fields).some(
    ([other, field]) =>
      other !== name &&
      field.page === place.page &&
      shared(field.box, place.box) > 0.5 * Math.min(1, shared(place.box, place.box)),
  )
}
