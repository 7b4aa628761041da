import {
  type Capability,
  ENGINE_UNREACHABLE,
  type FinishReason,
  type JobResult,
  MOST_TOOLS,
  type ResultAnswer,
  type ResultsRequest,
} from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Eventually } from '../../base/eventually.ts'
import { Turns } from '../../base/turns.ts'
import { type Appended, endOnce, type LiveStream, type Sender, speaksFor } from '../../live/streams.ts'
import { bitOf } from '../../storage/capability-mask.ts'
import type { Market } from '../deps.ts'
import type { Misfit } from '../formats/answer-fault.ts'
import type { AttemptLoss } from '../jobs/machine.ts'
import { hasCalls } from '../pieces/answer.ts'
import { storedPieces } from '../pieces/piece.ts'
import type { Delivery } from './charge-delivered.ts'
import { closeAttempt } from './close.ts'
import { workingCounts } from './deadlines.ts'
import { answerEnded, endedAs, jobsOfHost, runsFor } from './ended-jobs.ts'
import { countHandBacks } from './hand-back.ts'
import { handsOver } from './hand-over.ts'
import { heldAttempts, type Spoken } from './held-attempts.ts'
import { AlreadyEnded } from './job-end.ts'
import { judgeAnswer } from './judge-answer.ts'
import { INVALID_OUTPUT, loseAttempt, reportedLoss, TOO_LARGE } from './lose.ts'
import { revived } from './open.ts'
import { showFailures } from './reported-failures.ts'
import { complete } from './settle.ts'
import { mostBytes } from './text-bound.ts'

/**
 * Takes what a host says of its jobs: appends pieces, publishes them, ends jobs. Each entry has its own answer; one
 * about a job that is not this host's running attempt is `lost` and changes nothing. May be repeated at will.
 * Error: rate_limited, where the pieces of all jobs take more memory than they may and this host's take the most: it
 * keeps its own, of which nothing is taken but what ends a job, and comes again.
 */
export async function ingest(market: Market, request: ResultsRequest): Promise<ResultAnswer[]> {
  const { host_id, instance, results } = request
  const sender = { host_id, instance }
  const crowded = await market.streams.crowded(host_id, market.limits.live_bytes)
  const call: Call = { sender, crowded, stopping: request.stopping === true, refused: false }
  const held = await heldAttempts(market, call, results)
  await countHandBacks(market, host_id, held)
  const answers = await answerAll(market, call, results, held)
  if (call.refused && answers.every(({ state }) => state === 'running'))
    throw new DomainError('rate_limited', NO_ROOM, { retryAfterS: RETRY_S })
  return answers
}

/** One call of a host. */
interface Call extends Spoken {
  /** It was crowded, and brought some pieces. */
  refused: boolean
}

const RETRY_S = 1
const NO_ROOM =
  'The texts of running jobs take all the memory that this server has for them, and those of this host the most: ' +
  'keep what is not acknowledged, and send it again.'

/**
 * Answers all entries: those of attempts that the host runs at once, one after the other where they are of the same
 * attempt, and all others by one look. Others have their turn in between.
 */
async function answerAll(
  market: Market,
  call: Call,
  results: readonly JobResult[],
  held: ReadonlyMap<JobResult, LiveStream>,
): Promise<ResultAnswer[]> {
  const { sender } = call
  const rest = results.filter((result) => !held.has(result))
  const jobs = await jobsOfHost(market.database, sender.host_id, rest)
  const answers: (ResultAnswer | Promise<ResultAnswer>)[] = []
  const begun = new Map<string, Promise<ResultAnswer>>()
  const turns = new Turns()
  for (const result of results) {
    const stream = held.get(result)
    const job = jobs.get(result.job_id)
    if (stream || (market.streams.shared && runsFor({ ...sender, attempt: result.attempt }, job))) {
      const answer = behind(begun.get(result.job_id), () => ingestOne(market, call, result, stream))
      begun.set(result.job_id, answer)
      answers.push(answer)
    } else answers.push(endedAs(result, job))
    if (turns.isDue(sizeOf(result))) await turns.next()
  }
  return await Promise.all(answers)
}

