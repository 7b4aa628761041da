import { market as endpoints } from '@mkt/schemas'
import { credentialsOf, revokeCredential } from '../../accounts/credential-store.ts'
import { claimDocumentsKey, isClaimed } from '../../accounts/documents-keys.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'

/** What owners see of their documents keys, and do with them. */
export function documentsKeyRoutes(guard: Guard, market: Market): void {
  const { database, clock } = market
  const keysOf = (userId: string) => credentialsOf(database, userId, 'documents', clock.now())
  guard.route(endpoints.listDocumentsKeys, async (_input, { user }) => ({
    keys: (await keysOf(user.user_id)).map((key) => ({
      key_id: key.credential_id,
      made_by: key.made_by,
      created_at: isoTime(key.created_at),
      last_used_at: isoTimeOrNull(key.last_used_at),
      claimed: isClaimed(key),
    })),
  }))
  guard.route(endpoints.claimDocumentsKey, async ({ params }, { user }) => ({
    key: await database.transaction((tx) => claimDocumentsKey(tx, market, user.user_id, params.key_id)),
  }))
  guard.route(endpoints.revokeDocumentsKey, async ({ params: { key_id } }, { user }) => {
    const own = (await keysOf(user.user_id)).some((key) => key.credential_id === key_id)
    const revoked = own && (await database.transaction((tx) => revokeCredential(tx, key_id, user.user_id, clock.now())))
    if (!revoked) throw new DomainError('not_found', 'You have no documents key with this id.')
    return null
  })
}
