import { jobTopic } from '../../bus/bus.ts'
import type { Market } from '../deps.ts'

/** Forgets an attempt's live stream, if it is still that attempt's, and has its readers look at what became of the job. */
export function closeAttempt(market: Market, { job_id, attempt }: { job_id: string; attempt: number }): void {
  const stream = market.streams.get(job_id)
  if (stream?.attempt === attempt) {
    market.streams.close(stream)
    market.waiting.freed(stream.host_id)
  }
  market.bus.publish(jobTopic(job_id))
}
