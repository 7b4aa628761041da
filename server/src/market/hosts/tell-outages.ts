import { isoTime } from '../../base/clock.ts'
import type { Tx } from '../../storage/database.ts'
import { emit } from '../../webhooks/emit.ts'
import type { Market } from '../deps.ts'
import { beginOutage, endOutage } from './outage-store.ts'
import { type HostRow, hostById } from './store.ts'
import { withSilence } from './uptime.ts'

/** Notes that a host fell silent, and tells its owner, in the transaction that makes it inactive. */
export async function tellDown(tx: Tx, market: Market, hostId: string): Promise<void> {
  await beginOutage(tx, hostId, market.clock.now())
  const host = await hostById(tx, hostId)
  if (!host?.owner_user_id) return
  const { host_id, gpu, last_heartbeat_at } = host
  const owner = host.owner_user_id
  tx.onCommit(() => market.changes.tell(owner, 'hosts'))
  const data = { host_id, gpu, last_heartbeat: isoTime(last_heartbeat_at) }
  await emit(tx, market, owner, { type: 'host.down', data })
}

/** Ends a host's outage, if there was one, and tells its owner, in the transaction of its heartbeat. */
export async function tellUp(tx: Tx, market: Market, host: HostRow): Promise<void> {
  const { host_id, gpu, down_since, owner_user_id } = host
  if (down_since === null) return
  const ended = await endOutage(tx, { host_id, ...withSilence(host, market.clock.now()) })
  if (!ended || owner_user_id === null) return
  tx.onCommit(() => market.changes.tell(owner_user_id, 'hosts'))
  const data = { host_id, gpu, down_since: isoTime(down_since) }
  await emit(tx, market, owner_user_id, { type: 'host.up', data })
}
