import { forgetCodes } from '../../accounts/mail/code-store.ts'
import { forgetOneTimes } from '../../accounts/passkeys/one-time-store.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { removeKeysBefore } from '../idempotency/store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 600_000

/** Forgets idempotency keys, and codes that were mailed, that are over for a day; and challenges that are over. */
export function startForgetKeys(market: Market) {
  return everyAtOne(market, 'forget-keys', EVERY_MS, async () => {
    await market.database.transaction(async (tx) => {
      await removeKeysBefore(tx, market.clock.now() - TIMES.idempotency_ms)
      await forgetCodes(tx, market.clock.now() - TIMES.idempotency_ms)
      await forgetOneTimes(tx, market.clock.now())
    })
  })
}
