import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../storage/database.ts'
import { noteUse } from './credential-store.ts'

/** A use is noted that seldom: a busy token costs a transaction in ten minutes and not one a request. */
const NOTED_MS = 600_000
/** Of so many credentials it is remembered that this process has just tried; beyond it they are forgotten at once. */
const MOST_TRIED = 10_000

/**
 * Keeps when a token or key was used last, to ten minutes: its owner sees by it whether somebody else uses it, and
 * which ones nobody needs. Of requests that come at once one notes it, and only that one waits.
 */
export function credentialUse({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const tried = new Map<string, number>()
  const isTried = (id: string, now: number) => now - (tried.get(id) ?? Number.NEGATIVE_INFINITY) < NOTED_MS
  return async ({ credential_id, last_used_at }: { credential_id: string; last_used_at: number | null }) => {
    const now = clock.now()
    if ((last_used_at !== null && now - last_used_at < NOTED_MS) || isTried(credential_id, now)) return
    if (tried.size >= MOST_TRIED) tried.clear()
    tried.set(credential_id, now)
    await database
      .transaction((tx) => noteUse(tx, credential_id, now))
      // What can be read must not wait for a disk that is full.
      .catch((error) => log.warn({ err: error }, 'the use of a token or key could not be noted'))
  }
}
