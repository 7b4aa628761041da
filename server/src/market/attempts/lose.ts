import { ENGINE_UNREACHABLE, HANDED_BACK, type JobResult } from '@mkt/schemas'
import { userById } from '../../accounts/user-store.ts'
import { DomainError } from '../../base/errors.ts'
import { hostTopic, jobTopic } from '../../bus/bus.ts'
import { TIMES } from '../../limits.ts'
import { endOnce, type LiveStream } from '../../live/streams.ts'
import type { Tx } from '../../storage/database.ts'
import { DatabaseAway } from '../../storage/database-away.ts'
import type { Market } from '../deps.ts'
import { countHostFailure } from '../hosts/ends-store.ts'
import { holdOffLoser } from '../hosts/hold-off-loser.ts'
import { type AttemptLoss, afterLoss, type Doubt } from '../jobs/machine.ts'
import { enterQueue } from '../jobs/queue-store.ts'
import { excludeHost, requeueJob, type SecondTry } from '../jobs/store.ts'
import { STANDING } from '../trust/standing.ts'
import { CANCELLED } from './cancel.ts'
import { closeAttempt } from './close.ts'
import { isContinuable } from './continuable.ts'
import { anyTakesPrefix, giveTurnBack, markContinued } from './continue-store.ts'
import { AlreadyEnded, type RunningJob, runningAttempt } from './job-end.ts'
import { plainMessage } from './message.ts'
import { insertPart } from './parts-store.ts'
import { noteReport } from './reported-failures.ts'
import { doubtOf, runsElsewhere, secondTry } from './second-try.ts'
import { completeIn, failUnfinished } from './settle.ts'
import { isTooLong, TOO_LONG } from './too-long.ts'

export const HOST_SILENT: AttemptLoss = { code: 'host_lost', retryable: true, unharmed: false }
/** A job that runs ends as one that waits does, a day after its submission; most of that it may have waited. */
export const DAY_OVER: AttemptLoss = { code: 'expired', retryable: false, unharmed: false, blameless: true }

/** The answer was not what was asked for, as the server found. */
export const INVALID_OUTPUT = 'invalid_output'

/** More than a text of so many tokens can be: whoever went on with it would be over that bound with its first piece. */
export const TOO_LARGE: AttemptLoss = { code: 'output_too_large', retryable: false, unharmed: false }

const OURS = new Set(['cancelled', 'expired', 'host_lost', INVALID_OUTPUT, TOO_LARGE.code, 'stream_restarted'])

/** What a host reports whose engine finds fault with what is asked, which another engine may not. */
export const REFUSED = 'request_refused'
const REFUSALS = new Set([REFUSED, TOO_LONG])

/** A loss as a host reports it, of an attempt with so many pieces; its own hand-back leaves the job unharmed. */
export function reportedLoss(error: NonNullable<JobResult['error']>, pieces: number): AttemptLoss {
  const unharmed = error.code === HANDED_BACK
  const untried = error.code === ENGINE_UNREACHABLE && error.retryable && pieces === 0
  // Our own words must stay ours: a host cannot say that its job was cancelled.
  const code = OURS.has(error.code) ? 'host_error' : error.code
  const retryable = unharmed || error.retryable
  const refused = !retryable && REFUSALS.has(code)
  return { code, retryable, unharmed, untried, reported: true, refused, message: error.message }
}

/**
 * Takes a lost attempt's job back to the queue, or fails it free where it cannot run again. `untouched`: of a resumed
 * attempt without a piece nobody can have seen one.
 */
export async function loseAttempt(
  market: Market,
  stream: LiveStream,
  loss: AttemptLoss,
  { untouched = false } = {},
): Promise<void> {
  await endOnce(stream, async () => {
    const doubt = await doubtOf(market, stream)
    const elsewhere = loss.refused === true && (await runsElsewhere(market, stream))
    const tooLong = await isTooLong(market, stream, loss)
    const heirs = await anyTakesPrefix(market.database, stream.model, market.clock.now() - TIMES.quote_ms)
    const known = heirs && !stream.resumed
    // Nobody is sent anything of it from here on: what is unread when this is decided has to stay unread.
    const unseen = market.streams.takeBack(stream, { untouched, whole: known })
    const seen = !(unseen instanceof Promise ? await unseen : unseen)
    try {
      await market.database.transaction((tx) =>
        applyLoss(tx, market, { stream, seen, known, tooLong, elsewhere }, loss, doubt),
      )
    } catch (error) {
      // It may be in the queue again: nobody may read it. Whoever watches leases finds out what is true.
      if (error instanceof DatabaseAway && error.unconfirmed) throw error
      if (!(error instanceof AlreadyEnded)) {
        // The attempt goes on, and so do its readers.
        await market.streams.goOn(stream)
        market.bus.publish(jobTopic(stream.job_id))
        throw error
      }
    }
    closeAttempt(market, stream)
    market.bus.publish(hostTopic(stream.host_id))
  })
}

