import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { OneTimePurpose } from '../../storage/credential-tables.ts'
import type { Database } from '../../storage/database.ts'
import { hashSecret } from '../secrets.ts'
import { insertOneTime, standingOneTime, takeOneTime } from './one-time-store.ts'

/** Time for a person to find their key and give their finger. */
export const ONE_TIME_MS = 5 * 60_000

/** The form of a code that a passkey gave, so that none is taken for a recovery code. */
export const PASSKEY_CODE = 'mkt_p_'

const PREFIX: Record<OneTimePurpose, string> = {
  'passkey-creation': '',
  'passkey-request': '',
  'passkey-code': PASSKEY_CODE,
}

/** Makes a secret of 256 bits, of which the database keeps the hash, so that any server of the market knows it. */
export async function makeOneTime(
  { database, clock, ids }: { database: Database; clock: Clock; ids: Ids },
  purpose: OneTimePurpose,
  user_id: string | null,
): Promise<{ secret: string; expires_at: number }> {
  const secret = ids.secret(PREFIX[purpose])
  const expires_at = clock.now() + ONE_TIME_MS
  await database.transaction((tx) =>
    insertOneTime(tx, { secret_hash: hashSecret(secret), purpose, user_id, expires_at }),
  )
  return { secret, expires_at }
}

/** Uses a secret up; false where it is not known, used, over, for something else or another's. */
export async function useOneTime(
  { database, clock }: { database: Database; clock: Clock },
  secret: string,
  purpose: OneTimePurpose,
  user_id: string | null,
): Promise<boolean> {
  const secret_hash = hashSecret(secret)
  // Read first: what strangers make up costs no write.
  const found = await standingOneTime(database, secret_hash, purpose, clock.now())
  if (!found || found.user_id !== user_id) return false
  return await database.transaction((tx) => takeOneTime(tx, secret_hash))
}
