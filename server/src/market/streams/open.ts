import type { Market } from '../deps.ts'
import { type Deadlines, deadlinesOf, type Patience } from '../jobs/deadlines.ts'
import type { NewStream } from './live.ts'

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
