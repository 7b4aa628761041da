import type { DocumentType } from '@mkt/schemas'
import type { Severity } from '../../model/findings.ts'
import type { Addition } from '../addition.ts'
import type { Doubt } from '../doubts.ts'

/**
 * What must close on papers of a type, as data: a figure that is stated, and what it must equal, not exceed, or stay
 * below. A way of which a figure is not printed is left out, and without any the rule is silent.
 */
export interface Closing {
  code: string
  types: readonly DocumentType[]
  must: 'equal' | 'not exceed' | 'stay below'
  /** Ways in which such papers add it up; one that holds is enough. Its flag says the first that can be told. */
  ways: readonly Addition[]
  /** Only the first way is usual: another one counts where it closes, and says nothing where it does not. */
  usual?: true
  /** Dollars that rounding may take or give; more for each row of a column that is summed. */
  tolerance: number
  perRow?: number
  /**
   * What may explain a difference: amounts beside the sum that were not read (a charge, a discount, a prepayment);
   * where rows are summed, any amount of the pages, or one in their columns and next to them.
   */
  explained: boolean | 'by any amount' | 'beside rows'
  /** Of what the parts come to, the share from which on a difference that reading explains is told as a note. */
  noted?: number
  /** Its figures may stand on different pages: there is but one of each. */
  acrossPages?: true
  /** Only where the paper prints none of these. */
  without?: readonly string[]
  /** A reason, by name, for which such papers rightly differ. */
  unless?: 'tax is held in the total' | 'lines already hold the tax' | 'an account is brought forward'
  /** Doubts of the rows that make it silent. */
  silent?: readonly Doubt[]
  /** What makes it proof whatever doubts there are; the first that holds sets its severity. */
  surer?: readonly (readonly [Doubt, Severity])[]
  /** Doubts of the rows that make it no proof; the first that holds sets its severity. */
  weaker?: readonly (readonly [Doubt, Severity])[]
  severity: Severity
  /** Proof in itself when its figures are sure. */
  clear: boolean
  /** What the flag says: {stated}, {sum}, the number of {rows} and fields by name are put in. */
  wording: string
  /** Law or practice that ties the figures. */
  source?: string
}
