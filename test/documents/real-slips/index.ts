import type { Generator } from '../specimen.ts'
import { letterSlips } from './letter-slips.generator.ts'
import { nr4Slips } from './nr4.generator.ts'
import { rl1Slips } from './rl1.generator.ts'
import { t3Slips } from './t3.generator.ts'
import { t4Official } from './t4-official.generator.ts'
import { t4Payroll } from './t4-payroll.generator.ts'
import { t4a } from './t4a.generator.ts'
import { t5Slips } from './t5.generator.ts'
import { t2202Slips } from './t2202.generator.ts'
import { taxForms } from './tax-form.generator.ts'
import { us1099Broker } from './us-1099-broker.generator.ts'
import { us1099Official } from './us-1099-official.generator.ts'
import { w2Official } from './w2.generator.ts'
import { w2Quarters } from './w2-quarters.generator.ts'

/** Slips and forms drawn after the real ones' own layouts, by name. */
export const REAL_SLIPS: Readonly<Record<string, Generator>> = {
  ...t4Official,
  ...t4Payroll,
  ...t4a,
  ...t5Slips,
  ...t3Slips,
  ...t2202Slips,
  ...nr4Slips,
  ...rl1Slips,
  ...w2Official,
  ...w2Quarters,
  ...us1099Official,
  ...us1099Broker,
  ...letterSlips,
  ...taxForms,
}
