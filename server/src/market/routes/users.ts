import { market as endpoints } from '@mkt/schemas'
import { credentialsOf, revokeCredential } from '../../accounts/credential-store.ts'
import { issueSecret } from '../../accounts/issue-secret.ts'
import {
  changePassword,
  closeAccount,
  demandUnchanged,
  type Farewell,
  type OwnAccountDeps,
} from '../../accounts/own-account.ts'
import type { RateLimit } from '../../accounts/rate-limits.ts'
import { type SignUpDeps, signUp } from '../../accounts/sign-up.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { userAccount } from '../ledger/postings.ts'
import { balanceOf } from '../ledger/store.ts'

export interface UserRouteDeps {
  ownAccount: OwnAccountDeps
  /** What ends with an account. */
  farewells: readonly Farewell[]
  signUp: SignUpDeps
  signups: RateLimit
}

/** Accounts and their bearer tokens. */
export function userRoutes(guard: Guard, market: Market, deps: UserRouteDeps): void {
  const { database, clock } = market
  guard.route(endpoints.createUser, async ({ body }, { address }) => {
    await deps.signups.consume(address)
    const { user_id, username, email, created_at } = await signUp(deps.signUp, body)
    const credits = await balanceOf(database, userAccount(user_id))
    return { user_id, username, email, credits, created_at: isoTime(created_at) }
  })
  guard.route(endpoints.me, async (_input, { user }) => {
    const { user_id, username, total_jobs, created_at } = user
    const credits = await balanceOf(database, userAccount(user_id))
    return { user_id, username, credits, total_jobs, created_at: isoTime(created_at) }
  })
  guard.route(endpoints.createToken, async ({ body }, { user }) => {
    const wanted = { kind: 'user' as const, subject_id: user.user_id, ...body }
    const issued = await database.transaction(async (tx) => {
      await demandUnchanged(tx, user)
      return await issueSecret(tx, market, wanted)
    })
    return {
      token_id: issued.credential_id,
      name: body.name,
      token: issued.secret,
      created_at: isoTime(issued.created_at),
      expires_at: isoTimeOrNull(issued.expires_at),
    }
  })
  guard.route(endpoints.listTokens, async (_input, { user }) => {
    const tokens = await credentialsOf(database, user.user_id, 'user', clock.now())
    return {
      tokens: tokens.map((token) => ({
        token_id: token.credential_id,
        name: token.name,
        created_at: isoTime(token.created_at),
        expires_at: isoTimeOrNull(token.expires_at),
      })),
    }
  })
  guard.route(endpoints.revokeToken, async ({ params }, { user }) => {
    const revoked = await database.transaction((tx) => revokeCredential(tx, params.token_id, user.user_id, clock.now()))
    if (!revoked) throw new DomainError('not_found', 'You have no token with this id.')
    return null
  })
  guard.route(endpoints.changePassword, async ({ body }, { user, address }) => {
    await changePassword(deps.ownAccount, user, body, address)
    return null
  })
  guard.route(endpoints.closeAccount, async ({ body }, { user, address }) => {
    await closeAccount({ ...deps.ownAccount, farewells: deps.farewells }, user, body.password, address)
    return null
  })
}
