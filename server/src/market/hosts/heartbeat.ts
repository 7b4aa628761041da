import type { Heartbeat } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { setCapabilities } from './capability-store.ts'
import { drainsFree } from './hold-off.ts'
import { drainHost } from './hold-off-store.ts'
import { statusSaid } from './machine.ts'
import { setModelPrices } from './model-prices.ts'
import { deactivateHost, hostById, recordHeartbeat } from './store.ts'
import { tellUp } from './tell-outages.ts'

/**
 * Takes a heartbeat: the host is active, its models are those it can run now. Where that changes what it may claim,
 * its waiting polls look again. One that is stopping is inactive from here on, and its polls end.
 */
export async function takeHeartbeat(market: Market, heartbeat: Heartbeat): Promise<void> {
  const { host_id, gpu_utilization, available_models: models } = heartbeat
  const { concurrency, first_piece_seconds, next_piece_seconds, model_patience } = heartbeat
  const leaves = heartbeat.stopping === true || heartbeat.draining === true
  const status = statusSaid(leaves)
  market.liveness.sign(host_id)
  await market.streams.name(heartbeat, heartbeat.running_jobs ?? [])
  const before = await hostById(market.database, host_id)
  if (!before) throw new DomainError('not_found', 'This host does not exist any more.')
  const now = market.clock.now()
  const draining = leaves && drainsFree(before, now)
  const drained_at = draining && before.draining === 0 ? now : null
  const { changed, priced } = await market.database.transaction(async (tx) => {
    const recorded = await recordHeartbeat(tx, {
      ...{ host_id, gpu_utilization, status, models, now },
      ...{ concurrency, first_piece_seconds, next_piece_seconds, model_patience, draining, drained_at },
    })
    // One that is stopping is not back: its outage goes on.
    if (status === 'active') await tellUp(tx, market, before)
    const priced = await setModelPrices(tx, host_id, heartbeat)
    return { changed: (await setCapabilities(tx, host_id, heartbeat)) || recorded || priced, priced }
  })
  for (const poll of market.waiting.ofHost(host_id)) {
    poll.host = { ...poll.host, gpu_utilization, status }
  }
  if (concurrency !== undefined && concurrency !== before.concurrency) market.waiting.freed(host_id)
  if (!changed && before.status === status) return
  market.offers.forget()
  // A poll that waits holds the prices of when it was parked: its host asks again.
  if (status === 'active' && !priced) void market.waiting.wakeHost(host_id)
  else market.waiting.refresh(host_id)
}

/** A host says in its results that it is stopping: it is off sale until its next heartbeat that does not say so. */
export async function takeFarewell(market: Market, host_id: string): Promise<void> {
  // It says so with each of its calls: only the first has anything to write.
  const before = await hostById(market.database, host_id)
  if (before?.status !== 'active') return
  const now = market.clock.now()
  await market.database.transaction(async (tx) => {
    await deactivateHost(tx, host_id)
    if (drainsFree(before, now)) await drainHost(tx, host_id, now)
  })
  market.offers.forget()
  market.waiting.refresh(host_id)
}
