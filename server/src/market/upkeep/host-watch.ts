import type { Market } from '../deps.ts'
import { statusAfter } from '../hosts/machine.ts'
import { activeHosts, deactivateHost } from '../hosts/store.ts'
import { tellDown } from '../hosts/tell-outages.ts'
import { everyAtOne, soonAfterOutage } from './at-one.ts'

const EVERY_MS = 5_000

/** Makes hosts inactive whose heartbeats stopped. */
export function startHostWatch(market: Market) {
  return everyAtOne(market, 'host-watch', EVERY_MS, async (stoodStill) => {
    if (!stoodStill) await watchHosts(market)
  })
}

export async function watchHosts(market: Market): Promise<void> {
  if (soonAfterOutage(market)) return
  for (const { host_id } of await activeHosts(market.database)) {
    const before = market.liveness.silentMs(host_id)
    if (statusAfter(before instanceof Promise ? await before : before) === 'active') continue
    await market.database.transaction(async (tx) => {
      // A heartbeat may have come while this waited for the writer. Of what servers share it was asked a moment ago.
      if (!market.streams.shared && statusAfter(await market.liveness.silentMs(host_id)) !== 'inactive') return
      // Where it said goodbye meanwhile, it is no outage.
      if (!(await deactivateHost(tx, host_id))) return
      await tellDown(tx, market, host_id)
      tx.onCommit(() => market.offers.forget())
    })
    if (statusAfter(await market.liveness.silentMs(host_id)) === 'inactive') market.liveness.forget(host_id)
    market.log.info({ host_id }, 'host is inactive: no heartbeat')
  }
}
