import { type EInvoice, type EInvoiceLine, type EInvoiceParty, withoutHoles } from './einvoice.ts'
import { type Element, elements, firstDate, firstNumber, firstText, texts } from './xml.ts'

/** An invoice or credit note in OASIS UBL 2; undefined where the XML is something else. */
export function readUbl(xml: Element): EInvoice | undefined {
  const [invoice] = [...elements(xml, 'Invoice'), ...elements(xml, 'CreditNote')]
  const [sums] = elements(invoice, 'LegalMonetaryTotal')
  if (!invoice || !sums) return undefined
  return withoutHoles({
    syntax: 'ubl' as const,
    profile: firstText(invoice, 'CustomizationID') ?? '',
    number: firstText(invoice, 'ID'),
    date: firstDate(invoice, 'IssueDate'),
    dueDate: firstDate(invoice, 'DueDate') ?? firstDate(invoice, 'PaymentMeans', 'PaymentDueDate'),
    seller: partyOf(elements(invoice, 'AccountingSupplierParty', 'Party')[0]),
    buyer: partyOf(elements(invoice, 'AccountingCustomerParty', 'Party')[0]),
    orders: texts(invoice, 'OrderReference', 'ID'),
    currency: firstText(invoice, 'DocumentCurrencyCode'),
    ibans: texts(invoice, 'PaymentMeans', 'PayeeFinancialAccount', 'ID'),
    paymentTerms: texts(invoice, 'PaymentTerms', 'Note'),
    lineTotal: firstNumber(sums, 'LineExtensionAmount'),
    net: firstNumber(sums, 'TaxExclusiveAmount'),
    tax: firstNumber(invoice, 'TaxTotal', 'TaxAmount'),
    gross: firstNumber(sums, 'TaxInclusiveAmount'),
    prepaid: firstNumber(sums, 'PrepaidAmount'),
    due: firstNumber(sums, 'PayableAmount'),
    lines: [...elements(invoice, 'InvoiceLine'), ...elements(invoice, 'CreditNoteLine')].map(lineOf),
  })
}

function partyOf(party: Element | undefined): EInvoiceParty {
  return {
    names: [...texts(party, 'PartyLegalEntity', 'RegistrationName'), ...texts(party, 'PartyName', 'Name')],
    taxIds: [...texts(party, 'PartyTaxScheme', 'CompanyID'), ...texts(party, 'PartyLegalEntity', 'CompanyID')],
  }
}

function lineOf(line: Element): EInvoiceLine {
  const [quantity] = [...elements(line, 'InvoicedQuantity'), ...elements(line, 'CreditedQuantity')]
  return withoutHoles({
    description: firstText(line, 'Item', 'Name'),
    quantity: firstNumber(line, 'InvoicedQuantity') ?? firstNumber(line, 'CreditedQuantity'),
    unit: quantity?.['@unitCode'] as string | undefined,
    unitPrice: firstNumber(line, 'Price', 'PriceAmount'),
    taxRate: firstNumber(line, 'Item', 'ClassifiedTaxCategory', 'Percent'),
    amount: firstNumber(line, 'LineExtensionAmount'),
  })
}
