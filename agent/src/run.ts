import { formatCredits, type JobOffer } from '@mkt/schemas'
import type { Backend, Generated } from './backends/backend.ts'
import { EngineError } from './backends/engine-error.ts'
import type { Effects } from './effects.ts'
import { Leash } from './leash.ts'
import { type Log, scrub } from './log.ts'
import type { Outbox } from './outbox.ts'
import type { Outcome, Parcel } from './parcel.ts'
import type { Tally } from './tally.ts'
import { Watchdog } from './watchdog.ts'
import { engineFaults } from './words/engine-faults.ts'

export interface RunOptions {
  backend: Backend
  effects: Effects
  outbox: Outbox
  log: Log
  tally: Tally
  first_token_timeout_ms: number
  idle_timeout_ms: number
}

/** `failure` where the engine did not finish the job; `outcome` is the server's last word on it. */
export interface RunResult {
  outcome: Outcome
  failure?: EngineError
}

/** Runs one claimed job to the acknowledgement of its end. A failure of the engine fails this job only. */
export async function runJob(offer: JobOffer, parcel: Parcel, options: RunOptions): Promise<RunResult> {
  const { tally } = options
  tally.busy++
  const result = await run(offer, parcel, options).finally(() => tally.busy--)
  if (result.outcome === 'completed') tally.completed++
  else if (result.failure) tally.failed++
  tally.earned_nano += parcel.credits_earned ?? 0n
  return result
}

async function run(offer: JobOffer, parcel: Parcel, options: RunOptions): Promise<RunResult> {
  const { log, outbox, effects } = options
  const started_ms = effects.monotonic()
  const failure = await generate(offer, parcel, options)
  if (failure)
    parcel.end({ error: { code: failure.code, message: scrub(failure.message), retryable: failure.retryable } })
  outbox.notify(parcel)
  const outcome = await parcel.settled()
  const earned = parcel.handedBack ? undefined : parcel.credits_earned
  const facts = {
    job_id: offer.job_id,
    model: offer.model,
    pieces: parcel.length,
    ms: Math.round(effects.monotonic() - started_ms),
  }
  if (failure) log.warn({ ...facts, code: failure.code }, `job failed: ${failure.message}`)
  else
    log.info(
      { ...facts, earned: earned === undefined ? undefined : formatCredits(earned) },
      `job ${parcel.handedBack ? 'handed back' : outcome}`,
    )
  return failure ? { outcome, failure } : { outcome }
}

/** Moves chunks from the engine to the parcel. The answer is why the engine did not finish, if that is its fault. */
async function generate(offer: JobOffer, parcel: Parcel, options: RunOptions): Promise<EngineError | undefined> {
  const leash = new Leash(parcel.signal)
  const watchdog = new Watchdog(options, leash, offer)
  const { job_id: _, attempt: __, deadlines: ___, prefix, ...asked } = offer
  const request = { ...asked, prefix: prefix?.text, signal: leash.signal }
  const reading = options.backend.generate(request)[Symbol.asyncIterator]()
  try {
    // An end that others gave the parcel (a drain) ends the run as well: nothing is read on.
    while (!parcel.ended) {
      const next = await leash.hold(reading.next())
      if (next.done) throw new EngineError('engine_bad_stream', engineFaults.noEnd)
      const before = parcel.length
      if (take(next.value, parcel)) return undefined
      options.tally.pieces += parcel.length - before
      watchdog.sign(parcel.length)
      if (parcel.length === before) parcel.sign()
      options.outbox.notify(parcel)
    }
    return undefined
  } catch (error) {
    if (parcel.signal.aborted || parcel.ended) return undefined
    return error instanceof EngineError
      ? error
      : new EngineError('engine_error', (error as Error).message, { cause: error })
  } finally {
    watchdog.stop()
    leash.drop()
    void reading.return?.().catch(() => undefined)
  }
}

/** Puts one thing into the parcel; true for the end. */
function take(generated: Generated, parcel: Parcel): boolean {
  if ('text' in generated) {
    parcel.push(generated.text, generated.facts)
    return false
  }
  const { finish_reason, usage } = generated
  parcel.end(usage ? { finish_reason, usage } : { finish_reason })
  return true
}
