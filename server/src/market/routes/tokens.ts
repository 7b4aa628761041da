import { market as endpoints, SCOPES, type Scope } from '@mkt/schemas'
import { credentialsOf, isInForce, revokeCredential } from '../../accounts/credential-store.ts'
import { demandTokenRoom } from '../../accounts/demand-token-room.ts'
import { demandUnchanged } from '../../accounts/demand-unchanged.ts'
import { describeNewToken, limitsShown } from '../../accounts/describe-token.ts'
import { issueSecret } from '../../accounts/issue-secret.ts'
import { grantRights, readRights, type TokenRights } from '../../accounts/token-rights.ts'
import { lockUser } from '../../accounts/user-store.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import type { CredentialsTable } from '../../storage/credential-tables.ts'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { spendingOfAll } from '../jobs/spending.ts'

// What only the password gives among strangers.
const LESS = SCOPES.filter((one) => !['withdraw', 'account', 'documents'].includes(one))

/** Bearer tokens: each may make others of no more than its own rights, which end with it. */
export function tokenRoutes(guard: Guard, market: Market): void {
  const { database, clock, trust, limits } = market
  guard.route(endpoints.createToken, async ({ body }, { user, rights: asking }) => {
    const may: readonly Scope[] = trust === 'strangers' ? LESS : SCOPES
    const rights = grantRights(asking, body, { now: clock.now(), may })
    const issued = await database.transaction(async (tx) => {
      // Holds the user, so that a revocation comes before this, and is seen, or after it, and finds the new token.
      await demandUnchanged(tx, user)
      if (asking && !(await isInForce(tx, asking.token_id, clock.now()))) throw endedMeanwhile()
      await demandTokenRoom(tx, user.user_id, clock.now(), limits.tokens)
      return await issueSecret(tx, market, { kind: 'user', subject_id: user.user_id, name: body.name, rights })
    })
    return describeNewToken(body.name, issued, rights)
  })
  guard.route(endpoints.listTokens, async ({ query }, { user, rights }) => {
    const tokens = await tokensSeen(database, user.user_id, rights, clock.now())
    const limited = tokens.filter(ownRule).map(({ credential_id }) => credential_id)
    const spending = await spendingOfAll(database, limited, clock.now())
    const described = tokens.map((token) => ({
      ...{ ...describe(token), ...spending.get(token.credential_id) },
      ...(query.detail === 'full' ? rarelyAsked(token) : {}),
    }))
    return { tokens: described }
  })
  guard.route(endpoints.revokeToken, async ({ params }, { user, rights }) => {
    const revoked = await database.transaction(async (tx) => {
      await lockUser(tx, user.user_id)
      const seen = await tokensSeen(tx, user.user_id, rights, clock.now())
      if (isLimited(rights) && !seen.some((token) => token.credential_id === params.token_id)) return false
      return await revokeCredential(tx, params.token_id, user.user_id, clock.now())
    })
    if (!revoked) throw new DomainError('not_found', 'You have no token with this id.')
    return null
  })
}

/** A token for something knows of itself and of what it has made; the account knows all. */
const isLimited = (rights: TokenRights | undefined) => rights?.scopes != null && !rights.scopes.includes('account')

async function tokensSeen(reader: Reader, userId: string, rights: TokenRights | undefined, now: number) {
  const all = await credentialsOf(reader, userId, 'user', now)
  if (!rights || !isLimited(rights)) return all
  const line = new Set([rights.token_id])
  // A token is younger than the one that made it, and the list is newest first.
  for (const { credential_id, parent_id } of all.toReversed())
    if (parent_id !== null && line.has(parent_id)) line.add(credential_id)
  return all.filter(({ credential_id }) => line.has(credential_id))
}

const rarelyAsked = ({ parent_id, last_used_at }: CredentialsTable) => ({
  made_by: parent_id,
  last_used_at: isoTimeOrNull(last_used_at),
})

/** The limit that is the token's own. */
const ownRule = (token: CredentialsTable) =>
  readRights(token).spending.find(({ token_id }) => token_id === token.credential_id)

function describe(token: CredentialsTable) {
  const [rights, own] = [readRights(token), ownRule(token)]
  return {
    token_id: token.credential_id,
    name: token.name,
    created_at: isoTime(token.created_at),
    expires_at: isoTimeOrNull(token.expires_at),
    ...limitsShown({ ...rights, ...own }),
  }
}

function endedMeanwhile(): DomainError {
  return new DomainError('unauthorized', 'The credentials of this request were revoked meanwhile.')
}