interface Lost {
  stream: LiveStream
  seen: boolean
  known: boolean
  tooLong: boolean
  elsewhere: boolean
}

async function applyLoss(
  tx: Tx,
  market: Market,
  { stream, seen, known, tooLong, elsewhere }: Lost,
  loss: AttemptLoss,
  doubt: Doubt | undefined,
): Promise<void> {
  const job = await runningAttempt(tx, stream)
  if (!job) return
  const { length } = stream.pieces
  const after = afterLoss(loss, {
    failures: job.failures,
    seen,
    known: known && length > 0 && loss !== TOO_LARGE && isContinuable(stream),
    doubt,
    elsewhere,
  })
  if (after.next === 'continue' && length >= job.max_tokens) {
    // All that was asked for is there: only the word that it ends is missing.
    await completeIn(tx, market, job, { ...stream, pieces: stream.pieces }, 'length')
  } else if (await isOut(tx, job)) {
    // Whoever cancels what users have queued who are out may have looked already, and hosts do not ask.
    await failUnfinished(tx, market, job, { error: CANCELLED, error_message: null, pieces: stream.pieces, seen })
  } else if (after.next === 'fail') {
    const error_message = loss.unharmed ? null : plainMessage(loss.message)
    await failUnfinished(tx, market, job, { error: after.error, error_message, pieces: stream.pieces, seen })
  } else {
    // A better one that cannot go on with the text is not waited for: within a minute the text is given up.
    const again = secondTry(market, after.failures, after.next === 'continue' ? doubt?.heir : doubt?.best)
    const continues = after.next === 'continue'
    await backToQueue(tx, market, { ...job, continues }, { failures: after.failures, ...again })
    if (continues) await keepForNext(tx, market, { job, stream }, loss)
    if (after.exclude) await exclude(tx, market, job)
  }
  if (loss.unharmed || loss.blameless || tooLong) return
  // Among one's own a broken engine is the usual reason, and no buyer is hostile.
  if (loss.reported && market.trust === 'strangers')
    return await noteReport(tx, market, job, doubt?.own ?? STANDING.new)
  await countHostFailure(tx, job.host_id, job.model)
  await holdOffLoser(tx, market, job.host_id, { silent: loss === HOST_SILENT, standing: doubt?.own })
}

const isOut = async (tx: Tx, { user_id }: RunningJob) => (await userById(tx, user_id))?.disabled === 1

/** What is there of the text is kept, and who is to be paid for it. */
async function keepForNext(
  tx: Tx,
  market: Market,
  { job, stream }: { job: RunningJob; stream: LiveStream },
  { code, unharmed }: AttemptLoss,
): Promise<void> {
  const { job_id, user_id, attempt, host_id, price_nano, prefix_tokens: first_offset } = job
  const own = stream.pieces.slice(first_offset)
  const part = { job_id, attempt, host_id, price_nano, first_offset, pieces: own.length, ...UNPAID }
  const said = { error: unharmed ? null : code, ended_at: market.clock.now(), pieces_json: JSON.stringify(own) }
  await insertPart(tx, { ...part, ...said })
  await markContinued(tx, job_id, stream.pieces.length, stream.first_at ?? null)
  await giveTurnBack(tx, user_id)
}

const UNPAID = { billed_tokens: 0, charged_nano: 0n, charged_promo_nano: 0n, earned_nano: 0n }

/** Its parked polls look again once it may have the job. */
async function exclude(tx: Tx, market: Market, { job_id, host_id }: RunningJob): Promise<void> {
  await excludeHost(tx, job_id, host_id, market.clock.now())
  tx.onCommit(() => market.comebacks.expect(host_id))
}

async function backToQueue(
  tx: Tx,
  market: Market,
  job: RunningJob & { continues: boolean },
  again: SecondTry & { failures: number },
): Promise<void> {
  const { job_id, attempt } = job
  if (!(await requeueJob(tx, { job_id, attempt, ...again }))) throw new AlreadyEnded(job.job_id)
  await enterQueue(tx, job)
  tx.onCommit(() => {
    closeAttempt(market, job)
    market.waiting.requeued(job)
  })
}

/** Takes back a claim whose offer never reached its host: no failed attempt, nobody excluded. Never rejects. */
export async function returnOffer(market: Market, claimed: { job_id: string; attempt: number }): Promise<void> {
  const { job_id, attempt } = claimed
  try {
    const stream = await market.streams.find(job_id)
    if (stream?.attempt !== attempt || stream.length > stream.prefix) return
    await loseAttempt(market, stream, { code: HANDED_BACK, retryable: true, unharmed: true })
  } catch (error) {
    // The lease will end it in any case.
    const what = 'an offer that was not delivered could not be taken back'
    if (error instanceof DomainError) market.log.warn({ job_id, why: error.message }, what)
    else market.log.error({ err: error, job_id }, what)
  }
}
