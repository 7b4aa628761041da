import { type EInvoice, type EInvoiceLine, type EInvoiceParty, withoutHoles } from './einvoice.ts'
import { type Element, elements, firstDate, firstNumber, firstText, texts } from './xml.ts'

// ZUGFeRD 1 and the CII D16B of ZUGFeRD 2, Factur-X and XRechnung hold the same things under other names.
const NAMES = {
  CrossIndustryInvoice: {
    context: 'ExchangedDocumentContext',
    document: 'ExchangedDocument',
    agreement: 'ApplicableHeaderTradeAgreement',
    settlement: 'ApplicableHeaderTradeSettlement',
    summation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
    lineAgreement: 'SpecifiedLineTradeAgreement',
    lineDelivery: 'SpecifiedLineTradeDelivery',
    lineSettlement: 'SpecifiedLineTradeSettlement',
    lineSummation: 'SpecifiedTradeSettlementLineMonetarySummation',
    rate: 'RateApplicablePercent',
  },
  CrossIndustryDocument: {
    context: 'SpecifiedExchangedDocumentContext',
    document: 'HeaderExchangedDocument',
    agreement: 'ApplicableSupplyChainTradeAgreement',
    settlement: 'ApplicableSupplyChainTradeSettlement',
    summation: 'SpecifiedTradeSettlementMonetarySummation',
    lineAgreement: 'SpecifiedSupplyChainTradeAgreement',
    lineDelivery: 'SpecifiedSupplyChainTradeDelivery',
    lineSettlement: 'SpecifiedSupplyChainTradeSettlement',
    lineSummation: 'SpecifiedTradeSettlementMonetarySummation',
    rate: 'ApplicablePercent',
  },
} as const

type Names = (typeof NAMES)[keyof typeof NAMES]

/** An invoice in UN/CEFACT's Cross Industry syntax; undefined where the XML is something else. */
export function readCii(xml: Element): EInvoice | undefined {
  for (const [root, names] of Object.entries(NAMES)) {
    const invoice = elements(xml, root)[0]
    if (invoice) return invoiceOf(invoice, names)
  }
  return undefined
}

function invoiceOf(invoice: Element, names: Names): EInvoice {
  const [trade] = [
    ...elements(invoice, 'SupplyChainTradeTransaction'),
    ...elements(invoice, 'SpecifiedSupplyChainTradeTransaction'),
  ]
  const [agreement] = elements(trade, names.agreement)
  const [settlement] = elements(trade, names.settlement)
  const [sums] = elements(settlement, names.summation)
  return withoutHoles({
    syntax: 'cii' as const,
    profile: firstText(invoice, names.context, 'GuidelineSpecifiedDocumentContextParameter', 'ID') ?? '',
    number: firstText(invoice, names.document, 'ID'),
    date: firstDate(invoice, names.document, 'IssueDateTime', 'DateTimeString'),
    dueDate: firstDate(settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString'),
    seller: partyOf(elements(agreement, 'SellerTradeParty')[0]),
    buyer: partyOf(elements(agreement, 'BuyerTradeParty')[0]),
    orders: [
      ...texts(agreement, 'BuyerOrderReferencedDocument', 'IssuerAssignedID'),
      ...texts(agreement, 'BuyerOrderReferencedDocument', 'ID'),
    ],
    currency: firstText(settlement, 'InvoiceCurrencyCode'),
    ibans: texts(settlement, 'SpecifiedTradeSettlementPaymentMeans', 'PayeePartyCreditorFinancialAccount', 'IBANID'),
    paymentTerms: texts(settlement, 'SpecifiedTradePaymentTerms', 'Description'),
    lineTotal: firstNumber(sums, 'LineTotalAmount'),
    net: firstNumber(sums, 'TaxBasisTotalAmount'),
    tax: firstNumber(sums, 'TaxTotalAmount'),
    gross: firstNumber(sums, 'GrandTotalAmount'),
    prepaid: firstNumber(sums, 'TotalPrepaidAmount'),
    due: firstNumber(sums, 'DuePayableAmount'),
    lines: elements(trade, 'IncludedSupplyChainTradeLineItem').map((line) => lineOf(line, names)),
  })
}

function partyOf(party: Element | undefined): EInvoiceParty {
  return {
    names: [
      ...texts(party, 'Name'),
      ...texts(party, 'SpecifiedLegalOrganization', 'TradingBusinessName'),
      ...texts(party, 'DefinedTradeContact', 'PersonName'),
    ],
    taxIds: [...texts(party, 'SpecifiedTaxRegistration', 'ID'), ...texts(party, 'SpecifiedLegalOrganization', 'ID')],
  }
}

function lineOf(line: Element, names: Names): EInvoiceLine {
  const [delivery] = elements(line, names.lineDelivery)
  const [settlement] = elements(line, names.lineSettlement)
  return withoutHoles({
    description: firstText(line, 'SpecifiedTradeProduct', 'Name'),
    quantity: firstNumber(delivery, 'BilledQuantity'),
    unit: elements(delivery, 'BilledQuantity')[0]?.['@unitCode'] as string | undefined,
    unitPrice: firstNumber(line, names.lineAgreement, 'NetPriceProductTradePrice', 'ChargeAmount'),
    taxRate: firstNumber(settlement, 'ApplicableTradeTax', names.rate),
    amount: firstNumber(settlement, names.lineSummation, 'LineTotalAmount'),
  })
}
