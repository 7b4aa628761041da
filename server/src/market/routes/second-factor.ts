import { market as endpoints } from '@mkt/schemas'
import { demandUnchanged } from '../../accounts/demand-unchanged.ts'
import { demandPassword, type OwnAccountDeps } from '../../accounts/own-account.ts'
import { beginFactor, confirmFactor, describeFactor, settleFactor } from '../../accounts/second-factor/second-factor.ts'
import { removeApp } from '../../accounts/second-factor/store.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'

/** Authenticator apps. */
export function secondFactorRoutes(guard: Guard, market: Market, ownAccount: OwnAccountDeps): void {
  const { database } = market
  const factors = { ...market, seals: ownAccount.seals }
  guard.route(endpoints.showSecondFactor, async (_input, { user }) => await describeFactor(database, user))
  guard.route(endpoints.beginSecondFactor, async ({ body }, call) => {
    await demandPassword(ownAccount, call.user, body.password, call)
    return await beginFactor(factors, call.user)
  })
  guard.route(endpoints.confirmSecondFactor, async ({ body }, call) => {
    await demandPassword(ownAccount, call.user, body.password, call)
    return { recovery_codes: await confirmFactor(factors, call.user, body.code) }
  })
  guard.route(endpoints.removeSecondFactor, async ({ body }, call) => {
    await demandPassword(ownAccount, call.user, body.password, call)
    const { user_id } = call.user
    await database.transaction(async (tx) => {
      await demandUnchanged(tx, call.user)
      await settleFactor(tx, user_id, () => removeApp(tx, user_id))
    })
    return null
  })
}
