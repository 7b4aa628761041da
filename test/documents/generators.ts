import { canadian } from './canada.generator.ts'
import { generateEInvoice, generateInvoice } from './invoice.generator.ts'
import { incomeLetter } from './letter.generator.ts'
import { otherPaper } from './other.generator.ts'
import { payStub } from './pay-stub.generator.ts'
import { REAL_PAPERS } from './real-papers/index.ts'
import { generateReceipt } from './receipt.generator.ts'
import type { Generator } from './specimen.ts'
import { bankStatement } from './statement.generator.ts'
import { creditCardStatement } from './statement-card.generator.ts'
import { blankT4, t4 } from './t4.generator.ts'
import { taxForm } from './tax-form.generator.ts'
import { us1099 } from './us-1099.generator.ts'
import { w2 } from './w2.generator.ts'

/** Every kind of document that this project makes, by name. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  t4,
  'blank-t4': blankT4,
  'other-canadian': canadian,
  w2,
  '1099': us1099,
  'tax-form': taxForm,
  'bank-statement': bankStatement,
  'card-statement': creditCardStatement,
  invoice: generateInvoice,
  'e-invoice': generateEInvoice,
  receipt: generateReceipt,
  'pay-stub': payStub,
  'income-letter': incomeLetter,
  other: otherPaper,
  ...REAL_PAPERS,
}
