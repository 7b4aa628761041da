import { market as endpoints } from '@mkt/schemas'
import { demandPassword, type OwnAccountDeps } from '../../accounts/own-account.ts'
import { beginFactor, confirmFactor } from '../../accounts/second-factor/second-factor.ts'
import { recoveryCodesLeft, removeFactor } from '../../accounts/second-factor/store.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'

/** Authenticator apps. */
export function secondFactorRoutes(guard: Guard, market: Market, ownAccount: OwnAccountDeps): void {
  const { database } = market
  guard.route(endpoints.showSecondFactor, async (_input, { user }) => ({
    enabled: user.second_factor_at !== null,
    recovery_codes: await recoveryCodesLeft(database, user.user_id),
  }))
  guard.route(endpoints.beginSecondFactor, async ({ body }, call) => {
    await demandPassword(ownAccount, call.user, body.password, call)
    return await beginFactor(market, call.user)
  })
  guard.route(endpoints.confirmSecondFactor, async ({ body }, call) => {
    await demandPassword(ownAccount, call.user, body.password, call)
    return { recovery_codes: await confirmFactor(market, call.user, body.code) }
  })
  guard.route(endpoints.removeSecondFactor, async ({ body }, call) => {
    await demandPassword(ownAccount, call.user, body.password, call)
    await database.transaction((tx) => removeFactor(tx, call.user.user_id))
    return null
  })
}
