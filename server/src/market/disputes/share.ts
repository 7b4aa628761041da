import type { DisputeSharesTable } from '../../storage/ledger-tables.ts'
import type { PartRow } from '../attempts/parts-store.ts'
import type { JobRow } from '../jobs/store.ts'
import type { Kind } from '../ledger/accounts.ts'
import { type Charge, sharesByKind, splitGross } from '../ledger/postings.ts'

/** What one host had of a job: the gross charge and, of it, the host's share; of either how much was promotional. */
export type HostShare = Omit<DisputeSharesTable, 'job_id'>

/**
 * What each host had of a job that was charged, in the order of the text, the last one last. A text that several hosts
 * wrote is disputed whole: whoever wrote nonsense and left it to another to end is not spared. Pure.
 */
export function hostShares(job: JobRow, parts: readonly PartRow[]): HostShare[] {
  const paid = parts.filter((part) => part.charged_nano > 0n)
  if (paid.length === 0) return [shareOf(job.host_id as string, job.charged_nano, job.reserved_promo_nano)]
  const shares = new Map<string, HostShare>()
  for (const { host_id, charged_nano, charged_promo_nano } of paid) {
    const before = shares.get(host_id)
    const share = shareOf(host_id, charged_nano, charged_promo_nano)
    shares.delete(host_id)
    shares.set(host_id, before ? plus(before, share) : share)
  }
  return [...shares.values()]
}

function shareOf(host_id: string, charged_nano: bigint, promo: bigint): HostShare {
  const { paid, promo: free } = sharesByKind(promo, splitGross(charged_nano))
  return { host_id, charged_nano, promo_charged_nano: free.gross, paid_nano: paid.host, promo_nano: free.host }
}

const plus = (one: HostShare, other: HostShare): HostShare => ({
  host_id: one.host_id,
  charged_nano: one.charged_nano + other.charged_nano,
  promo_charged_nano: one.promo_charged_nano + other.promo_charged_nano,
  paid_nano: one.paid_nano + other.paid_nano,
  promo_nano: one.promo_nano + other.promo_nano,
})

/** The same as the ledger has it: each part was rounded by itself, so the fee is what is left. Pure. */
export function chargesOf({
  charged_nano,
  promo_charged_nano,
  paid_nano,
  promo_nano,
}: HostShare): Record<Kind, Charge> {
  const charge = (gross: bigint, host: bigint): Charge => ({ gross, host, fee: gross - host })
  return { paid: charge(charged_nano - promo_charged_nano, paid_nano), promo: charge(promo_charged_nano, promo_nano) }
}

/** By their ids, so that two who move the same hosts' earnings hold them in one order. Pure. */
export const inOrder = <T extends { host_id: string }>(shares: readonly T[]): T[] =>
  shares.toSorted((a, b) => (a.host_id < b.host_id ? -1 : 1))
