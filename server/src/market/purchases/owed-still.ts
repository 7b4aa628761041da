import { creditsGone } from './gone.ts'
import type { PurchaseRow } from './purchase-store.ts'

/**
 * What is owed of a purchase once a refund has failed or a dispute was won, as the row then says: what is here again is
 * owed no more, and anything else is, so that nobody has a cent's refund fail, or disputes what was refunded, to be rid
 * of a debt. Pure.
 */
export function owedStill(row: PurchaseRow): bigint {
  const due = creditsGone(row) - row.taken_back_nano
  return due < 0n ? 0n : due < row.owed_nano ? due : row.owed_nano
}
