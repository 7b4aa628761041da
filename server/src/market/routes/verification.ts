import { market as endpoints } from '@mkt/schemas'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { demandOwned } from '../hosts/demand-owned.ts'
import { appealVerdict } from '../verification/appeal.ts'
import { decideVerdict } from '../verification/decide-verdict.ts'
import { describeVerdict, reportVerification } from '../verification/report.ts'
import { verdictsToLookAt } from '../verification/verdict-store.ts'

/** Whether hosts run the models that they name, as hosts, owners and operators see it. */
export function verificationRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.verification, async (_, { host_id }) => await reportVerification(market, host_id))
  guard.route(endpoints.appeal, async ({ body }, { host_id }) => {
    await appealVerdict(market, host_id, body.text)
    return await reportVerification(market, host_id)
  })
  guard.route(endpoints.ownedVerification, async ({ params }, { user }) => {
    return await reportVerification(market, await demandOwned(market, user.user_id, params.host_id))
  })
  guard.route(endpoints.ownedAppeal, async ({ params, body }, { user }) => {
    const host_id = await demandOwned(market, user.user_id, params.host_id)
    await appealVerdict(market, host_id, body.text)
    return await reportVerification(market, host_id)
  })
  guard.route(endpoints.adminVerification, async ({ query }) => {
    const rows = await verdictsToLookAt(market.database, query)
    return { verdicts: rows.map((row) => ({ host_id: row.host_id, ...describeVerdict(row) })) }
  })
  guard.route(endpoints.showVerificationOf, async ({ params }) => {
    return await reportVerification(market, params.host_id, { whole: true })
  })
  guard.route(endpoints.decideVerdict, async ({ params, body }, call) => {
    const { model, decision, note = null } = body
    const wanted = { host_id: params.host_id, model, decision, note }
    await market.database.transaction((tx) => decideVerdict(tx, market, actorOf(call), wanted))
    market.offers.forget()
    return await reportVerification(market, params.host_id, { whole: true })
  })
}
