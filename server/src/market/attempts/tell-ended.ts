import { isoTime } from '../../base/clock.ts'
import type { Tx } from '../../storage/database.ts'
import { emit } from '../../webhooks/emit.ts'
import type { Market } from '../deps.ts'
import type { EndingJob, JobEnd } from '../jobs/store.ts'

/** Tells a job's owner how it ended, in the transaction of its end. Of prompt and text nothing is told. */
export async function tellJobEnded(
  tx: Tx,
  market: Market,
  { user_id, model }: EndingJob,
  status: 'completed' | 'failed',
  end: JobEnd,
): Promise<void> {
  await emit(tx, market, user_id, {
    type: 'job.ended',
    data: {
      job_id: end.job_id,
      status,
      model,
      tokens_generated: end.tokens_generated,
      credits_used: end.charged_nano,
      error: end.error,
      finished_at: isoTime(end.finished_at),
    },
  })
}
