import type { Clock } from '../../base/clock.ts'
import { InvariantError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Tx } from '../../storage/database.ts'
import { type Credits, hostAccount, KINDS, type Stage, sumOf } from '../ledger/accounts.ts'
import { freeze, type Posting } from '../ledger/postings.ts'
import { holdBalances, post } from '../ledger/store.ts'
import { EVER } from './hold.ts'
import { removePending } from './pending-store.ts'

export interface EarningsDeps {
  clock: Clock
  ids: Ids
}

/** Freezes all that a host could take out, now or later; once more changes nothing. */
export async function freezeEarnings(tx: Tx, deps: EarningsDeps, hostId: string, reason: string): Promise<void> {
  const held = await holdEarnings(tx, hostId, ['available', 'pending'])
  if (sumOf(held.available) + sumOf(held.pending) === 0n) return
  await mustPost(tx, deps, freeze(hostId, held, reason))
  await removePending(tx, hostId, EVER)
}

/** What a host has in some stages, which nobody changes until the transaction ends. */
export async function holdEarnings<S extends Stage>(
  tx: Tx,
  hostId: string,
  stages: readonly S[],
): Promise<Record<S, Credits>> {
  const accounts = stages.flatMap((stage) => KINDS.map((kind) => hostAccount(hostId, kind, stage)))
  const held = await holdBalances(tx, accounts)
  const of = (stage: Stage): Credits => ({
    paid: held.get(hostAccount(hostId, 'paid', stage)) ?? 0n,
    promo: held.get(hostAccount(hostId, 'promo', stage)) ?? 0n,
  })
  return Object.fromEntries(stages.map((stage) => [stage, of(stage)])) as Record<S, Credits>
}

/** Posts what was held before: nothing can be short. */
export async function mustPost(tx: Tx, { clock, ids }: EarningsDeps, posting: Posting): Promise<string> {
  const id = ids.next('ltx')
  const refusal = await post(tx, posting, id, clock.now())
  if (refusal) throw new InvariantError(`${posting.kind} would take ${refusal.short} below zero`)
  return id
}
