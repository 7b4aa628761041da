import { market as endpoints } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { InvariantError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { heldHours, releaseAsTold } from '../earnings/hold.ts'
import { hostHours } from '../figures/host-hours.ts'
import { adoptHost } from '../hosts/adopt.ts'
import { changeHost, rotateKey } from '../hosts/change.ts'
import { demandOwned } from '../hosts/demand-owned.ts'
import { hostOwnedBy, hostsOwnedBy } from '../hosts/owner-store.ts'
import { reportHost } from '../reports/host.ts'
import { Turns } from '../statements/turns.ts'
import { reportEarnings } from '../usage/report.ts'

/** What owners do with their hosts. */
export function ownHostRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.hostMe, async (_input, { host_id }) => await reportHost(market, host_id))
  guard.route(endpoints.changeHost, async ({ body }, { host_id }) => {
    await changeHost(market, host_id, body)
    return await reportHost(market, host_id)
  })
  guard.route(endpoints.rotateHostKey, async (_input, { host_id }) => ({
    host_id,
    api_key: await rotateKey(market, host_id),
  }))
  guard.route(endpoints.listOwnHosts, async ({ query }, { user }) => {
    const hosts = await hostsOwnedBy(market.database, user.user_id, market.clock.now())
    const full = query.detail === 'full'
    return { hosts: hosts.map((host) => ({ ...describe(host), ...(full ? heldOf(market, host) : {}) })) }
  })
  guard.route(endpoints.showOwnedHost, async ({ params }, { user }) => {
    return await reportHost(market, await demandOwned(market, user.user_id, params.host_id))
  })
  guard.route(endpoints.changeOwnedHost, async ({ params, body }, { user }) => {
    const host_id = await demandOwned(market, user.user_id, params.host_id)
    await changeHost(market, host_id, body)
    market.changes.tell(user.user_id, 'hosts')
    return await reportHost(market, host_id)
  })
  guard.route(endpoints.rotateOwnedHostKey, async ({ params }, { user }) => {
    const host_id = await demandOwned(market, user.user_id, params.host_id)
    return { host_id, api_key: await rotateKey(market, host_id) }
  })
  guard.route(endpoints.ownedHostEarnings, async ({ params, query }, { user }) => {
    return await reportEarnings(market, await demandOwned(market, user.user_id, params.host_id), query)
  })
  const turns = new Turns()
  guard.route(endpoints.ownedHostHours, async ({ params, query }, { user }) => {
    const host_id = await demandOwned(market, user.user_id, params.host_id)
    return { host_id, hours: await turns.take(user.user_id, () => hostHours(market, host_id, query.hours)) }
  })
  guard.route(endpoints.adoptHost, async ({ body }, { user }) => {
    const host_id = await adoptHost(market, user.user_id, body.api_key)
    const host = await hostOwnedBy(market.database, user.user_id, host_id, market.clock.now())
    if (!host) throw new InvariantError(`adopted host ${host_id} is not among its owner's`)
    return describe(host)
  })
}

function heldOf(market: Market, { pending_nano, first_hour, today_nano, ...judged }: OwnedHost) {
  const now = market.clock.now()
  const at = first_hour === null ? null : releaseAsTold(first_hour, heldHours(market, judged), now)
  const next_release = isoTimeOrNull(at)
  return { pending: pending_nano, next_release, earned_today: today_nano }
}

type OwnedHost = Awaited<ReturnType<typeof hostsOwnedBy>>[number]

function describe(host: OwnedHost) {
  return {
    host_id: host.host_id,
    gpu: host.gpu,
    status: host.status,
    price_per_token: host.price_nano,
    paused: host.paused === 1,
    balance: host.balance_nano,
    total_jobs_completed: host.jobs_completed,
    last_heartbeat: isoTime(host.last_heartbeat_at),
  }
}
