import {
  endCallsOfRevoked,
  endCallsOfUsersOut,
  SHUT_OUT_EVERY_MS,
  SHUT_OUT_LOOK_BACK_MS,
} from '../../accounts/shut-out-watch.ts'
import { usersOutSince } from '../../accounts/user-store.ts'
import { every } from '../../base/loop.ts'
import { cancelQueuedOf } from '../attempts/cancel-queued.ts'
import { loseAttempt } from '../attempts/lose.ts'
import type { Market } from '../deps.ts'
import { freezeEarnings } from '../earnings/freeze.ts'
import { hostsOutSince } from '../hosts/shut-out-store.ts'
import type { AttemptLoss } from '../jobs/machine.ts'

/** The host can do nothing about it, nor can its job. */
const HOST_OUT: AttemptLoss = { code: 'host_lost', retryable: true, unharmed: true }

/** Ends what users and hosts have under way here that were shut out, on whichever server or by whichever command. */
export function startShutOutWatch(market: Market) {
  let since = 0
  return every(market.clock, market.log, 'shut-out-watch', SHUT_OUT_EVERY_MS, async () => {
    // A thief's token ends its calls also while a host's attempt cannot be ended; what failed is tried again.
    const failed = (await Promise.allSettled([watchShutOut(market, since), endCallsOfRevoked(market)])).find(
      ({ status }) => status === 'rejected',
    )
    if (failed) throw (failed as PromiseRejectedResult).reason
    since = market.clock.now() - SHUT_OUT_LOOK_BACK_MS
  })
}

/** The same at once, for those who were shut out at this moment (wall ms) or later. May be repeated. */
export async function watchShutOut(market: Market, since = market.clock.now() - SHUT_OUT_LOOK_BACK_MS): Promise<void> {
  await endCallsOfUsersOut(market, since)
  await endAtHostsOut(market, since)
  // Last, since it may be thousands: who is shut out for what they have run must not have it run on. What a host is at
  // work on it brings to its end and is paid for.
  for (const { user_id } of await usersOutSince(market.database, since)) await cancelQueuedOf(market, user_id)
}

async function endAtHostsOut(market: Market, since: number): Promise<void> {
  const hosts = await hostsOutSince(market.database, since)
  if (hosts.length === 0) return
  for (const { host_id } of hosts) {
    market.openCalls.end(host_id)
    market.waiting.refresh(host_id)
  }
  market.offers.forget()
  const out = new Set(hosts.map(({ host_id }) => host_id))
  const lost = (await market.streams.all()).filter(({ host_id }) => out.has(host_id))
  await Promise.all(lost.map((stream) => loseAttempt(market, stream, HOST_OUT)))
  // What came in between the freeze and the end of its attempts.
  for (const { host_id } of hosts.filter(({ earned }) => earned === 1))
    await market.database.transaction((tx) => freezeEarnings(tx, market, host_id, 'the host was shut out'))
}
