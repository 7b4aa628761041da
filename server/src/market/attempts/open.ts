import type { Deadlines, LiveStream, NewStream } from '../../live/streams.ts'
import type { Market } from '../deps.ts'
import { attemptRunning } from '../jobs/store.ts'
import { deadlinesOf, type Patience } from './deadlines.ts'
import { textSoFar } from './text-so-far.ts'

/** An attempt and what its host says of its engines. */
export type RunningAttempt = Omit<NewStream, 'deadlines' | 'host_id'> & Patience & { host_id: string | null }

/** Opens the stream of an attempt that this server finds running; a claim's own begins with its commit. */
export function resumeAttempt(
  { streams, limits, trust }: Pick<Market, 'streams' | 'limits' | 'trust'>,
  { first_piece_seconds, next_piece_seconds, patience_json, host_id, ...attempt }: RunningAttempt,
): void {
  if (host_id === null) return
  const patience = { first_piece_seconds, next_piece_seconds, patience_json }
  const deadlines: Deadlines = deadlinesOf({ limits, trust }, patience, attempt)
  streams.open({ ...attempt, host_id, deadlines }, { resumed: true })
}

/**
 * The stream of a job that runs and has none, in a place that servers share and that was emptied, or not reached when
 * it was claimed: its host is asked to send again from the first piece. Undefined where the job does not run.
 */
export async function revived(market: Market, jobId: string): Promise<LiveStream | undefined> {
  if (!market.streams.shared) return undefined
  const job = await attemptRunning(market.database, jobId)
  if (!job) return undefined
  resumeAttempt(market, { ...job, before: await textSoFar(market.database, job) })
  return await market.streams.find(jobId)
}
