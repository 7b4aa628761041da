import type { Tx } from '../../storage/database.ts'
import { levelOf, type PaidJob } from './proof.ts'
import { addProof, removeProof } from './proof-store.ts'
import { addSale, removeSale } from './sales-store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Counts a job that its buyer paid for its host, in the transaction of its end, and into the market's price. False
 * where the buyer owns the host: that shows nothing.
 */
export async function recordPaidJob(tx: Tx, job: PaidJob): Promise<boolean> {
  const { finished_at, host_id, model, user_id, price_nano, paid_nano, promo_nano } = job
  const place = { day: Math.floor(finished_at / DAY_MS), level: levelOf(price_nano) }
  const counted = await addProof(tx, { ...job, ...place })
  if (counted === 0) return false
  const hour = Math.floor(finished_at / HOUR_MS)
  await addSale(tx, { model, host_id, user_id, price_nano, paid_nano, promo_nano, hour })
  return true
}

/**
 * Takes a job out again that was refunded: it was paid by nobody. Else sybils had their fee back by disputing each
 * other's jobs, and proof and the market's price were theirs for nothing. How long it was stays.
 */
export async function unrecordPaidJob(tx: Tx, job: Omit<PaidJob, 'tokens' | 'user_id'>): Promise<void> {
  const { finished_at, host_id, model, price_nano, paid_nano, promo_nano } = job
  const day = Math.floor(finished_at / DAY_MS)
  await removeProof(tx, { host_id, model, day, level: levelOf(price_nano), paid_nano })
  const hour = Math.floor(finished_at / HOUR_MS)
  await removeSale(tx, { model, host_id, price_nano, paid_nano, promo_nano, hour })
}
