import type { Heartbeat } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { hostById, recordHeartbeat } from './store.ts'

/**
 * Takes a heartbeat: the host is active, its models are those it can run now. Where that changes what it may claim,
 * its waiting polls look again.
 */
export async function takeHeartbeat(market: Market, heartbeat: Heartbeat): Promise<void> {
  const { host_id, gpu_utilization, available_models: models } = heartbeat
  market.liveness.sign(host_id)
  const before = await hostById(market.database, host_id)
  if (!before) throw new DomainError('not_found', 'This host does not exist any more.')
  const now = market.clock.now()
  const changed = await market.database.transaction((tx) =>
    recordHeartbeat(tx, { host_id, gpu_utilization, models, now }),
  )
  for (const poll of market.waiting.ofHost(host_id)) {
    poll.host = { ...poll.host, gpu_utilization, status: 'active' }
  }
  if (changed || before.status === 'inactive') void market.waiting.wakeHost(host_id)
}
