import { Readable } from 'node:stream'
import { market as endpoints } from '@mkt/schemas'
import { type AccountClosing, changePassword, closeAccount, type OwnAccountDeps } from '../../accounts/own-account.ts'
import type { Derive } from '../../accounts/passwords.ts'
import type { RateLimit } from '../../accounts/rate-limits.ts'
import { type SignUpDeps, signUp } from '../../accounts/sign-up.ts'
import { isoTime } from '../../base/clock.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { exportPerson, type HeldElsewhere } from '../export/export-person.ts'
import { sumOf } from '../ledger/accounts.ts'
import { reservedOf, spendableOf } from '../ledger/store.ts'

export interface UserRouteDeps {
  ownAccount: OwnAccountDeps & { derive: Derive }
  /** What ends with an account. */
  closings: readonly AccountClosing[]
  signUp: SignUpDeps
  signups: RateLimit
  /** Told of each new account. */
  welcomed: (userId: string) => Promise<void>
  /** What other services hold of a person. */
  heldElsewhere: HeldElsewhere
}

/** Accounts. */
export function userRoutes(guard: Guard, market: Market, deps: UserRouteDeps): void {
  const { database } = market
  guard.route(endpoints.createUser, async ({ body }, { address }) => {
    await deps.signups.consume(address)
    const { user_id, username, email, created_at } = await signUp(deps.signUp, body)
    await deps.welcomed(user_id)
    const credits = sumOf(await spendableOf(database, user_id))
    return { user_id, username, email, credits, created_at: isoTime(created_at) }
  })
  guard.route(endpoints.me, async ({ query }, { user }) => {
    const { user_id, username, total_jobs, created_at } = user
    const { paid, promo } = await spendableOf(database, user_id)
    const known = { user_id, username, credits: paid + promo, total_jobs, created_at: isoTime(created_at) }
    if (query.detail !== 'full') return known
    const reserved = sumOf(await reservedOf(database, user_id))
    const mail = { email: user.email, email_verified: user.email_verified_at !== null }
    return { ...known, paid_credits: paid, promotional_credits: promo, reserved, ...mail }
  })
  guard.route(endpoints.changePassword, async ({ body }, call) => {
    await changePassword(deps.ownAccount, call.user, body, call)
    return null
  })
  guard.raw(endpoints.exportAccount, async (_input, { user, ctx }) => {
    ctx.set('Cache-Control', 'no-store')
    // Its ending sets the type, application/json.
    ctx.attachment('mkt-export.json')
    ctx.body = Readable.from(exportPerson(market, user, deps.heldElsewhere))
  })
  guard.route(endpoints.closeAccount, async ({ body }, call) => {
    await closeAccount({ ...deps.ownAccount, closings: deps.closings }, call.user, body.password, call)
    return null
  })
}
