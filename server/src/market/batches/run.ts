import { BY_PASSWORD } from '../../accounts/authenticate.ts'
import { isInForce } from '../../accounts/credential-store.ts'
import { eachApart } from '../../base/each-apart.ts'
import { cancel } from '../attempts/cancel.ts'
import type { Market } from '../deps.ts'
import {
  type BatchRow,
  finishBatch,
  noteWait,
  ownBatchRow,
  runningBatches,
  stopBatchRow,
  stoppingBatches,
} from './batch-store.ts'
import { dropWaitingTexts, sentJobs, waitingPages } from './line-store.ts'
import { noteEnded } from './note-ended.ts'
import { sendOne } from './send-line.ts'

/**
 * A batch that runs: its lines become jobs in their order, at most WINDOW of them unfinished at a time, so that its
 * user's other jobs keep their place and little is set aside. A line is `waiting`, `sent` (it is a job) and `ended`.
 * Whoever stops it finds its lines sent or keeps them from being so: see send-line.ts.
 */
const WINDOW = 200
const AT_ONCE = 50
const READ_AT_ONCE = 100
const TOKEN_OVER =
  'The token that started this batch was revoked or has expired, and the batch ended with it. Begin another one.'
const TIME_OVER = 'The time of this batch was over before all of it was done.'
const FAULT = 'Something went wrong on our side; it is tried again.'
/** After a refusal that time may mend. */
const AGAIN_MS = 10_000

/**
 * One round: notes what has ended, and submits what is next, of each batch that runs. All of them have their turn, and
 * what one fails by is its own: else a few that cannot go on would hold up everybody's.
 */
export async function runBatches(market: Market, window = WINDOW): Promise<void> {
  let after = ''
  while (true) {
    const batches = await runningBatches(market.database, { after, now: market.clock.now(), limit: READ_AT_ONCE })
    for (const batch of batches) await runOne(market, batch, window).catch((error) => noteFault(market, batch, error))
    const last = batches.at(-1)
    if (last === undefined || batches.length < READ_AT_ONCE) return
    after = last.batch_id
  }
}

async function runOne(market: Market, batch: BatchRow, window: number): Promise<void> {
  const { batch_id, user_id, token_id } = batch
  await noteEnded(market, batch_id)
  const now = market.clock.now()
  if (batch.expires_at !== null && batch.expires_at <= now)
    return await stopBatch(market, {
      batch_id,
      user_id,
      why: batch.waiting_for ? `${TIME_OVER} ${batch.waiting_for}` : TIME_OVER,
    })
  if (token_id !== BY_PASSWORD && !(await isInForce(market.database, token_id, now)))
    return await stopBatch(market, { batch_id, user_id, why: TOKEN_OVER })
  await sendNext(market, batch, window)
  await market.database.transaction((tx) => finishBatch(tx, { batch_id, now: market.clock.now() }))
}

async function noteFault(market: Market, { batch_id }: BatchRow, error: unknown): Promise<void> {
  market.log.error({ err: error, batch_id }, 'a batch could not go on; the others do, and it is tried again')
  const waiting_until = market.clock.now() + AGAIN_MS
  await market.database.transaction((tx) => noteWait(tx, { batch_id, waiting_for: FAULT, waiting_until }))
}

async function sendNext(market: Market, { batch_id, user_id }: BatchRow, window: number): Promise<void> {
  const batch = await ownBatchRow(market.database, { batch_id, user_id })
  if (!batch) return
  const room = window - (batch.sent - batch.completed - batch.failed)
  let sent = 0
  for await (const { line, input_text } of nextLines(market, batch_id, Math.min(AT_ONCE, room))) {
    const waits = await sendOne(market, batch, line, input_text)
    if (waits !== undefined) {
      const waiting_until = market.clock.now() + AGAIN_MS
      await market.database.transaction((tx) => noteWait(tx, { batch_id, waiting_for: waits, waiting_until }))
      return
    }
    sent++
  }
  if (sent > 0 && batch.waiting_for !== null)
    await market.database.transaction((tx) => noteWait(tx, { batch_id, waiting_for: null, waiting_until: null }))
}

/** So many of those that wait, in their order: fifty of a megabyte each are not read at once. */
async function* nextLines({ database }: Market, batch_id: string, most: number) {
  let left = most
  if (left <= 0) return
  for await (const lines of waitingPages(database, batch_id)) {
    yield* lines.slice(0, left)
    left -= lines.length
    if (left <= 0) return
  }
}

/**
 * Stops a batch: what waits is dropped, what runs is cancelled; what has ended stays, and so does an ended batch. One
 * that was stopped and of which something runs yet is stopped further.
 */
export const cancelBatch = (market: Market, user_id: string, batch_id: string): Promise<void> =>
  stopBatch(market, { batch_id, user_id, why: null })

async function stopBatch(
  market: Market,
  { batch_id, user_id, why }: { batch_id: string; user_id: string; why: string | null },
): Promise<void> {
  const stopped = await market.database.transaction(async (tx) => {
    const count = await stopBatchRow(tx, { batch_id, user_id, why, now: market.clock.now() })
    if (count > 0) await dropWaitingTexts(tx, batch_id)
    return count > 0
  })
  if (stopped) market.database.scrub()
  await cancelSent(market, { batch_id, user_id })
}

/** What came in between, such as the end of this server, left jobs of stopped batches running, and their buyers pay. */
export async function endStopped(market: Market): Promise<void> {
  await eachApart(await stoppingBatches(market.database), (batch) => cancelSent(market, batch))
}

/** Nothing more of the batch is sent from here on: it does not run. */
async function cancelSent(market: Market, { batch_id, user_id }: Pick<BatchRow, 'batch_id' | 'user_id'>) {
  const sent = await sentJobs(market.database, batch_id, WINDOW + AT_ONCE)
  try {
    await eachApart(sent, async ({ job_id }) => (job_id === null ? undefined : await cancel(market, user_id, job_id)))
  } finally {
    await noteEnded(market, batch_id)
  }
}