/** What is said of an attempt after it was answered as over is answered alike. */
function behind(before: Promise<ResultAnswer> | undefined, take: () => Promise<ResultAnswer>): Promise<ResultAnswer> {
  const answer = before ? before.then((said) => (said.state === 'running' ? take() : said)) : take()
  // Whoever waits for all of them hears of it, which may be a turn later.
  answer.catch(() => undefined)
  return answer
}

const sizeOf = ({ tokens }: JobResult) => tokens.reduce((sum, piece) => sum + piece.length, 0)

/** `held`: the attempt as it was found when the call came; without it, it is looked for. */
async function ingestOne(market: Market, call: Call, result: JobResult, held?: LiveStream): Promise<ResultAnswer> {
  const { sender } = call
  // In this process's memory it is found at once, as it is now.
  const found = market.streams.shared && held ? held : market.streams.find(result.job_id)
  const stream = (found instanceof Promise ? await found : found) ?? (await revived(market, result.job_id))
  if (!stream || !speaksFor({ ...sender, attempt: result.attempt }, stream))
    return await answerEnded(market.database, sender, result)
  if (stream.ending) {
    // An end that failed (full disk) leaves the attempt running; then this call goes on with it.
    await stream.ending.catch(() => undefined)
    return await ingestOne(market, call, result)
  }
  if (result.error) {
    const untouched = hasNothingToSee(market, stream, result)
    await loseAttempt(market, stream, reportedLoss(result.error, stream.length - stream.prefix), { untouched })
    return await answerEnded(market.database, sender, result)
  }
  const brings = result.offset + result.tokens.length > stream.length
  const refused = call.crowded && !result.finish_reason && brings
  const appending = append(market, stream, result, refused)
  const appended = appending instanceof Promise ? await appending : appending
  // Not the attempt that it was when it was last spoken of here.
  if (!appended.live && held) return await ingestOne(market, call, result)
  if (!appended.live) return await answerEnded(market.database, sender, result)
  // Another server takes it back at this moment: the host asks again, and is told what became of it.
  if (stream.withheld) return running(stream)
  // A gap: pieces were lost on the way (or with our memory). The host sends again from what we have.
  if (result.offset > stream.length) return running(stream)
  if (refused) {
    call.refused = true
    return running(stream)
  }
  const answer = await judge(market, call, stream, result, appended)
  const leaves = call.stopping && answer.state === 'running' && !stream.resumed
  return leaves && (await handsOver(market, stream)) ? { ...answer, hand_over: true } : answer
}

/** Ends an attempt that is over, or over a bound, once its pieces were taken. */
async function judge(
  market: Market,
  { sender }: Call,
  stream: LiveStream,
  result: JobResult,
  { host_bytes }: Appended,
): Promise<ResultAnswer> {
  const excess = excessOf(stream, result)
  const finish = excess === 'tokens' ? 'length' : result.finish_reason
  if (excess !== 'bytes' && finish) return await end(market, sender, stream, result, finish)
  const full = host_bytes > market.limits.live_bytes_per_host
  const large = excess === 'bytes' ? stream : full ? await market.streams.largestOf(stream.host_id) : undefined
  if (large) await loseAttempt(market, large, TOO_LARGE)
  return large?.job_id === stream.job_id ? await answerEnded(market.database, sender, result) : running(stream)
}

/**
 * Of an attempt from before a restart the server does not know what readers saw. A host whose engine went away at the
 * same time says where it stands: before the first piece there was nothing to see, and the job may run again. Its word
 * is enough where hosts and buyers are one's own; among strangers it would let a host have a text replaced.
 */
function hasNothingToSee({ trust }: Market, stream: LiveStream, { offset, tokens, error }: JobResult): boolean {
  const untouched = stream.length === 0 && offset === 0 && tokens.length === 0
  return trust === 'own' && stream.resumed && untouched && error?.code === ENGINE_UNREACHABLE && error.retryable
}

/** Appends what is new of the pieces, trimming overlap; of one that is `refused` nothing, but its job was named. */
function append(market: Market, stream: LiveStream, result: JobResult, refused: boolean): Eventually<Appended> {
  const { offset, tokens, notes } = result
  const most = refused ? 0 : Math.max(0, mostPieces(stream) - offset)
  const taken = tokens.length > most ? tokens.slice(0, most) : tokens
  const pieces = storedPieces(taken, notes, wantedBy(stream))
  const working = result.working === true && workingCounts(market)
  const appended = market.streams.append(stream, { offset, pieces, working })
  if (appended instanceof Promise) return appended.then((then) => tellAppended(market, stream, then))
  return tellAppended(market, stream, appended)
}

