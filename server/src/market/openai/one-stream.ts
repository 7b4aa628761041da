import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import type { JobRow } from '../jobs/store.ts'
import { type RelayEnd, relay, type Sink, saysGoingOn } from '../streams/relay.ts'
import { type Asked, drop, endedJob, textFrom } from './complete.ts'
import { failureOf } from './failure.ts'

export interface EndedAnswer {
  job: Pick<
    JobRow,
    'job_id' | 'finish_reason' | 'prompt_tokens' | 'cached_tokens' | 'reasoning_tokens' | 'tokens_generated'
  >
  /** The text that it stopped at, where that was asked and is known. */
  stopped?: string | undefined
}

/** How a format words the answer of one job as it comes. */
export interface AnswerWriter {
  begin(): string
  /** A piece as streams keep it. */
  piece(stored: string): string
  end(ended: EndedAnswer): string
}

export interface OneSink extends Omit<Sink, 'format'> {
  /** After text was sent there is no status to answer with. */
  fail: (error: DomainError) => string
  /** Texts at which it may stop: its end says at which of them it did. */
  stops?: readonly string[] | undefined
}

async function stoppedIn(market: Market, job: JobRow, { stops }: OneSink): Promise<Pick<EndedAnswer, 'stopped'>> {
  if (!stops || job.finish_reason !== 'stop') return {}
  return { stopped: (await textFrom(market, job, stops)).stopped }
}

/**
 * Streams the pieces of a request's only job; the answer is what to end the stream with. A reader that leaves cancels
 * the job, and so does a server that stops, which says so.
 */
export async function streamOne(market: Market, asked: Asked, writer: AnswerWriter, sink: OneSink): Promise<string> {
  const job_id = asked.job_ids[0] as string
  await sink.write(writer.begin())
  const format = { piece: (stored: string) => writer.piece(stored), goesOn: saysGoingOn, end: () => '' }
  const end: RelayEnd | undefined = await relay(market, job_id, undefined, { ...sink, format })
  if (!end || sink.gone.aborted) {
    await drop(market, asked)
    return sink.gone.reason instanceof DomainError ? sink.fail(sink.gone.reason) : ''
  }
  const job = await endedJob(market, job_id)
  if (end.error === null) return writer.end({ job, ...(await stoppedIn(market, job, sink)) })
  return sink.fail(failureOf({ ...job, error: end.error }, job.charged_nano))
}
