import {
  endCallsOfRevoked,
  endCallsOfUsersOut,
  SHUT_OUT_EVERY_MS,
  SHUT_OUT_LOOK_BACK_MS,
} from '../../accounts/shut-out-watch.ts'
import { allApart, eachApart } from '../../base/each-apart.ts'
import { every } from '../../base/loop.ts'
import { loseAttempt } from '../attempts/lose.ts'
import type { Market } from '../deps.ts'
import { freezeEarnings } from '../earnings/freeze.ts'
import { hostsOutSince } from '../hosts/shut-out-store.ts'
import type { AttemptLoss } from '../jobs/machine.ts'
import { startQueuesOfUsersOut } from './queues-of-users-out.ts'

/** The host can do nothing about it, nor can its job. */
const HOST_OUT: AttemptLoss = { code: 'host_lost', retryable: true, unharmed: true }

/** What ends with who is shut out: calls and attempts here, and what they have queued, in a loop of its own. */
export function startShutOutWatches(market: Market): () => Promise<void> {
  const stops = [startShutOutWatch(market), startQueuesOfUsersOut(market)]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Ends what users and hosts have under way here that were shut out, on whichever server or by whichever command. */
export function startShutOutWatch(market: Market) {
  let since = 0
  return every(market.clock, market.log, 'shut-out-watch', SHUT_OUT_EVERY_MS, async () => {
    // However long the round takes: who is shut out during it may have come too late for it.
    const next = market.clock.now() - SHUT_OUT_LOOK_BACK_MS
    // A thief's token ends its calls also while a host's attempt cannot be ended; what failed is tried again.
    const failed = (await Promise.allSettled([watchShutOut(market, since), endCallsOfRevoked(market)])).find(
      ({ status }) => status === 'rejected',
    )
    if (failed) throw (failed as PromiseRejectedResult).reason
    since = next
  })
}

/** The same at once, for those who were shut out at this moment (wall ms) or later. May be repeated. */
export async function watchShutOut(market: Market, since = market.clock.now() - SHUT_OUT_LOOK_BACK_MS): Promise<void> {
  await endCallsOfUsersOut(market, since)
  await endAtHostsOut(market, since)
}

/** The same for whoever has just shut somebody out, which is committed: what fails here the next round does. */
export async function endAtOnce(market: Market): Promise<void> {
  const late = (error: unknown) => market.log.warn({ err: error }, 'what was shut out is ended by upkeep')
  await watchShutOut(market).catch(late)
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
  const losing = allApart(lost.map((stream) => loseAttempt(market, stream, HOST_OUT)))
  await losing.catch(() => undefined)
  // What came in between the freeze and the end of its attempts.
  await eachApart(
    hosts.filter(({ earned }) => earned === 1),
    ({ host_id }) => market.database.transaction((tx) => freezeEarnings(tx, market, host_id, 'the host was shut out')),
  )
  await losing
}