function tellAppended(market: Market, stream: LiveStream, appended: Appended): Appended {
  if (appended.added === 0) return appended
  if (appended.before === 0 && !stream.resumed && stream.prefix === 0) countFirst(market, stream)
  market.meter.pieces(appended.added)
  // What is shared was published with the pieces.
  if (!market.streams.shared) market.bus.publish(stream.topic)
  return appended
}

function wantedBy(stream: LiveStream) {
  return {
    ...{ tools: asks(stream, 'tools'), logprobs: asks(stream, 'logprobs') },
    ...{ embeddings: asks(stream, 'embeddings'), rerank: asks(stream, 'rerank') },
  }
}

/** Which bound the host went over, if any. */
function excessOf(stream: LiveStream, { offset, tokens }: JobResult): 'tokens' | 'bytes' | undefined {
  if (stream.bytes > mostBytes(stream)) return 'bytes'
  return offset + tokens.length > mostPieces(stream) ? 'tokens' : undefined
}

/** A call begins with a piece that is no token of the model's: its name. */
const mostPieces = (stream: LiveStream) => stream.max_tokens + (asks(stream, 'tools') ? MOST_TOOLS : 0)

const asks = ({ needs }: LiveStream, capability: Capability) => (needs & bitOf(capability)) !== 0

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
  const delivery = { job_id: stream.job_id, attempt: stream.attempt, ...countedBy(result) }
  try {
    const ended = await endOnce(stream, async () => {
      const whole = market.streams.refresh(stream)
      if (whole instanceof Promise) await whole
      const { pieces } = stream
      const { misfit, judged } = await judgeAnswer(market, stream, { ...delivery, pieces }, finish)
      if (misfit) return { misfit }
      const completed = await complete(market, { ...delivery, pieces }, reasonOf(stream, finish))
      if (completed && judged) market.unfit.paid(judged.user_id, completed.earned_nano)
      return completed
    })
    if (ended && 'misfit' in ended) await loseAttempt(market, stream, lossBy(ended.misfit))
    else if (ended) {
      if (stream.attempt > 1) await showFailures(market, stream)
      return endedAnswer(stream, ended.earned_nano)
    }
    // Not running any more, whoever ended it: nothing is left to stream.
    else closeAttempt(market, stream)
  } catch (error) {
    if (!(error instanceof AlreadyEnded)) throw error
  }
  return await answerEnded(market.database, sender, result)
}

/** Calls are how an answer ended that has some, whatever its engine calls it, and no other answer ended by them. */
function reasonOf(stream: LiveStream, finish: FinishReason): FinishReason {
  if (finish === 'length') return finish
  return asks(stream, 'tools') && hasCalls(stream.pieces) ? 'tool_calls' : 'stop'
}

/** A schema that nothing can fit is the buyer's own: only what is not even in form speaks against the host. */
function lossBy({ what, form }: Misfit): AttemptLoss {
  return { code: INVALID_OUTPUT, retryable: true, unharmed: false, blameless: !form, message: what }
}

function countedBy({ usage, stop_sequence }: JobResult): Pick<Delivery, 'engine_tokens' | 'counts' | 'stopped'> {
  const { prompt_tokens, cached_tokens, reasoning_tokens, completion_tokens } = usage ?? {}
  const counts = {
    prompt_tokens: prompt_tokens ?? undefined,
    cached_tokens: cached_tokens ?? undefined,
    reasoning_tokens: reasoning_tokens ?? undefined,
  }
  return { engine_tokens: completion_tokens ?? undefined, counts, stopped: stop_sequence ?? undefined }
}

function endedAnswer(stream: LiveStream, earned: bigint): ResultAnswer {
  return { job_id: stream.job_id, state: 'completed', next_offset: stream.length, credits_earned: earned }
}

function running(stream: LiveStream): ResultAnswer {
  return { job_id: stream.job_id, state: 'running', next_offset: stream.length }
}
