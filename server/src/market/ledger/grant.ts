import { formatCredits, MAX_NANO } from '@mkt/schemas'
import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Database, Tx } from '../../storage/database.ts'
import { issue, userAccount } from './postings.ts'
import { balanceOf, post } from './store.ts'

/** Issues credits to a user, in nano-credits. Error: invalid_request where the balance would exceed the bound. */
export async function grant(
  { database, clock, ids }: { database: Database; clock: Clock; ids: Ids },
  userId: string,
  amount: bigint,
  reason: string,
): Promise<{ transaction_id: string; balance: bigint }> {
  return await database.transaction((tx) => grantIn(tx, { clock, ids }, userId, amount, reason))
}

/** The same in a transaction of the caller's. */
export async function grantIn(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  userId: string,
  amount: bigint,
  reason: string,
): Promise<{ transaction_id: string; balance: bigint }> {
  const transaction_id = ids.next('ltx')
  await post(tx, issue(userId, amount, reason), transaction_id, clock.now())
  const balance = await balanceOf(tx, userAccount(userId))
  if (balance <= MAX_NANO) return { transaction_id, balance }
  throw new DomainError(
    'invalid_request',
    `A balance can be at most ${formatCredits(MAX_NANO)} credits; this would make it ${formatCredits(balance)}.`,
  )
}
