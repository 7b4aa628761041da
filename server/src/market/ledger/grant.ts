import { formatCredits, MAX_NANO } from '@mkt/schemas'
import type { Clock } from '../../base/clock.ts'
import { DomainError, InvariantError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Database, Tx } from '../../storage/database.ts'
import { type Kind, sumOf } from './accounts.ts'
import { issue } from './postings.ts'
import { post, reservedOf, spendableOf } from './store.ts'

/** Issues credits to a user, in nano-credits, paid ones where no other kind is said. Error: invalid_request where the balance would exceed the bound. */
export async function grant(
  { database, clock, ids }: { database: Database; clock: Clock; ids: Ids },
  userId: string,
  amount: bigint,
  reason: string,
  kind: Kind = 'paid',
): Promise<{ transaction_id: string; balance: bigint }> {
  return await database.transaction((tx) => grantIn(tx, { clock, ids }, userId, amount, reason, kind))
}

/** The same in a transaction of the caller's. */
export async function grantIn(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  userId: string,
  amount: bigint,
  reason: string,
  kind: Kind = 'paid',
): Promise<{ transaction_id: string; balance: bigint }> {
  const transaction_id = ids.next('ltx')
  const refusal = await post(tx, issue(userId, amount, reason, kind), transaction_id, clock.now())
  if (refusal) throw new InvariantError(`a grant of ${amount} would take ${refusal.short} below zero`)
  const balance = sumOf(await spendableOf(tx, userId))
  // What open jobs have reserved comes back to the balance, all of it where they are free in the end.
  const most = balance + sumOf(await reservedOf(tx, userId))
  if (most <= MAX_NANO) return { transaction_id, balance }
  throw new DomainError(
    'invalid_request',
    `A balance can be at most ${formatCredits(MAX_NANO)} credits; this would make it ${formatCredits(most)}.`,
  )
}
