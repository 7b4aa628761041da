import { market as endpoints, type JobOffer } from '@mkt/schemas'
import type { RateLimit } from '../../accounts/rate-limits.ts'
import { DomainError } from '../../base/errors.ts'
import { callerIsThere } from '../../http/caller.ts'
import { demandOwnHost, type Guard } from '../../http/guard.ts'
import type { Deadlines } from '../../live/streams.ts'
import { maskOf } from '../../storage/capability-mask.ts'
import type { Claimed } from '../broker/claim.ts'
import { nextJob } from '../broker/next-job.ts'
import type { Market } from '../deps.ts'
import { enlist } from '../hosts/enlist.ts'
import { takeFarewell, takeHeartbeat } from '../hosts/heartbeat.ts'
import { workingCounts } from '../jobs/deadlines.ts'
import { returnOffer } from '../jobs/lose.ts'
import { readOptions } from '../jobs/options.ts'
import { ingest } from '../streams/ingest.ts'

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
    const { instance = null, wait_seconds, models, deadlines = false } = body
    const wanted = models && new Set(models)
    const wait_ms = (wait_seconds ?? 0) * 1000
    const may = wait_seconds === undefined ? { may: ~BESIDE_TEXT } : {}
    const claimed = await nextJob(market, { host_id, instance, wanted, wait_ms, gone, ...may })
    if (!claimed) return null
    if (!(await callerIsThere(ctx, gone))) {
      await returnOffer(market, claimed)
      return null
    }
    gone.addEventListener('abort', () => void returnOffer(market, claimed))
    if (wait_seconds === undefined) return bareOffer(claimed)
    return { ...fullOffer(claimed), ...(deadlines ? { deadlines: inSeconds(claimed.deadlines, market) } : {}) }
  })
  guard.route(endpoints.results, async ({ body }, { host_id }) => {
    demandOwnHost(host_id, body)
    if (body.stopping) await takeFarewell(market, host_id)
    return { results: await ingest(market, body) }
  })
}

/** What a bare offer has no place for. */
const BESIDE_TEXT = maskOf([
  ...(['prefix', 'tools', 'json_schema', 'logprobs', 'images'] as const),
  ...(['embeddings', 'rerank', 'scoring'] as const),
])

/** Hosts that ask without `wait_seconds` get exactly the five members that were always there. */
function bareOffer({ job_id, model, input_text, max_tokens, temperature }: Claimed): JobOffer {
  return { job_id, model, input_text, max_tokens, temperature }
}

function fullOffer(claimed: Claimed): JobOffer {
  const { attempt, options_json, before } = claimed
  // What a response says of its request is its buyer's.
  const { response: _, ...options } = readOptions(options_json)
  const prefix = before && { prefix: { text: before.pieces.join(''), tokens: before.pieces.length } }
  return { ...bareOffer(claimed), attempt, ...options, ...prefix }
}

function inSeconds({ first_ms, next_ms, end_ms }: Deadlines, market: Market): NonNullable<JobOffer['deadlines']> {
  const seconds = {
    first_piece_seconds: first_ms / 1000,
    next_piece_seconds: next_ms / 1000,
    end_seconds: end_ms / 1000,
  }
  return { ...seconds, working_counts: workingCounts(market) }
}
