import { market as endpoints } from '@mkt/schemas'
import type { RateLimit } from '../../accounts/rate-limits.ts'
import { DomainError } from '../../base/errors.ts'
import { callerIsThere } from '../../http/caller.ts'
import { demandOwnHost, type Guard } from '../../http/guard.ts'
import { ingest } from '../attempts/ingest.ts'
import { returnOffer } from '../attempts/lose.ts'
import { nextOffer } from '../broker/offer.ts'
import type { Market } from '../deps.ts'
import { enlist } from '../hosts/enlist.ts'
import { takeFarewell, takeHeartbeat } from '../hosts/heartbeat.ts'

export interface HostRouteDeps {
  registrations: RateLimit
  /** Whether registering a host needs an account. */
  registration: 'open' | 'accounts'
}

/** What a host does. */
export function hostRoutes(guard: Guard, market: Market, deps: HostRouteDeps): void {
  guard.route(endpoints.registerHost, async ({ body }, { user, address }) => {
    if (!user && deps.registration === 'accounts') {
      throw new DomainError(
        'unauthorized',
        "This marketplace registers hosts of its users only: send a user's credentials.",
      )
    }
    await deps.registrations.consume(address)
    const { host_id, api_key } = await enlist(market, body, user?.user_id ?? null)
    return { host_id, status: 'active' as const, api_key }
  })
  guard.route(endpoints.heartbeatHost, async ({ body }, { host_id }) => {
    demandOwnHost(host_id, body)
    await takeHeartbeat(market, body)
    return { status: 'acknowledged' as const }
  })
  guard.route(endpoints.nextJob, async ({ body }, { host_id, gone, ctx }) => {
    demandOwnHost(host_id, body)
    const found = await nextOffer(market, body, gone)
    if (!found) return null
    const { claimed, offer } = found
    if (!(await callerIsThere(ctx, gone))) {
      await returnOffer(market, claimed)
      return null
    }
    gone.addEventListener('abort', () => void returnOffer(market, claimed))
    return offer
  })
  guard.route(endpoints.results, async ({ body }, { host_id }) => {
    demandOwnHost(host_id, body)
    if (body.stopping) await takeFarewell(market, host_id)
    return { results: await ingest(market, body) }
  })
}
