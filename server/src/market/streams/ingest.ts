import {
  ENGINE_UNREACHABLE,
  type FinishReason,
  type JobResult,
  type ResultAnswer,
  type ResultsRequest,
} from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { countHandBacks } from '../hosts/hand-back.ts'
import { workingCounts } from '../jobs/deadlines.ts'
import { loseAttempt, reportedLoss } from '../jobs/lose.ts'
import type { AttemptLoss } from '../jobs/machine.ts'
import { AlreadyEnded, complete } from '../jobs/settle.ts'
import { jobById } from '../jobs/store.ts'
import { closeAttempt } from './close.ts'
import { endOnce, type LiveStream, type Sender, speaksFor } from './live.ts'

// A token of any real model is far below this; a host that sends more is filling our memory.
const BYTES_PER_TOKEN = 256
const BYTES_ANYWAY = 65_536
const BYTES_AT_MOST = 8_388_608

/**
 * Takes what a host says of its jobs: appends pieces, publishes them, ends jobs. Each entry has its own answer; one
 * about a job that is not this host's running attempt is `lost` and changes nothing. May be repeated at will.
 * Error: rate_limited, where the pieces of all jobs take more memory than they may and this host's take the most: it
 * keeps its own, of which nothing is taken but what ends a job, and comes again.
 */
export async function ingest(market: Market, request: ResultsRequest): Promise<ResultAnswer[]> {
  const { host_id, instance } = request
  await countHandBacks(market, { host_id, instance }, request.results)
  const call: Call = { sender: { host_id, instance }, crowded: isCrowded(market, host_id), refused: false }
  const answers = await Promise.all(request.results.map((result) => ingestOne(market, call, result)))
  if (call.refused && answers.every(({ state }) => state === 'running'))
    throw new DomainError('rate_limited', NO_ROOM, { retryAfterS: RETRY_S })
  return answers
}

/** One call of a host. */
interface Call {
  sender: Sender
  /** No memory is left for more of this host's pieces ... */
  crowded: boolean
  /** ... and it brought some. */
  refused: boolean
}

const RETRY_S = 1
const NO_ROOM =
  'The texts of running jobs take all the memory that this server has for them, and those of this host the most: keep what is not acknowledged, and send it again.'

const isCrowded = ({ streams, limits }: Market, host_id: string) =>
  streams.held > limits.live_bytes && streams.holdsMost(host_id)

async function ingestOne(market: Market, call: Call, result: JobResult): Promise<ResultAnswer> {
  const { sender } = call
  const stream = market.streams.get(result.job_id)
  if (!stream || !speaksFor({ ...sender, attempt: result.attempt }, stream))
    return await answerEnded(market, sender, result)
  // An end that failed (full disk) leaves the attempt running; then this call goes on with it.
  while (stream.ending) await stream.ending.catch(() => undefined)
  if (market.streams.get(result.job_id) !== stream) return await answerEnded(market, sender, result)
  stream.named_at = market.clock.monotonic()
  if (result.working && workingCounts(market)) stream.advanced_at = stream.named_at
  if (result.error) {
    if (hasNothingToSee(market, stream, result)) stream.seen = false
    await loseAttempt(market, stream, reportedLoss(result.error, stream.pieces.length))
    return await answerEnded(market, sender, result)
  }
  // A gap: pieces were lost on the way (or with our memory). The host sends again from what we have.
  if (result.offset > stream.pieces.length) return running(stream)
  if (call.crowded && !result.finish_reason && result.offset + result.tokens.length > stream.pieces.length) {
    call.refused = true
    return running(stream)
  }
  const excess = append(market, stream, result)
  const finish = excess === 'tokens' ? 'length' : result.finish_reason
  if (excess !== 'bytes' && finish) return await end(market, sender, stream, result, finish)
  const large = excess === 'bytes' ? stream : tooLarge(market, stream)
  if (large) await loseAttempt(market, large, TOO_LARGE)
  return large === stream ? await answerEnded(market, sender, result) : running(stream)
}

const TOO_LARGE: AttemptLoss = { code: 'output_too_large', retryable: false, unharmed: false }

