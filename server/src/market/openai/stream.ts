import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { type RelayEnd, relay, type Sink, saysGoingOn } from '../streams/relay.ts'
import { type Asked, chargedFor, drop, endedJob, orDrop } from './complete.ts'
import { failureOf } from './failure.ts'
import { type Answering, ChunkWriter, event, usageChunk, usageOf } from './write.ts'

const DONE = 'data: [DONE]\n\n'

export interface ChunkSink extends Omit<Sink, 'format'> {
  /** After text was sent there is no status to answer with: OpenAI's clients take an error from the stream. */
  describe: (error: DomainError) => object
}

/**
 * Streams the pieces of a request's jobs as OpenAI's chunks, each job by its index; the answer is what to end the
 * stream with. A reader that leaves cancels its jobs, and so does a server that stops, which says so, and a job that
 * fails.
 */
export async function streamAnswer(
  market: Market,
  asked: Asked,
  of: Answering,
  includeUsage: boolean,
  sink: ChunkSink,
): Promise<string> {
  const over = new AbortController()
  const gone = AbortSignal.any([sink.gone, over.signal])
  const relayOne = async (job_id: string, index: number) => {
    let end: RelayEnd | undefined
    try {
      end = await relayChoice(market, of, { job_id, index }, { ...sink, gone })
    } finally {
      if (end?.error !== null) over.abort()
    }
    return end
  }
  const ends = await orDrop(market, asked, () => Promise.all(asked.job_ids.map(relayOne)))
  const failed = ends.find((end) => end && end.error !== null)
  if (sink.gone.aborted || failed || ends.includes(undefined)) await drop(market, asked)
  if (sink.gone.aborted) {
    return sink.gone.reason instanceof DomainError ? event(sink.describe(sink.gone.reason)) : ''
  }
  if (failed) {
    const job = await endedJob(market, asked.job_ids[ends.indexOf(failed)] as string)
    return event(sink.describe(failureOf({ ...job, error: failed.error }, await chargedFor(market, asked))))
  }
  if (!includeUsage) return DONE
  const jobs = await Promise.all(asked.job_ids.map((job_id) => endedJob(market, job_id)))
  return usageChunk(of, usageOf(jobs)) + DONE
}

/** One answer to its end, which is said with the reason why it ended. */
async function relayChoice(
  market: Market,
  of: Answering,
  choice: { job_id: string; index: number },
  sink: ChunkSink,
): Promise<RelayEnd | undefined> {
  const writer = new ChunkWriter(of, choice)
  const format = { piece: (stored: string) => writer.piece(stored), goesOn: saysGoingOn, end: () => '' }
  const end = await relay(market, choice.job_id, undefined, { ...sink, format })
  if (end?.error !== null || sink.gone.aborted) return end
  const job = await endedJob(market, choice.job_id)
  await sink.write(writer.end(job.finish_reason ?? 'stop'))
  return end
}
