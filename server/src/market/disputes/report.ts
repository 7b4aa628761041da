import type { Dispute, DisputedJob } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError, InvariantError } from '../../base/errors.ts'
import type { Reader } from '../../storage/database.ts'
import { jobOutput } from '../jobs/output.ts'
import { jobById } from '../jobs/store.ts'
import { contentOf } from '../pieces/piece.ts'
import { describeVerdict } from '../verification/report.ts'
import { verdictsOfHost } from '../verification/verdict-store.ts'
import { readingOf } from './read-disputes.ts'
import { type DisputeRow, disputeOf } from './store.ts'

/** A dispute as its buyer and its host see it. */
export function describeDispute(row: DisputeRow): Dispute {
  const { job_id, host_id, status, reason, text, charged_nano: amount, note } = row
  const times = { created_at: isoTime(row.created_at), decided_at: isoTimeOrNull(row.decided_at) }
  return { job_id, host_id, status, reason, text, amount, note, ...times }
}

/** A dispute with what it is judged by. Error: not_found. */
export async function showDispute(reader: Reader, job_id: string): Promise<DisputedJob> {
  const row = await disputeOf(reader, job_id)
  if (!row) throw new DomainError('not_found', 'There is no dispute of a job with this id.')
  const job = await jobById(reader, job_id)
  if (!job) throw new InvariantError(`disputed job ${job_id} does not exist`)
  const pieces = await jobOutput(reader, job_id)
  const { model, max_tokens, tokens_generated, finish_reason, input_text } = job
  return {
    ...{ ...describeDispute(row), user_id: row.user_id, model, max_tokens, tokens_generated, finish_reason },
    finished_at: isoTimeOrNull(job.finished_at),
    input_text: job.erased === 1 ? null : input_text,
    output_text: pieces ? contentOf(pieces) : null,
    reading: await readingOf(reader, row, job),
    verification: await evidenceOf(reader, row.host_id, model),
  }
}

async function evidenceOf(reader: Reader, host_id: string, model: string): Promise<DisputedJob['verification']> {
  const row = (await verdictsOfHost(reader, host_id)).find((one) => one.model === model)
  if (!row) return null
  const { verdict, nats, jobs } = describeVerdict(row)
  return { verdict, nats, jobs }
}
