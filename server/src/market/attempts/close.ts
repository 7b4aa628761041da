import { jobTopic } from '../../bus/bus.ts'
import type { LiveStream } from '../../live/streams.ts'
import type { Market } from '../deps.ts'

/** Forgets an attempt's live stream, if it is still that attempt's, and has its readers look at what became of the job. */
export function closeAttempt(market: Market, attempt: Ended): void {
  market.streams.close(attempt)
  if (attempt.host_id !== null) market.waiting.freed(attempt.host_id)
  market.bus.publish(jobTopic(attempt.job_id))
}

type Ended = Pick<LiveStream, 'job_id' | 'attempt'> & { host_id: string | null }
