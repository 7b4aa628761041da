import { DomainError } from '../../base/errors.ts'
import type { LiveStream } from '../../live/streams.ts'
import { returnOffer } from '../attempts/lose.ts'
import type { Market } from '../deps.ts'

interface Said {
  host_id: string
  instance?: string | undefined
  unanswered?: readonly number[] | undefined
}

/**
 * Ends polls of which the agent says that the answer was lost on its way and will not be taken: what waits here for a
 * job ends, and a job that one of them got goes back to the queue, unharmed. Without it the job waits for its lease,
 * and its host for the minute after that. It is said again for as long as such a poll may wait somewhere.
 */
export async function forgetPolls(market: Market, { host_id, instance, unanswered }: Said): Promise<void> {
  if (instance === undefined || !unanswered?.length) return
  const lost = new Set(unanswered)
  for (const poll of market.waiting.ofHost(host_id)) {
    if (poll.instance === instance && poll.number !== undefined && lost.has(poll.number)) poll.dismiss()
  }
  for (const stream of await runningOn(market, host_id)) {
    if (stream.instance === instance && stream.poll !== undefined && lost.has(stream.poll))
      await returnOffer(market, stream)
  }
}

/** Nothing where what servers share cannot be reached: it is said again. */
async function runningOn({ streams }: Market, host_id: string): Promise<readonly LiveStream[]> {
  try {
    return await streams.ofHost(host_id)
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}
