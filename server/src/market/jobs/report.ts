import type { Job, Routing } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { StoredRouting } from '../broker/claim.ts'
import type { Market } from '../deps.ts'
import { queuePosition } from './queue-store.ts'
import { type JobRow, jobById, jobOutput } from './store.ts'

/** A job of the user's; not_found for anybody else's, as if there were none. */
export async function ownJob(market: Market, userId: string, jobId: string): Promise<JobRow> {
  const job = await jobById(market.database, jobId)
  if (job?.user_id !== userId) throw new DomainError('not_found', 'You have no job with this id.')
  return job
}

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
    output_text: pieces ? pieces.join('') : null,
    tokens_generated: job.state === 'running' ? (market.streams.get(job_id)?.pieces.length ?? 0) : job.tokens_generated,
    credits_reserved: job.reserved_nano,
    credits_used: job.charged_nano,
    host_id,
    attempts: job.attempt,
    finish_reason,
    error,
    queue_position: job.state === 'queued' ? await queuePosition(market.database, job) : null,
    started_at: isoTimeOrNull(job.started_at),
    finished_at: isoTimeOrNull(job.finished_at),
    routing: job.routing_json === null ? null : readRouting(job.routing_json),
  }
}

function readRouting(json: string): Routing {
  const { price_nano, limit_nano, ...rest } = JSON.parse(json) as StoredRouting
  return { price_per_token: BigInt(price_nano), price_limit: BigInt(limit_nano), ...rest }
}
