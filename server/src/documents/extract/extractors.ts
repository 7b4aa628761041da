import type { DocumentType } from '@mkt/schemas'
import type { Extractor } from './extractor.ts'
import { extractInvoice } from './invoice/extract-invoice.ts'
import { extractLetter } from './letter/extract-letter.ts'
import { PAPER_EXTRACTORS } from './papers/extract-paper.ts'
import { extractPayStub } from './pay-stub/extract-pay-stub.ts'
import { extractReceipt } from './receipt/extract-receipt.ts'
import { extractStatement } from './statement/extract-statement.ts'
import { TAX_EXTRACTORS } from './tax/tax-extractors.ts'
import { extractTaxForm } from './tax-form/extract-tax-form.ts'
import { extractUnknown } from './unknown.ts'

/** Who reads which type. */
export const EXTRACTORS: Partial<Record<DocumentType, Extractor>> = {
  ...TAX_EXTRACTORS,
  TAX_FORM: extractTaxForm,
  INVOICE: extractInvoice,
  RECEIPT: extractReceipt,
  INCOME_LETTER: extractLetter,
  PAY_STUB: extractPayStub,
  BANK_STATEMENT: extractStatement,
  CREDIT_CARD_STATEMENT: extractStatement,
  ...PAPER_EXTRACTORS,
  UNKNOWN: extractUnknown,
}
