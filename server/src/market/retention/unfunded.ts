import { NANO_PER_CREDIT } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { sumOf } from '../ledger/accounts.ts'
import { reservedOf, spendableOf } from '../ledger/store.ts'
import { bytesKeptOf, spentBy } from './unfunded-store.ts'

/**
 * Signing up costs nothing, so with strangers an account that never had a credit to its name stores little, and all of
 * those together not much more in an hour: else a few hundred of them fill the disk. Whoever has a credit, or has spent
 * one, is not asked.
 */
const FUNDED_NANO = NANO_PER_CREDIT
/** A job that sets aside as much is paid for: nobody looks further. */
const PAID_NANO = NANO_PER_CREDIT / 1000n
const [HOUR_S, RETRY_AFTER_S, KIB] = [3600, 600, 1024]

type Bounded = Pick<Market, 'database' | 'limits' | 'trust' | 'rates'>

/** Whether an account, with what it wants to store for so much, is bounded so. */
export async function isUnfunded({ database, trust }: Bounded, user_id: string, pays_nano = 0n): Promise<boolean> {
  if (trust === 'own' || pays_nano >= PAID_NANO) return false
  const [spendable, reserved] = [await spendableOf(database, user_id), await reservedOf(database, user_id)]
  if (sumOf(spendable) + sumOf(reserved) >= FUNDED_NANO) return false
  return (await spentBy(database, user_id)) < FUNDED_NANO
}

/** Counts what such an account is about to store for all of them. Error: rate_limited. */
export async function demandRoomForAll({ rates, limits }: Bounded, bytes: number): Promise<void> {
  const points = Math.ceil(limits.unfunded_bytes_per_hour / KIB)
  const limit = rates.window('stored without credits', { points, seconds: HOUR_S })
  const over = await limit.consume('all', Math.ceil(bytes / KIB) + 1)
  if (!over) return
  const message = 'Accounts without credits, yours among them, have stored all that they may in this hour'
  const retryAfterS = Math.max(1, Math.min(RETRY_AFTER_S, Math.ceil(over.ms_left / 1000)))
  throw new DomainError('rate_limited', `${message}; ${HOW}, or try again later.`, { retryAfterS })
}

/** Bytes that such an account may store yet, below zero where there is too much already. */
export const roomOf = async (reader: Reader, { limits }: Bounded, user_id: string): Promise<number> =>
  limits.unfunded_bytes - (await bytesKeptOf(reader, user_id))

/** Where it is over its bound with what was counted, and `adding`. Error: too_many_queued. */
export async function demandRoom(reader: Reader, market: Bounded, user_id: string, adding = 0): Promise<void> {
  if ((await roomOf(reader, market, user_id)) < adding) throw noRoom(market)
}

/** Both, for what is not stored yet. Errors: too_many_queued, rate_limited. */
export async function demandRoomFor(market: Bounded, user_id: string, bytes: number): Promise<void> {
  if (!(await isUnfunded(market, user_id))) return
  await demandRoom(market.database, market, user_id, bytes)
  await demandRoomForAll(market, bytes)
}

const HOW = 'get a credit for more'

export function noRoom({ limits }: Bounded): DomainError {
  const mib = limits.unfunded_bytes / 1_048_576
  const most = `may have ${mib} MiB stored, prompts, texts, files and batches together`
  const message = `An account that has no credit and has spent none ${most}; ${HOW}, or delete files and batches.`
  return new DomainError('too_many_queued', message, { retryAfterS: RETRY_AFTER_S })
}
