import type { DocumentType } from '@mkt/schemas'
import type { Extractor } from '../extractor.ts'
import { exemptions } from './exemptions.ts'
import { DIV, INT, MISC, NEC, R } from './forms/form-1099.ts'
import { NR4 } from './forms/nr4.ts'
import { RL1 } from './forms/rl1.ts'
import { T3 } from './forms/t3.ts'
import { T4 } from './forms/t4.ts'
import { T4A } from './forms/t4a.ts'
import { T5 } from './forms/t5.ts'
import { T2202 } from './forms/t2202.ts'
import { W2 } from './forms/w2.ts'
import { codedFees, otherInformation } from './other-information.ts'
import { slipExtractor } from './slip-extractor.ts'
import { tuitionTotals } from './tuition-totals.ts'
import { firmAtHead, nameAtHead, unlabelledParties } from './unlabelled-parties.ts'
import { box12, w2Addresses } from './w2-extras.ts'

/** The extractors of the tax slips. */
export const TAX_EXTRACTORS: Partial<Record<DocumentType, Extractor>> = {
  T4_TAX_SLIP: slipExtractor(T4, 'employee_name', {
    fields: (reading) => ({ ...exemptions(reading), ...firmAtHead('employer_name')(reading) }),
    tables: otherInformation,
  }),
  T4A_TAX_SLIP: slipExtractor(T4A, 'recipient_name', { fields: codedFees }),
  T5_TAX_SLIP: slipExtractor(T5, 'recipient_name', { fields: firmAtHead('payer_name') }),
  T3_TAX_SLIP: slipExtractor(T3, 'recipient_name', { fields: nameAtHead('trust_name') }),
  T2202_TAX_SLIP: slipExtractor(T2202, 'student_name', { fields: tuitionTotals }),
  NR4_TAX_SLIP: slipExtractor(NR4, 'recipient_name', { fields: firmAtHead('payer_name') }),
  RL1_TAX_SLIP: slipExtractor(RL1, 'employee_name', { fields: firmAtHead('employer_name') }),
  W2_TAX_SLIP: slipExtractor(W2, 'employee_name', { fields: w2Addresses, tables: box12 }),
  '1099_NEC_TAX_SLIP': slipExtractor(NEC, 'recipient_name', { fields: unlabelledParties }),
  '1099_MISC_TAX_SLIP': slipExtractor(MISC, 'recipient_name', { fields: unlabelledParties }),
  '1099_INT_TAX_SLIP': slipExtractor(INT, 'recipient_name', { fields: unlabelledParties }),
  '1099_DIV_TAX_SLIP': slipExtractor(DIV, 'recipient_name', { fields: unlabelledParties }),
  '1099_R_TAX_SLIP': slipExtractor(R, 'recipient_name', { fields: unlabelledParties }),
}
