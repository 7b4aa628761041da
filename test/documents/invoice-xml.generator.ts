import { PDFDocument } from '@cantoo/pdf-lib'
import type { Sale } from './invoice-sale.generator.ts'
import { type Day, isoOf } from './statement-locale.generator.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const day = (date: Day) => `<udt:DateTimeString format="102">${isoOf(date).replaceAll('-', '')}</udt:DateTimeString>`

/** The sale in CII, as Factur-X embeds it; `change` states another gross amount than the page prints. */
export function facturX(sale: Sale, { gross = sale.gross }: { gross?: number } = {}): string {
  const party = (name: string, vat: string | undefined) =>
    `<ram:Name>${escaped(name)}</ram:Name>${vat ? `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vat}</ram:ID></ram:SpecifiedTaxRegistration>` : ''}`
  const lines = sale.lines.map(
    (
      line,
      index,
    ) => `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${index + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>${escaped(line.description)}</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${line.price}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">${line.quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:RateApplicablePercent>${line.rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${line.amount}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${escaped(sale.number)}</ram:ID><ram:TypeCode>${sale.credit ? 381 : 380}</ram:TypeCode><ram:IssueDateTime>${day(sale.issued)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${lines.join('\n')}
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty>${party(sale.vendor.name, sale.vendorVat)}</ram:SellerTradeParty><ram:BuyerTradeParty>${party(sale.customer.name, sale.customerVat)}</ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>${sale.locale.currency}</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day(sale.due)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${Math.round((sale.net - sale.shipping) * 100) / 100}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${sale.net}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="${sale.locale.currency}">${sale.tax}</ram:TaxTotalAmount><ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount><ram:DuePayableAmount>${Math.round((gross - sale.paid) * 100) / 100}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
}

export async function attachXml(bytes: Uint8Array, xml: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const made = new Date(Date.UTC(2026, 0, 1))
  await pdf.attach(new TextEncoder().encode(xml), 'factur-x.xml', {
    mimeType: 'application/xml',
    description: 'Factur-X',
    creationDate: made,
    modificationDate: made,
  })
  return pdf.save({ useObjectStreams: false })
}
