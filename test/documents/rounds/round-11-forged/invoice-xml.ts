import type { Truth } from '../../specimen.ts'
import { element } from './markup.ts'

const NAMES = Object.fromEntries(
  [
    ['rsm', 'data:standard:CrossIndustryInvoice'],
    ['ram', 'data:standard:ReusableAggregateBusinessInformationEntity'],
    ['udt', 'data:standard:UnqualifiedDataType'],
  ].map(([name, what]) => [`xmlns:${name}`, `urn:un:unece:uncefact:${what}:100`]),
)

const el = (name: string, ...content: (string | number | undefined)[]) =>
  element(`ram:${name}`, {}, ...content.map(String))
const day = (date: unknown) => element('udt:DateTimeString', { format: 102 }, String(date).replace(/-/g, ''))

/** What an invoice says, as the XML that goes with it. */
export function factur({ fields: f }: Truth, iban: string): string {
  const sum = (name: string, value: unknown, more = {}) => element(`ram:${name}`, more, Number(value).toFixed(2))
  const guideline = el('GuidelineSpecifiedDocumentContextParameter', el('ID', 'urn:factur-x.eu:1p0:basicwl'))
  const issued = el('IssueDateTime', day(f.invoice_date))
  const tax = el('SpecifiedTaxRegistration', element('ram:ID', { schemeID: 'VA' }, String(f.vendor_tax_id)))
  const seller = el('SellerTradeParty', el('Name', f.vendor_name), tax)
  const buyer = el('BuyerTradeParty', el('Name', f.customer_name))
  const account = el('PayeePartyCreditorFinancialAccount', el('IBANID', iban))
  const sums = [
    ...[sum('LineTotalAmount', f.subtotal), sum('TaxBasisTotalAmount', f.subtotal)],
    sum('TaxTotalAmount', f.total_tax, { currencyID: 'EUR' }),
    ...[sum('GrandTotalAmount', f.invoice_total), sum('DuePayableAmount', f.invoice_total)],
  ]
  const settlement = [
    el('InvoiceCurrencyCode', 'EUR'),
    el('SpecifiedTradeSettlementPaymentMeans', el('TypeCode', 58), account),
    el('SpecifiedTradePaymentTerms', el('DueDateDateTime', day(f.due_date))),
    el('SpecifiedTradeSettlementHeaderMonetarySummation', ...sums),
  ]
  const invoice = [
    element('rsm:ExchangedDocumentContext', {}, guideline),
    element('rsm:ExchangedDocument', {}, el('ID', f.invoice_number), el('TypeCode', 380), issued),
    element(
      'rsm:SupplyChainTradeTransaction',
      {},
      el('ApplicableHeaderTradeAgreement', seller, buyer),
      el('ApplicableHeaderTradeDelivery'),
      el('ApplicableHeaderTradeSettlement', ...settlement),
    ),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>${element('rsm:CrossIndustryInvoice', NAMES, ...invoice)}`
}
