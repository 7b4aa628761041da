import type { CallInput, JobOffer, market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import type { Connection } from './connection.ts'
import { type Effects, pause } from './effects.ts'
import type { EngineWatch } from './engines/engine-watch.ts'
import type { Log } from './log.ts'
import type { Polls } from './polls.ts'
import { type RunOptions, runJob } from './run.ts'
import type { HostCallOptions } from './transport/host-calls.ts'

const WAIT_SECONDS = 30
/** Above the server's wait, so that an answer at its last moment is not lost. */
const POLL_LIMIT_MS = 45_000

type NextJobBody = CallInput<typeof market.nextJob>['body']

export interface SlotOptions extends RunOptions {
  connection: Connection
  effects: Effects
  log: Log
  watch: EngineWatch
  /** All models of the host, of whatever engine. */
  offered: readonly string[]
  host_id: string
  instance: string
  polls: Polls
}

/** One slot of an engine: claims a job, runs it, and again, until `claiming` is aborted; a job that it has then is run to its end. */
export async function runSlot(options: SlotOptions, claiming: AbortSignal): Promise<void> {
  while (!claiming.aborted) {
    const models = await options.watch.claimable(claiming)
    const offer = await claim(options, models, claiming)
    if (!offer) continue
    const delivery = options.outbox.open(offer)
    const ended = options.watch.begin(offer.model)
    const { outcome, failure } = await runJob(offer, delivery, options)
    if (failure && !failure.requestAtFault) ended(failure)
    else ended(outcome === 'completed' ? 'completed' : undefined)
  }
}

async function claim(
  options: SlotOptions,
  models: readonly string[],
  claiming: AbortSignal,
): Promise<JobOffer | undefined> {
  if (claiming.aborted) return undefined
  const { connection, effects, host_id, instance, offered } = options
  const asked_ms = effects.monotonic()
  // Another engine's jobs are for that engine's slots, and a model that failed too often is left alone for a while.
  const wanted = models.length < offered.length ? { models: [...models] } : {}
  const body = { host_id, instance, wait_seconds: WAIT_SECONDS, deadlines: true, ...wanted }
  const poll = pollOf(options.watch, models, claiming)
  const { signal } = poll
  const call = { signal, timeoutMs: POLL_LIMIT_MS }
  try {
    const offer = await connection.persist(() => ask(options, body, call), { signal })
    // A server that does not wait (it holds the host for inactive, or is stopping) must not be asked in a hot loop.
    if (!offer && effects.monotonic() - asked_ms < 1000) await pause(effects, 1000 + 1000 * effects.random(), signal)
    return offer ?? undefined
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    poll.over()
  }
}

/** One poll; whether its answer came is told by the next ones. */
async function ask({ connection, polls }: SlotOptions, body: NextJobBody, call: HostCallOptions) {
  const poll = polls.begin()
  try {
    return await connection.host.nextJob({ ...body, ...poll }, call)
  } catch (error) {
    // A refusal is an answer; one of a proxy's, and no answer, may have come in place of a job.
    if (!(error instanceof ApiError) || error.status >= 500) polls.lost(poll)
    throw error
  }
}

/**
 * What ends a poll: the end of claiming, and a model of the engine that may be claimed from now on and that the poll did
 * not name. Its jobs would wait for up to 30 s more, until the slot asks again.
 */
function pollOf(watch: EngineWatch, models: readonly string[], claiming: AbortSignal) {
  const poll = new AbortController()
  const over = () => {
    claiming.removeEventListener('abort', over)
    poll.abort()
  }
  claiming.addEventListener('abort', over)
  if (models.length < watch.engine.models.length) void watch.claimableBeside(models, poll.signal).then(over)
  return { signal: poll.signal, over }
}
