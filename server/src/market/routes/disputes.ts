import { market as endpoints } from '@mkt/schemas'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { decideDispute } from '../disputes/decide-dispute.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { describeDispute, showDispute } from '../disputes/report.ts'
import { allDisputes, disputesOfHost, disputesOfUser } from '../disputes/store.ts'

/** Jobs that are not worth what they cost, as buyers, hosts and operators see them. */
export function disputeRoutes(guard: Guard, market: Market): void {
  const { database } = market
  guard.route(endpoints.disputeJob, async ({ params, body }, { user }) =>
    describeDispute(await openDispute(market, user.user_id, params.job_id, body)),
  )
  guard.route(endpoints.listDisputes, async ({ query }, { user }) => ({
    disputes: (await disputesOfUser(database, user.user_id, query)).map(describeDispute),
  }))
  guard.route(endpoints.hostDisputes, async ({ query }, { host_id }) => ({
    disputes: (await disputesOfHost(database, host_id, query)).map(describeDispute),
  }))
  guard.route(endpoints.adminDisputes, async ({ query: { status, ...page } }) => {
    const rows = await allDisputes(database, status, page)
    return { disputes: rows.map((row) => ({ ...describeDispute(row), user_id: row.user_id })) }
  })
  guard.route(endpoints.showDispute, async ({ params }) => await showDispute(database, params.job_id))
  guard.route(endpoints.decideDispute, async ({ params, body }, call) => {
    const wanted = { job_id: params.job_id, verdict: body.decision, note: body.note ?? null }
    const row = await database.transaction((tx) => decideDispute(tx, market, actorOf(call), wanted))
    return { ...describeDispute(row), user_id: row.user_id }
  })
}
