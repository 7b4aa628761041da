import type { Market } from '../deps.ts'
import { readDisputes, type TriedDisputes } from '../disputes/read-disputes.ts'
import { advanceChecks } from '../verification/advance-checks.ts'
import { beginChecks } from '../verification/begin-check.ts'
import type { VerificationSettings } from '../verification/settings.ts'
import { markVerified } from '../verification/verdict-store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 10_000

/** Among strangers: looks whether hosts run the models that they name, and does what follows. */
export function startVerification(market: Market, settings: VerificationSettings | undefined) {
  if (market.trust === 'own' || !settings) return async () => undefined
  const tried: TriedDisputes = new Map()
  return everyAtOne(market, 'verification', EVERY_MS, () => verifyHosts(market, settings, EVERY_MS, tried))
}

/** One round of so many milliseconds. */
export async function verifyHosts(
  market: Market,
  settings: VerificationSettings,
  round_ms: number,
  tried: TriedDisputes = new Map(),
): Promise<void> {
  // Hosts that are trusted offer other models by and by, and others change theirs.
  await market.database.transaction(async (tx) => {
    if ((await markVerified(tx, market.clock.now())) > 0) tx.onCommit(() => market.offers.forget())
  })
  await advanceChecks(market, settings)
  await beginChecks(market, settings, round_ms)
  await readDisputes(market, settings, tried)
}
