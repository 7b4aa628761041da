import { formatCredits, type JobOffer } from '@mkt/schemas'
import { AbortScope } from './abort-scope.ts'
import { askedFacts } from './backends/asked-facts.ts'
import type { Backend, Generated } from './backends/backend.ts'
import { EngineError } from './backends/engine-error.ts'
import type { Delivery, Outcome } from './delivery.ts'
import type { Effects } from './effects.ts'
import { type Log, scrub } from './log.ts'
import type { Outbox } from './outbox.ts'
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
export async function runJob(offer: JobOffer, delivery: Delivery, options: RunOptions): Promise<RunResult> {
  const { tally } = options
  tally.busy++
  const result = await run(offer, delivery, options).finally(() => tally.busy--)
  if (result.outcome === 'completed') tally.completed++
  else if (result.failure) tally.failed++
  tally.earned_nano += delivery.credits_earned ?? 0n
  return result
}

async function run(offer: JobOffer, delivery: Delivery, options: RunOptions): Promise<RunResult> {
  const { log, outbox, effects } = options
  const started_ms = effects.monotonic()
  const failure = await generate(offer, delivery, options)
  if (failure)
    delivery.end({ error: { code: failure.code, message: scrub(failure.message), retryable: failure.retryable } })
  outbox.notify(delivery)
  const outcome = await delivery.settled()
  const earned = delivery.handedBack ? undefined : delivery.credits_earned
  const facts = {
    job_id: offer.job_id,
    model: offer.model,
    pieces: delivery.length,
    ms: Math.round(effects.monotonic() - started_ms),
  }
  if (failure) log.warn({ ...facts, code: failure.code }, `job failed: ${failure.message}`)
  else
    log.info(
      { ...facts, earned: earned === undefined ? undefined : formatCredits(earned) },
      `job ${delivery.handedBack ? 'handed back' : outcome}`,
    )
  return failure ? { outcome, failure } : { outcome }
}

/** Moves chunks from the engine to the delivery. The answer is why the engine did not finish, if that is its fault. */
async function generate(offer: JobOffer, delivery: Delivery, options: RunOptions): Promise<EngineError | undefined> {
  const scope = new AbortScope(delivery.signal)
  const watchdog = new Watchdog(options, scope, offer)
  const { job_id: _, attempt: __, deadlines: ___, prefix, ...asked } = offer
  const request = { ...asked, prefix: prefix?.text, signal: scope.signal }
  const reading = options.backend.generate(request)[Symbol.asyncIterator]()
  try {
    // An end that others gave the delivery (a drain) ends the run as well: nothing is read on.
    while (!delivery.ended) {
      const next = await scope.hold(reading.next())
      if (next.done) throw new EngineError('engine_bad_stream', engineFaults.noEnd)
      const before = delivery.length
      if (take(next.value, delivery, offer)) return undefined
      options.tally.pieces += delivery.length - before
      watchdog.sign(delivery.length)
      if (delivery.length === before) delivery.sign()
      options.outbox.notify(delivery)
    }
    return undefined
  } catch (error) {
    if (delivery.signal.aborted || delivery.ended) return undefined
    return error instanceof EngineError
      ? error
      : new EngineError('engine_error', (error as Error).message, { cause: error })
  } finally {
    watchdog.stop()
    scope.drop()
    void reading.return?.().catch(() => undefined)
  }
}

/** Puts one thing into the delivery; true for the end. */
function take(generated: Generated, delivery: Delivery, offer: JobOffer): boolean {
  if ('text' in generated) {
    delivery.push(generated.text, askedFacts(generated.facts, offer))
    return false
  }
  const { finish_reason, usage, stop_sequence: stopped } = generated
  const asked = stopped !== undefined && offer.stop?.includes(stopped)
  delivery.end({ finish_reason, ...(usage ? { usage } : {}), ...(asked ? { stop_sequence: stopped } : {}) })
  return true
}
