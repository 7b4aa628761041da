import { market as endpoints } from '@mkt/schemas'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { decideEarnings } from '../earnings/decide.ts'
import { hostsWithFrozen } from '../earnings/frozen-store.ts'
import { describeFrozen, showFrozen } from '../earnings/report.ts'
import { sumOf } from '../ledger/accounts.ts'

/** Frozen earnings as an operator sees them and decides on them. */
export function earningsRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.adminEarnings, async ({ query }) => {
    const rows = await hostsWithFrozen(market.database, query.limit, query.offset)
    return { hosts: rows.map(describeFrozen) }
  })
  guard.route(endpoints.showEarnings, async ({ params }) => await showFrozen(market.database, params.host_id))
  guard.route(endpoints.decideEarnings, async ({ params, body }, call) => {
    const { host_id } = params
    const wanted = { host_id, ...body }
    const moved = await market.database.transaction((tx) => decideEarnings(tx, market, actorOf(call), wanted))
    return { host_id, decision: body.decision, amount: sumOf(moved), promotional: moved.promo }
  })
}
