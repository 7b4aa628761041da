import { sql } from 'kysely'
import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// The weight of the newest end in the moving averages is 0.1. One without tokens, as of vectors, says nothing of speed.
const completed = statement<{ host_id: string; amount: bigint; tokens: number; speed: number | null }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({
      earned_nano: sql<bigint>`earned_nano + ${p('amount')}`,
      jobs_completed: sql<number>`jobs_completed + 1`,
      tokens_total: sql<number>`tokens_total + ${p('tokens')}`,
      success_rate: sql<number>`success_rate + 0.1 * (1 - success_rate)`,
      tokens_per_second: sql<number>`coalesce(coalesce(tokens_per_second, ${p('speed')})
        + 0.1 * (${p('speed')} - coalesce(tokens_per_second, ${p('speed')})), tokens_per_second)`,
    })
    .where('host_id', '=', p('host_id')),
)
const earn = statement<{ host_id: string; amount: bigint }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ earned_nano: sql<bigint>`earned_nano + ${p('amount')}` })
    .where('host_id', '=', p('host_id')),
)
const attemptFailed = statement<{ host_id: string }>()((q, p) =>
  q.updateTable('hosts').set({ jobs_failed: sql<number>`jobs_failed + 1` }).where('host_id', '=', p('host_id')),
)
const lessReliable = statement<{ host_id: string }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ success_rate: sql<number>`success_rate - 0.1 * success_rate` })
    .where('host_id', '=', p('host_id')),
)
const failed = statement<{ host_id: string }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ jobs_failed: sql<number>`jobs_failed + 1`, success_rate: sql<number>`success_rate - 0.1 * success_rate` })
    .where('host_id', '=', p('host_id')),
)
// An hour weighs as a job that was completed.
const recoverHosts = statement()((q) =>
  q
    .updateTable('hosts')
    .set({
      success_rate: sql<number>`case when success_rate > 0.999 then 1 else success_rate + 0.1 * (1 - success_rate) end`,
    })
    .where('success_rate', '<', 1),
)
// Shifts the end of a job into recent_ends; see trust/recent-ends.ts, where 32 is ENDS_FULL.
const shifted = (failed: 0 | 1) =>
  sql<number>`case when recent_ends >= 32 then 32 + (recent_ends * 2 + ${sql.lit(failed)}) % 32
    else recent_ends * 2 + ${sql.lit(failed)} end`
// A sample of bytes for a billed token counts as 0.1 in their moving average; null: the job is none.
const modelCompleted = statement<{
  host_id: string
  model: string
  now: number
  measured: number
  sample: number | null
}>()((q, p) =>
  q
    .updateTable('host_models')
    .set({
      last_completed_at: p('now'),
      recent_ends: shifted(0),
      measured_jobs: sql<number>`measured_jobs + ${p('measured')}`,
      bytes_per_token: sql<number>`coalesce(coalesce(bytes_per_token, ${p('sample')})
        + 0.1 * (${p('sample')} - coalesce(bytes_per_token, ${p('sample')})), bytes_per_token)`,
    })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)

// Of those that have a failure among their last ends: a 1 behind the leading one.
const recoverModels = statement()((q) =>
  q
    .updateTable('host_models')
    .set({ recent_ends: shifted(0) })
    .where('recent_ends', 'not in', [1, 2, 4, 8, 16, 32]),
)

const modelFailed = statement<{ host_id: string; model: string }>()((q, p) =>
  q
    .updateTable('host_models')
    .set({ recent_ends: shifted(1) })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)

/** Of a job that it did not complete. */
export const addEarnings = (tx: Tx, host_id: string, amount: bigint) => tx.run(earn, { host_id, amount })
/** A completed job with what it earned. */
export const countHostCompletion = (
  tx: Tx,
  { seconds, ...end }: { host_id: string; amount: bigint; tokens: number; seconds: number },
) => tx.run(completed, { ...end, speed: end.tokens === 0 ? null : end.tokens / Math.max(seconds, 0.001) })

/** The same for its model; `sample`: UTF-8 bytes that it delivered for a token that it billed, where that counts. */
export const countModelCompletion = (
  tx: Tx,
  end: { host_id: string; model: string; now: number; sample: number | undefined },
) => tx.run(modelCompleted, { ...end, measured: end.sample === undefined ? 0 : 1, sample: end.sample ?? null })

/** An attempt that failed, by whose fault nobody knows. */
export const countAttemptFailed = (tx: Tx, host_id: string) => tx.run(attemptFailed, { host_id })

/** It is known to be the host's. */
export async function countShownFailure(tx: Tx, host_id: string, model: string): Promise<void> {
  await tx.run(lessReliable, { host_id })
  await tx.run(modelFailed, { host_id, model })
}

/** What hosts failed is forgotten with time, a step an hour. */
export async function recoverReliability(tx: Tx): Promise<void> {
  await tx.run(recoverHosts, {})
  await tx.run(recoverModels, {})
}

/** Both at once. */
export async function countHostFailure(tx: Tx, host_id: string, model: string): Promise<void> {
  await tx.run(failed, { host_id })
  await tx.run(modelFailed, { host_id, model })
}
