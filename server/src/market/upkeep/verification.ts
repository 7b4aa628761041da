import type { Clock } from '../../base/clock.ts'
import type { Market } from '../deps.ts'
import { readDisputes, type TriedDisputes } from '../disputes/read-disputes.ts'
import { advanceChecks } from '../verification/advance-checks.ts'
import { beginChecks } from '../verification/begin-check.ts'
import type { VerificationSettings } from '../verification/settings.ts'
import type { Spread } from '../verification/spread-checks.ts'
import { markVerified } from '../verification/verdict-store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 10_000
/** Whoever begins to lead does not make up for what came before. */
const MOST_MS = 3 * EVERY_MS

/** Among strangers: looks whether hosts run the models that they name, and does what follows. */
export function startVerification(market: Market, settings: VerificationSettings | undefined) {
  if (market.trust === 'own' || !settings) return async () => undefined
  const { clock } = market
  const tried: TriedDisputes = new Map()
  const { wait, stop: wake } = stoppable(clock)
  const spread = { within_ms: EVERY_MS, wait }
  let last = clock.monotonic()
  const end = everyAtOne(market, 'verification', EVERY_MS, () => {
    const began = clock.monotonic()
    const round_ms = Math.min(MOST_MS, began - last)
    last = began
    return verifyHosts(market, settings, round_ms, { tried, spread })
  })
  return async () => {
    wake()
    await end()
  }
}

/** Waits that all end at once, and with false, when it is stopped. */
function stoppable(clock: Clock) {
  let ended = false
  let cut: () => void = () => undefined
  const wait = (ms: number) =>
    new Promise<boolean>((resolve) => {
      if (ended) return resolve(false)
      const cancel = clock.timer(ms, () => resolve(true))
      cut = () => {
        cancel()
        resolve(false)
      }
    })
  const stop = () => {
    ended = true
    cut()
  }
  return { wait, stop }
}

/** One round of so many milliseconds. */
export async function verifyHosts(
  market: Market,
  settings: VerificationSettings,
  round_ms: number,
  { tried = new Map(), spread }: { tried?: TriedDisputes; spread?: Spread } = {},
): Promise<void> {
  // Hosts that are trusted offer other models by and by, and others change theirs.
  await market.database.transaction(async (tx) => {
    if ((await markVerified(tx, market.clock.now())) > 0) tx.onCommit(() => market.offers.forget())
  })
  await advanceChecks(market, settings)
  await beginChecks(market, settings, round_ms, spread)
  await readDisputes(market, settings, tried)
}
