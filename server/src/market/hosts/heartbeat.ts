import type { Heartbeat } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { speaksFor } from '../streams/live.ts'
import { hostById, recordHeartbeat } from './store.ts'

/**
 * Takes a heartbeat: the host is active, its models are those it can run now. Where that changes what it may claim,
 * its waiting polls look again.
 */
export async function takeHeartbeat(market: Market, heartbeat: Heartbeat): Promise<void> {
  const { host_id, gpu_utilization, available_models: models } = heartbeat
  market.liveness.sign(host_id)
  keepAlive(market, heartbeat)
  const before = await hostById(market.database, host_id)
  if (!before) throw new DomainError('not_found', 'This host does not exist any more.')
  const now = market.clock.now()
  const changed = await market.database.transaction((tx) =>
    recordHeartbeat(tx, { host_id, gpu_utilization, models, now }),
  )
  for (const poll of market.waiting.ofHost(host_id)) {
    poll.host = { ...poll.host, gpu_utilization, status: 'active' }
  }
  if (!changed && before.status === 'active') return
  market.offers.forget()
  void market.waiting.wakeHost(host_id)
}

/** A job that a heartbeat names goes on; of another's job, or another agent's, it says nothing. */
function keepAlive(market: Market, { host_id, instance, running_jobs = [] }: Heartbeat): void {
  for (const jobId of running_jobs) {
    const stream = market.streams.get(jobId)
    if (stream && speaksFor({ host_id, instance }, stream)) stream.named_at = market.clock.monotonic()
  }
}
