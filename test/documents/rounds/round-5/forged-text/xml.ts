import { PDFDocument } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'

const NAMES = ['rsm:CrossIndustryInvoice', 'ram:ReusableAggregateBusinessInformationEntity', 'udt:UnqualifiedDataType']
const SPACES = NAMES.map((name) => {
  const [prefix, type] = name.split(':')
  return `xmlns:${prefix}="urn:un:unece:uncefact:data:standard:${type}:100"`
}).join(' ')

/** An element of the invoice's own names, `Name attribute="value"`. */
const el = (name: string, ...inner: unknown[]) => `<ram:${name}>${inner.join('')}</ram:${name.split(' ')[0]}>\n`

const day = (text: unknown) =>
  `<udt:DateTimeString format="102">${String(text).replaceAll('-', '')}</udt:DateTimeString>`

/** The invoice for machines, as the basic profile without lines has it. */
export function xmlOf({ fields }: Truth): string {
  const amount = (name: string) => Number(fields[name]).toFixed(2)
  const taxId = el('SpecifiedTaxRegistration', el('ID schemeID="VA"', fields.vendor_tax_id))
  const agreement = el(
    'ApplicableHeaderTradeAgreement',
    el('SellerTradeParty', el('Name', fields.vendor_name), taxId),
    el('BuyerTradeParty', el('Name', fields.customer_name)),
  )
  const delivery = el('ApplicableHeaderTradeDelivery')
  const account = el('PayeePartyCreditorFinancialAccount', el('IBANID', String(fields.iban).replaceAll(' ', '')))
  const tax = [el('CalculatedAmount', amount('total_tax')), el('TypeCode', 'VAT')]
  const base = [el('BasisAmount', amount('subtotal')), el('CategoryCode', 'S'), el('RateApplicablePercent', '19.00')]
  const sums = [
    el('LineTotalAmount', amount('subtotal')),
    el('TaxBasisTotalAmount', amount('subtotal')),
    el('TaxTotalAmount currencyID="EUR"', amount('total_tax')),
    el('GrandTotalAmount', amount('invoice_total')),
    el('DuePayableAmount', amount('invoice_total')),
  ]
  const settlement = el(
    'ApplicableHeaderTradeSettlement',
    el('InvoiceCurrencyCode', 'EUR'),
    el('SpecifiedTradeSettlementPaymentMeans', el('TypeCode', '58'), account),
    el('ApplicableTradeTax', ...tax, ...base),
    el('SpecifiedTradePaymentTerms', el('DueDateDateTime', day(fields.due_date))),
    el('SpecifiedTradeSettlementHeaderMonetarySummation', ...sums),
  )
  const profile = el('GuidelineSpecifiedDocumentContextParameter', el('ID', 'urn:factur-x.eu:1p0:basicwl'))
  const head = [el('ID', fields.invoice_number), el('TypeCode', '380'), el('IssueDateTime', day(fields.invoice_date))]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice ${SPACES}>
<rsm:ExchangedDocumentContext>${profile}</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${head.join('')}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${agreement}${delivery}${settlement}</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`
}

/** The file with its invoice for machines attached. */
export async function withXml(bytes: Uint8Array, truth: Truth): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const options = { mimeType: 'text/xml', description: 'Factur-X', afRelationship: 'Alternative' as never }
  await pdf.attach(Buffer.from(xmlOf(truth)), 'factur-x.xml', options)
  return pdf.save({ useObjectStreams: false })
}
