import type { Job, JobSummary, Routing } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { lookedAt } from '../../live/streams.ts'
import { partsOf } from '../attempts/parts-store.ts'
import type { StoredRouting } from '../broker/claim.ts'
import type { Market } from '../deps.ts'
import type { ListedJob } from '../jobs/list-store.ts'
import { readOptions } from '../jobs/options.ts'
import { jobOutput } from '../jobs/output.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import { answerOf, besideText } from '../pieces/answer.ts'
import { contentOf } from '../pieces/piece.ts'
import { askedOf } from './asked.ts'
import { explainWait } from './wait.ts'

/** A job of the user's; not_found for anybody else's, as if there were none. */
export async function ownJob(market: Market, userId: string, jobId: string): Promise<JobRow> {
  const job = await jobById(market.database, jobId)
  if (job?.user_id !== userId) throw new DomainError('not_found', 'You have no job with this id.')
  return job
}

const NO_WAIT = { queue_position: null, waiting_for: null, waiting_until: null }

/** A job as its buyer sees it. The text is there once the job has ended; while it runs, the stream has it. */
export async function describeJob(market: Market, job: JobRow): Promise<Job> {
  const pieces = await jobOutput(market.database, job.job_id)
  const { job_id, model, input_text, max_tokens, temperature, host_id, finish_reason, error } = job
  return {
    job_id,
    model,
    status: job.state,
    created_at: isoTime(job.created_at),
    input_text,
    max_tokens,
    temperature,
    output_text: pieces ? contentOf(pieces) : null,
    tokens_generated: await tokensSoFar(market, job),
    credits_reserved: job.reserved_nano,
    credits_used: job.charged_nano,
    host_id,
    attempts: job.attempt,
    continues: job.prefix_tokens > 0 && (job.state === 'queued' || job.state === 'running'),
    finish_reason,
    error,
    error_message: job.error_message,
    ...(job.state === 'queued' ? await explainWait(market, job) : NO_WAIT),
    started_at: isoTimeOrNull(job.started_at),
    finished_at: isoTimeOrNull(job.finished_at),
    routing: job.routing_json === null ? null : readRouting(job.routing_json),
  }
}

/** The same with the chat, the tools and options that were asked with, and what its answer has beside the text. */
export async function describeWhole(market: Market, job: JobRow): Promise<Job> {
  const { messages = null, raw: _, response: _kept, cache_key: _key, ...options } = readOptions(job.options_json)
  const pieces = await jobOutput(market.database, job.job_id)
  const { prompt_tokens, cached_tokens, reasoning_tokens } = job
  return {
    ...(await describeJob(market, job)),
    first_token_at: isoTimeOrNull(await firstTokenAt(market, job)),
    messages,
    ...options,
    ...askedOf(job),
    ...(pieces ? besideText(answerOf(job.job_id, pieces)) : {}),
    usage: { prompt_tokens, cached_tokens, reasoning_tokens },
  }
}

/** While the job runs its stream knows, unless an earlier attempt began the text. */
async function firstTokenAt({ streams }: Market, { job_id, state, first_piece_at }: JobRow): Promise<number | null> {
  if (first_piece_at !== null || state !== 'running') return first_piece_at
  return (await lookedAt(streams, job_id))?.first_at ?? null
}

/** A job in its owner's list; `full` adds why it failed, its tokens and its end. */
export async function summarise(market: Market, job: ListedJob, full: boolean): Promise<JobSummary> {
  const { job_id, model, state: status, charged_nano: credits_used, error, finished_at } = job
  const summary = { job_id, model, status, credits_used, created_at: isoTime(job.created_at) }
  if (!full) return summary
  return {
    ...summary,
    error,
    tokens_generated: await tokensSoFar(market, job),
    finished_at: isoTimeOrNull(finished_at),
  }
}

/** While a job runs, the pieces that came in; then what was counted. */
async function tokensSoFar(market: Market, job: ListedJob): Promise<number> {
  const { job_id, state, tokens_generated, prefix_tokens } = job
  if (state === 'queued') return prefix_tokens
  return state === 'running' ? ((await lookedAt(market.streams, job_id))?.length ?? prefix_tokens) : tokens_generated
}

/** Who wrote which part of a text that several hosts wrote, at which price. */
export async function describeParts(market: Market, job: JobRow): Promise<Job['parts']> {
  if (job.prefix_tokens === 0) return []
  return (await partsOf(market.database, job.job_id)).map((part) => ({
    attempt: part.attempt,
    host_id: part.host_id,
    offset: part.first_offset,
    tokens: part.pieces,
    price_per_token: part.price_nano,
    tokens_billed: part.billed_tokens,
    credits_used: part.charged_nano,
    error: part.error,
    ended_at: isoTime(part.ended_at),
  }))
}

function readRouting(json: string): Routing {
  const { price_nano, limit_nano, input_price_nano: input, ...rest } = JSON.parse(json) as StoredRouting
  const ofInput = input === undefined ? {} : { price_per_input_token: BigInt(input) }
  return { price_per_token: BigInt(price_nano), price_limit: BigInt(limit_nano), ...ofInput, ...rest }
}
