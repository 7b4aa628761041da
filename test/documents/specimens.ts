import { canadian } from './canada.generator.ts'
import { otherPaper } from './other.generator.ts'
import { payStub } from './pay-stub.generator.ts'
import type { Generator } from './specimen.ts'
import { bankStatement } from './statement.generator.ts'
import { creditCardStatement } from './statement-card.generator.ts'
import { t4 } from './t4.generator.ts'
import { taxForm } from './tax-form.generator.ts'
import { us1099 } from './us-1099.generator.ts'
import { w2 } from './w2.generator.ts'

/** Every kind of document that is generated, clean and with a text layer. */
export const SPECIMENS: Readonly<Record<string, Generator>> = {
  t4,
  canadian,
  w2,
  us1099,
  taxForm,
  bankStatement,
  creditCardStatement,
  payStub,
  otherPaper,
}