/** The largest of a host's attempts, where all of them together take more memory than one host's may. */
function tooLarge({ streams, limits }: Market, { host_id }: LiveStream): LiveStream | undefined {
  return streams.heldBy(host_id) > limits.live_bytes_per_host ? streams.largestOf(host_id) : undefined
}

/**
 * Of an attempt from before a restart the server does not know what readers saw. A host whose engine went away at the
 * same time says where it stands: before the first piece there was nothing to see, and the job may run again. Its word
 * is enough where hosts and buyers are one's own; among strangers it would let a host have a text replaced.
 */
function hasNothingToSee({ trust }: Market, stream: LiveStream, { offset, tokens, error }: JobResult): boolean {
  const untouched = stream.pieces.length === 0 && offset === 0 && tokens.length === 0
  return trust === 'own' && stream.resumed && untouched && error?.code === ENGINE_UNREACHABLE && error.retryable
}

/** Appends what is new of the pieces, trimming overlap; says which bound the host went over, if any. */
function append(market: Market, stream: LiveStream, { offset, tokens }: JobResult): 'tokens' | 'bytes' | undefined {
  const before = stream.pieces.length
  const { bytes } = stream
  const upTo = Math.min(offset + tokens.length, stream.max_tokens)
  for (let at = before; at < upTo; at++) {
    market.streams.add(stream, tokens[at - offset] as string)
  }
  if (stream.bytes > bytes) stream.advanced_at = market.clock.monotonic()
  if (upTo > before) {
    if (before === 0 && !stream.resumed) countFirst(market, stream)
    market.meter.pieces(upTo - before)
    market.bus.publish(stream.topic)
  }
  const most = Math.min(BYTES_AT_MOST, BYTES_ANYWAY + stream.max_tokens * BYTES_PER_TOKEN)
  if (stream.bytes > most) return 'bytes'
  return offset + tokens.length > stream.max_tokens ? 'tokens' : undefined
}

function countFirst(market: Market, { model, created_at }: LiveStream): void {
  const seconds = (market.clock.now() - created_at) / 1000
  market.meter.firstToken(seconds)
  market.figures.firstToken(model, seconds)
}

async function end(
  market: Market,
  sender: Sender,
  stream: LiveStream,
  result: JobResult,
  finish: FinishReason,
): Promise<ResultAnswer> {
  const engine_tokens = result.usage?.completion_tokens ?? undefined
  const prompt_tokens = result.usage?.prompt_tokens ?? undefined
  const delivery = {
    job_id: stream.job_id,
    attempt: stream.attempt,
    pieces: stream.pieces,
    engine_tokens,
    prompt_tokens,
  }
  try {
    const ended = await endOnce(stream, () => complete(market, delivery, finish))
    if (ended) return endedAnswer(stream, ended.earned_nano)
    // Not running any more, whoever ended it: nothing is left to stream.
    closeAttempt(market, stream)
  } catch (error) {
    if (!(error instanceof AlreadyEnded)) throw error
  }
  return await answerEnded(market, sender, result)
}

function endedAnswer(stream: LiveStream, earned: bigint): ResultAnswer {
  return { job_id: stream.job_id, state: 'completed', next_offset: stream.pieces.length, credits_earned: earned }
}

function running(stream: LiveStream): ResultAnswer {
  return { job_id: stream.job_id, state: 'running', next_offset: stream.pieces.length }
}

/** What became of a job that has no live stream for this sender: its end if it was the sender's attempt, else `lost`. */
async function answerEnded(market: Market, sender: Sender, result: JobResult): Promise<ResultAnswer> {
  const { job_id } = result
  const next_offset = result.offset + result.tokens.length
  const job = await jobById(market.database, job_id)
  const own = job?.host_id === sender.host_id && (result.attempt === undefined || result.attempt === job.attempt)
  if (!own || job.state === 'queued' || job.state === 'running') return { job_id, state: 'lost', next_offset: 0 }
  const state = job.error === 'cancelled' ? 'cancelled' : job.state
  return { job_id, state, next_offset, credits_earned: job.earned_nano }
}
