import type { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { cancel } from '../jobs/cancel.ts'
import { relay, type Sink } from '../streams/relay.ts'
import { type Asked, endedJob, failureOf } from './complete.ts'
import { chunk, event, usageOf } from './translate.ts'

const DONE = 'data: [DONE]\n\n'

/** Streams a job's pieces as OpenAI's chunks, then how it ended. A reader that leaves cancels its job. */
export async function streamAnswer(
  market: Market,
  asked: Asked,
  includeUsage: boolean,
  sink: Omit<Sink, 'format'> & { describe: (error: DomainError) => object },
): Promise<void> {
  const format = { piece: (text: string) => chunk(asked.of, { text }), end: () => '' }
  const end = await relay(market, asked.job_id, undefined, { ...sink, format })
  if (!end || sink.gone.aborted) return await cancel(market, asked.user_id, asked.job_id)
  // After text was sent there is no status to answer with: OpenAI's clients take an error from the stream.
  if (end.error !== null) return await sink.write(event(sink.describe(failureOf(end.error))))
  const job = await endedJob(market, asked)
  const usage = includeUsage ? chunk(asked.of, { usage: usageOf(job) }) : ''
  await sink.write(chunk(asked.of, { finish_reason: job.finish_reason ?? 'stop' }) + usage + DONE)
}
