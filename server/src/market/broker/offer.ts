import type { market as endpoints, JobOffer, Parsed } from '@mkt/schemas'
import { maskOf } from '../../storage/capability-mask.ts'
import { workingCounts } from '../attempts/deadlines.ts'
import type { Market } from '../deps.ts'
import { readOptions } from '../jobs/options.ts'
import type { Claimed } from './claim.ts'
import { forgetPolls } from './forget-polls.ts'
import { nextJob } from './next-job.ts'

type Asked = Parsed<typeof endpoints.nextJob>['body']

/** The next job for a host as it is offered, waited for as the host asks; undefined where there is none for it. */
export async function nextOffer(
  market: Market,
  asked: Asked,
  gone: AbortSignal,
): Promise<{ claimed: Claimed; offer: JobOffer } | undefined> {
  const { host_id, instance = null, wait_seconds, models, deadlines = false, poll } = asked
  await forgetPolls(market, asked)
  const wanted = models && new Set(models)
  const wait_ms = (wait_seconds ?? 0) * 1000
  const may = wait_seconds === undefined ? { may: ~BESIDE_TEXT } : {}
  const claimed = await nextJob(market, { host_id, instance, poll, wanted, wait_ms, gone, ...may })
  if (!claimed) return undefined
  if (wait_seconds === undefined) return { claimed, offer: bareOffer(claimed) }
  const said = deadlines ? { deadlines: inSeconds(claimed.deadlines, market) } : {}
  return { claimed, offer: { ...fullOffer(claimed), ...said } }
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
  const { response: _, cache_key: _key, ...options } = readOptions(options_json)
  const prefix = before && { prefix: { text: before.pieces.join(''), tokens: before.pieces.length } }
  return { ...bareOffer(claimed), attempt, ...options, ...prefix }
}

function inSeconds(
  { first_ms, next_ms, end_ms }: Claimed['deadlines'],
  market: Market,
): NonNullable<JobOffer['deadlines']> {
  const seconds = {
    first_piece_seconds: first_ms / 1000,
    next_piece_seconds: next_ms / 1000,
    end_seconds: end_ms / 1000,
  }
  return { ...seconds, working_counts: workingCounts(market) }
}
