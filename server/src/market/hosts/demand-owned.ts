import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { hostById } from './store.ts'

/** The id of a host that is the user's; not_found for anybody else's, as if there were none. */
export async function demandOwned(market: Market, userId: string, hostId: string): Promise<string> {
  const host = await hostById(market.database, hostId)
  if (host?.owner_user_id === userId) return hostId
  throw new DomainError('not_found', 'You own no host with this id.')
}
