import type { Capability } from '@mkt/schemas'
import { backoffMs } from '@mkt/schemas/process/backoff'
import type { Effects } from '../effects.ts'
import { FailureStreak } from '../failure-streak.ts'

const PROBES_TO_FALL = 3
const JOBS_TO_FALL = 5
/** A probe of a model on sale that failed is repeated after this; a probe waits this long for jobs to end. */
const AGAIN_MS = 10_000
const RETRY = { firstMs: 5_000, capMs: 300_000 }

/**
 * One model on one engine. It is `unproven` at first, and again after its engine was away; a probe that passes puts it
 * on sale (`well`), one that fails leaves it off. On sale it is probed only after a job has failed: an engine that works
 * is left alone. 3 failed probes or 5 failed jobs in a row take it off sale (`off`); from then on it is probed after
 * 5 s and then less and less often, down to every 5 minutes, and the first probe that passes puts it on sale again. Only
 * a completed job ends the count of failed ones: where jobs fail and probes pass, each further job that fails takes the
 * model off sale for longer.
 */
export class ModelHealth {
  readonly name: string
  readonly streak: FailureStreak
  /** Why it is not on sale, or what is wrong with it; undefined while nothing is. */
  reason: string | undefined
  /** Jobs of it that run now. */
  running = 0
  /** What it was seen to do; undefined until it was looked at since it, or its engine, came. */
  capabilities: readonly Capability[] | undefined
  /** It makes vectors or scores, and no text. */
  readsOnly = false
  #state: 'unproven' | 'well' | 'off' = 'unproven'
  #failedProbes = 0
  #probe_ms: number
  readonly #effects: Pick<Effects, 'monotonic' | 'random'>

  constructor(name: string, effects: Pick<Effects, 'monotonic' | 'random'>) {
    this.name = name
    this.#effects = effects
    this.streak = new FailureStreak(effects)
    this.#probe_ms = effects.monotonic()
  }

  get onSale(): boolean {
    return this.#state === 'well'
  }

  /** Was it looked at since it, or its engine, came? */
  get judged(): boolean {
    return this.#state !== 'unproven' || this.#failedProbes > 0
  }

  /** In how many milliseconds it is to be probed; Infinity: not at all as things are. */
  get probeIn_ms(): number {
    return this.#probe_ms - this.#effects.monotonic()
  }

  /** Its engine is away, or does not have it: it has to show anew that it works. */
  away(): void {
    this.capabilities = undefined
    if (this.#state === 'unproven' && this.#failedProbes === 0) return
    this.#state = 'unproven'
    this.#failedProbes = 0
    this.#probe_ms = this.#effects.monotonic()
  }

  postponeProbe(): void {
    this.#probe_ms = this.#effects.monotonic() + AGAIN_MS
  }

  /** Answers whether it came on sale by this. */
  probePassed(): boolean {
    const came = this.#state !== 'well'
    this.#state = 'well'
    this.#failedProbes = 0
    this.#probe_ms = Number.POSITIVE_INFINITY
    this.reason = undefined
    if (came) this.streak.relax()
    return came
  }

  /** Answers whether it went off sale by this. */
  probeFailed(reason: string): boolean {
    this.#failedProbes++
    this.reason = reason
    if (this.#state === 'well' && this.#failedProbes < PROBES_TO_FALL) {
      this.postponeProbe()
      return false
    }
    return this.#fall(this.#state === 'well' ? 0 : this.#failedProbes - 1)
  }

  /** A job shows as much as a probe does. Answers whether it came on sale by this. */
  jobCompleted(): boolean {
    this.streak.end()
    return this.probePassed()
  }

  /** Answers whether it went off sale by this. */
  jobFailed(reason: string): boolean {
    this.streak.failed()
    this.reason = reason
    if (this.#state !== 'well') return false
    if (this.streak.length >= JOBS_TO_FALL) return this.#fall(this.streak.length - JOBS_TO_FALL)
    this.#probe_ms = Math.min(this.#probe_ms, this.#effects.monotonic())
    return false
  }

  #fall(tries: number): boolean {
    const fell = this.#state === 'well'
    this.#state = 'off'
    if (fell) this.#failedProbes = 0
    const random = () => 0.5 + this.#effects.random() / 2
    this.#probe_ms = this.#effects.monotonic() + backoffMs(tries, random, RETRY)
    return fell
  }
}
