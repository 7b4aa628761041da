import { allApart } from '../../base/each-apart.ts'
import { TIMES } from '../../limits.ts'
import type { LiveStream } from '../../live/streams.ts'
import { closeAttempt } from '../attempts/close.ts'
import { pastDeadline } from '../attempts/deadlines.ts'
import { DAY_OVER, HOST_SILENT, loseAttempt } from '../attempts/lose.ts'
import { resumeAttempt } from '../attempts/open.ts'
import { textSoFar } from '../attempts/text-so-far.ts'
import type { Market } from '../deps.ts'
import type { AttemptLoss } from '../jobs/machine.ts'
import { attemptRunning, runningAttempts } from '../jobs/store.ts'
import { everyAtOne, soonAfterOutage } from './at-one.ts'

const EVERY_MS = 5_000

/**
 * Gives up attempts that their host has not named for the length of a lease, or that are past one of their deadlines,
 * and jobs that were submitted a day ago. It looks at what is in memory: a round costs the running attempts.
 */
export function startLeaseWatch(market: Market) {
  return everyAtOne(market, 'lease-watch', EVERY_MS, (stoodStill) => watchLeases(market, stoodStill))
}

/** `stoodStill`: this process did, not long ago. */
export async function watchLeases(market: Market, stoodStill = false): Promise<void> {
  const live = await watched(market)
  const moment = { before: market.queueTime.submittedBefore(), afterOutage: stoodStill || soonAfterOutage(market) }
  const over = live.flatMap((stream) => {
    const why = whyOver(market, stream, moment)
    return why ? [{ stream, why }] : []
  })
  await allApart(
    over.map(async ({ stream, why }) => {
      await loseAttempt(market, stream, LOSSES[why] ?? HOST_SILENT)
      const { job_id, host_id, attempt } = stream
      market.log.info({ job_id, host_id, attempt, why }, `attempt lost: ${SAID[why]}`)
    }),
  )
}

const SAID = {
  day_over: 'its job was submitted a day ago',
  silent: 'its host is silent',
  first_piece: 'no first piece in time',
  next_piece: 'no further piece in time',
  end: 'no end in time',
  half_taken_back: 'whoever took it back did not finish',
}
/** The server that took it back ended in between: what it began is done again. Its host did nothing wrong. */
const HALF_TAKEN_BACK: AttemptLoss = { code: 'host_lost', retryable: true, unharmed: true }
const LOSSES: Partial<Record<keyof typeof SAID, AttemptLoss>> = {
  day_over: DAY_OVER,
  half_taken_back: HALF_TAKEN_BACK,
}
/** Longer than a transaction takes that is told how it ended. */
const TAKING_BACK_MS = 15_000

interface Moment {
  /** A job submitted earlier has had its day. */
  before: number
  afterOutage: boolean
}

function whyOver(market: Market, stream: LiveStream, { before, afterOutage }: Moment): keyof typeof SAID | undefined {
  const { streams } = market
  if (stream.created_at < before) return 'day_over'
  if (!afterOutage && streams.now() - stream.named_at >= TIMES.lease_ms) return 'silent'
  const { withheld_at } = stream
  if (withheld_at !== undefined && streams.now() - withheld_at >= TAKING_BACK_MS) return 'half_taken_back'
  if (afterOutage) return undefined
  const { deadlines, begun_at, advanced_at, bytes, length, prefix } = stream
  const own = length > prefix ? bytes : 0
  return pastDeadline({ deadlines, begun_at, advanced_at, bytes: own }, streams.now())
}

/**
 * The attempts that are live, once each that runs has a stream: a claim whose commit was not confirmed to us (a
 * database that restarted) has none, nor has one where the shared place lost it; from here on it has a lease. One whose
 * end could not be told to the shared place is closed: its readers would wait for ever.
 */
async function watched(market: Market): Promise<readonly LiveStream[]> {
  const { streams, database } = market
  // Before the jobs are read: what has no running job behind it by then has ended.
  const reading = streams.all()
  const live = reading instanceof Promise ? await reading : reading
  const known = new Set(live.map(({ job_id }) => job_id))
  const running = await runningAttempts(database)
  const unwatched = running.filter(({ job_id }) => !known.has(job_id))
  for (const job of unwatched) await adopt(market, job)
  const runs = new Map(running.map(({ job_id, attempt }) => [job_id, attempt]))
  const over = streams.shared ? live.filter(({ job_id, attempt }) => runs.get(job_id) !== attempt) : []
  for (const stream of over) closeAttempt(market, stream)
  return over.length + unwatched.length === 0 ? live : (await streams.all()).filter((stream) => !over.includes(stream))
}

type Running = Awaited<ReturnType<typeof runningAttempts>>[number]

/**
 * Gives a running attempt its stream. It may end beside us, and whoever ends it finds no stream to close: so it is
 * looked at once more behind the opening, since a stream of a job that has ended would keep readers waiting.
 */
async function adopt(market: Market, job: Running): Promise<void> {
  const { streams, database } = market
  const [now, before] = [await attemptRunning(database, job.job_id), await textSoFar(database, job)]
  if (now?.attempt !== job.attempt || (await streams.find(job.job_id))) return
  resumeAttempt(market, { ...now, before })
  if ((await attemptRunning(database, job.job_id))?.attempt !== job.attempt) closeAttempt(market, now)
}
