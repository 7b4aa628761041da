import type { DocumentType } from '@mkt/schemas'
import type { Severity } from '../../model/findings.ts'
import type { Addition } from '../addition.ts'

/**
 * What must close on papers of a type, as data: a figure that is stated, and what it must equal, not exceed, or stay
 * below. A way of which a figure is not printed is left out, and without any the rule is silent.
 */
export interface Closing {
  code: string
  types: readonly DocumentType[]
  must: 'equal' | 'not exceed' | 'stay below'
  /** Ways in which such papers add it up; one that holds is enough. The first that can be told is what its flag says. */
  ways: readonly Addition[]
  /** Dollars that rounding may take or give; more for each row of a column that is summed. */
  tolerance: number
  perRow?: number
  /** Whether amounts beside the sum that were not read (a charge, a discount, a prepayment) may explain a difference. */
  explained: boolean
  /** Only where the paper prints none of these. */
  without?: readonly string[]
  /** A reason, by name, for which such papers rightly differ. */
  unless?: 'tax is held in the total' | 'lines already hold the tax'
  severity: Severity
  /** Proof in itself when its figures are sure. */
  clear: boolean
  /** What the flag says: {stated} and {sum} are put in. */
  wording: string
  /** Law or practice that ties the figures. */
  source?: string
}
