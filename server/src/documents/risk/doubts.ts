import type { Open } from './addition.ts'
import type { Facts } from './facts.ts'
import { LINE_DOUBTS } from './line-doubts.ts'
import { PAY_DOUBTS } from './pay-doubts.ts'
import { STATEMENT_DOUBTS } from './statement-doubts.ts'

/** Why rows of a paper, or its totals, may say less than they seem to: what lacks, and whether it holds. */
export const DOUBTS = { ...STATEMENT_DOUBTS, ...LINE_DOUBTS, ...PAY_DOUBTS } satisfies Record<
  string,
  (facts: Facts, open: Open) => boolean
>

export type Doubt = keyof typeof DOUBTS
