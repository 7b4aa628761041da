import { expect, test } from 'vitest'
import { compareEInvoice } from '../../server/src/documents/extract/einvoice/compare-einvoice.ts'
import { readEInvoice } from '../../server/src/documents/extract/einvoice/read-einvoice.ts'
import type { Field } from '../../server/src/documents/model/findings.ts'
import { Chance } from './chance.ts'
import { INVOICE_LOCALES, type InvoiceLocale } from './invoice-locale.generator.ts'
import { drawSale } from './invoice-sale.generator.ts'
import { facturX } from './invoice-xml.generator.ts'

const attached = (xml: string) => ({ attachments: [{ name: 'a.xml', description: '', bytes: xml.length, xml }] })

test('Factur-X: parties, sums and lines', () => {
  const german = INVOICE_LOCALES.find(({ id }) => id === 'de-DE') as InvoiceLocale
  const sale = drawSale(new Chance(3), german)
  const invoice = readEInvoice(attached(facturX(sale)))
  expect(invoice).toMatchObject({
    syntax: 'cii',
    number: sale.number,
    currency: 'EUR',
    net: sale.net,
    tax: sale.tax,
    gross: sale.gross,
  })
  expect(invoice?.seller).toEqual({ names: [sale.vendor.name], taxIds: [sale.vendorVat] })
  expect(invoice?.lines.map(({ amount }) => amount)).toEqual(sale.lines.map(({ amount }) => amount))
})

test('ZUGFeRD 1 names the same things otherwise', () => {
  const invoice = readEInvoice(
    attached(`<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
<rsm:HeaderExchangedDocument><ram:ID>R-7</ram:ID><ram:IssueDateTime><udt:DateTimeString format="102">20240229</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
<rsm:SpecifiedSupplyChainTradeTransaction><ram:ApplicableSupplyChainTradeAgreement><ram:SellerTradeParty><ram:Name>Oak &amp; Elm</ram:Name></ram:SellerTradeParty></ram:ApplicableSupplyChainTradeAgreement>
<ram:ApplicableSupplyChainTradeSettlement><ram:SpecifiedTradeSettlementMonetarySummation><ram:GrandTotalAmount currencyID="EUR">59.50</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:ApplicableSupplyChainTradeSettlement></rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`),
  )
  expect(invoice).toMatchObject({ number: 'R-7', date: '2024-02-29', gross: 59.5, seller: { names: ['Oak & Elm'] } })
})

test('UBL, the byte order mark aside', () => {
  const invoice = readEInvoice(
    attached(`\uFEFF<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:cac" xmlns:cbc="urn:cbc"><cbc:ID>U-1</cbc:ID><cbc:IssueDate>2024-03-01</cbc:IssueDate><cbc:DueDate>2024-03-31</cbc:DueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Elm B.V.</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">21.00</cbc:TaxAmount></cac:TaxTotal><cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>121.00</cbc:TaxInclusiveAmount><cbc:PayableAmount>121.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity><cbc:LineExtensionAmount>100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Shelf</cbc:Name></cac:Item></cac:InvoiceLine></Invoice>`),
  )
  expect(invoice).toMatchObject({
    syntax: 'ubl',
    number: 'U-1',
    dueDate: '2024-03-31',
    net: 100,
    tax: 21,
    gross: 121,
    due: 121,
  })
  expect(invoice?.lines).toEqual([{ description: 'Shelf', quantity: 2, unit: 'C62', amount: 100 }])
})

test.each([
  ['entities of its own', '<!DOCTYPE x [<!ENTITY a "aaaa">]><Invoice><ID>&a;</ID></Invoice>'],
  ['too deep', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`],
  ['another document', '<Order><ID>1</ID></Order>'],
  ['no XML', 'invoice 12'],
])('%s is no e-invoice', (_, xml) => {
  expect(readEInvoice(attached(xml))).toBeUndefined()
})

const printed = (value: string | number): Field => ({
  value,
  printed: String(value),
  confidence: 1,
  page: 1,
  box: [0, 0, 1, 1],
  words: [],
  method: 'label-right',
})

test('page and XML are compared field by field, signs and blanks aside', () => {
  const stated = readEInvoice(
    attached(
      '<Invoice><ID>A 1</ID><AccountingSupplierParty><Party><PartyName><Name>Oak Joinery</Name></PartyName></Party></AccountingSupplierParty><LegalMonetaryTotal><TaxInclusiveAmount>119</TaxInclusiveAmount><PayableAmount>119</PayableAmount></LegalMonetaryTotal></Invoice>',
    ),
  )
  const fields = {
    invoice_number: printed('A1'),
    vendor_name: printed('Oak Joinery Ltd'),
    invoice_total: printed(-119),
    amount_due: printed(100),
    due_date: printed('2024-01-01'),
  }
  expect(stated && compareEInvoice(fields, stated)).toEqual([{ field: 'amount_due', printed: 100, stated: 119 }])
})
