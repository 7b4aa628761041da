import type { Tx } from '../../storage/database.ts'
import { levelOf, type PaidJob } from './proof.ts'
import { addProof } from './proof-store.ts'
import { addSale } from './sales-store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Counts a job that its buyer paid for its host, in the transaction of its end, and into the market's price. False
 * where the buyer owns the host: that shows nothing.
 */
export async function recordPaidJob(tx: Tx, job: PaidJob): Promise<boolean> {
  const { finished_at, host_id, model, price_nano, paid_nano, promo_nano } = job
  const place = { day: Math.floor(finished_at / DAY_MS), level: levelOf(price_nano) }
  const counted = await addProof(tx, { ...job, ...place })
  if (counted === 0) return false
  await addSale(tx, { model, host_id, price_nano, paid_nano, promo_nano, hour: Math.floor(finished_at / HOUR_MS) })
  return true
}
