import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { cancel } from '../jobs/cancel.ts'
import { relay, type Sink } from '../streams/relay.ts'
import { type Asked, endedJob, failureOf } from './complete.ts'
import { chunk, event, usageOf } from './translate.ts'

const DONE = 'data: [DONE]\n\n'

export interface ChunkSink extends Omit<Sink, 'format'> {
  /** After text was sent there is no status to answer with: OpenAI's clients take an error from the stream. */
  describe: (error: DomainError) => object
}

/**
 * Streams a job's pieces as OpenAI's chunks; the answer is what to end the stream with. A reader that leaves cancels
 * its job, and so does a server that stops, which says so.
 */
export async function streamAnswer(
  market: Market,
  asked: Asked,
  includeUsage: boolean,
  sink: ChunkSink,
): Promise<string> {
  let opens = true
  const piece = (text: string) => {
    const first = opens
    opens = false
    return chunk(asked.of, { text, opens: first })
  }
  const goesOn = (attempt: number) => `: another host goes on with the text (attempt ${attempt})\n\n`
  const format = { piece, goesOn, end: () => '' }
  const end = await relay(market, asked.job_id, undefined, { ...sink, format })
  if (!end || sink.gone.aborted) {
    await cancel(market, asked.user_id, asked.job_id)
    return sink.gone.reason instanceof DomainError ? event(sink.describe(sink.gone.reason)) : ''
  }
  if (end.error !== null) return event(sink.describe(failureOf(end.error)))
  const job = await endedJob(market, asked)
  const usage = includeUsage ? chunk(asked.of, { usage: usageOf(job) }) : ''
  return chunk(asked.of, { finish_reason: job.finish_reason ?? 'stop', opens }) + usage + DONE
}
