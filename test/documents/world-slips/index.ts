import type { Generator } from '../specimen.ts'
import { canadianSlips } from './canadian-slips.generator.ts'
import { otherSecond } from './other-second.generator.ts'
import { t4Agency } from './t4-agency.generator.ts'
import { t4Second } from './t4-second.generator.ts'
import { t4Software } from './t4-software.generator.ts'
import { t2202 } from './t2202.generator.ts'
import { taxPapers } from './tax-paper.generator.ts'
import { us1099 } from './us-1099.generator.ts'
import { w2 } from './w2.generator.ts'

/** Slips drawn by someone who had read none of the rules that read them, by name. */
export const WORLD_SLIPS: Readonly<Record<string, Generator>> = {
  ...t4Agency,
  ...t4Software,
  ...canadianSlips,
  ...t2202,
  ...w2,
  ...us1099,
  ...taxPapers,
}

/** A second lot, drawn after the first had been put right and again without a look at the rules. */
export const MORE_WORLD_SLIPS: Readonly<Record<string, Generator>> = { ...t4Second, ...otherSecond }
