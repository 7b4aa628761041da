import type { Capability } from '@mkt/schemas'
import { EngineError } from '../backends/engine-error.ts'
import type { Effects } from '../effects.ts'
import type { Log } from '../log.ts'
import { engineFaults } from '../words/engine-faults.ts'
import * as words from '../words/models.ts'
import { probeCapabilities } from './capability-probes.ts'
import type { Engine } from './engine.ts'
import { ModelHealth } from './model-health.ts'
import { Notice } from './notice.ts'
import { continuesPrefix } from './prefix-probe.ts'
import { probeModel } from './probe.ts'

const LOOK_MS = 30_000
/** An engine that is away, or lacks a model, is looked at more often. */
const TROUBLE_MS = 5_000
const LOOK_LIMIT_MS = 15_000
/** An engine that says nothing at all to what it does not know must not keep its other models waiting. */
const EXAMINE_LIMIT_MS = 30_000

/** A model that is not sold now, and why. */
export interface OffSale {
  model: string
  reason: string
}

export interface WatchOptions {
  engine: Engine
  effects: Pick<Effects, 'timer' | 'monotonic' | 'random'>
  log: Log
  /** What is on sale may have changed. */
  changed: () => void
}

/** Looks after one engine: which of its models it lists, and which of those have shown that they work. */
export class EngineWatch {
  readonly engine: Engine
  readonly #options: WatchOptions
  readonly #models: readonly ModelHealth[]
  #listed: ReadonlySet<string> = new Set()
  #looked = false
  #introduced = false
  #trouble: string | undefined
  readonly #look = new Notice()
  readonly #due = new Notice()
  readonly #freed = new Notice()

  constructor(options: WatchOptions) {
    this.#options = options
    this.engine = options.engine
    this.#models = options.engine.models.map((name) => new ModelHealth(name, options.effects))
  }

  /** What can be sold now. */
  get onSale(): string[] {
    return this.#present.filter(({ onSale }) => onSale).map(({ name }) => name)
  }

  /** What its models were seen to do beside generating; those that can do nothing of it are not in it. */
  get capabilities(): Record<string, Capability[]> {
    const able = this.#present.filter(({ capabilities = [] }) => capabilities.length > 0)
    return Object.fromEntries(able.map(({ name, capabilities = [] }) => [name, [...capabilities]]))
  }

  get offSale(): OffSale[] {
    return this.#models
      .filter((model) => !this.#listed.has(model.name) || !model.onSale)
      .map(({ name, reason }) => ({
        model: name,
        reason: (this.#listed.has(name) ? reason : this.#trouble) ?? engineFaults.untried,
      }))
  }

  /** Has the engine been looked at, and each model that it lists been tried? */
  get settled(): boolean {
    return (
      this.#looked && this.#present.every(({ judged, onSale, capabilities }) => judged && (!onSale || capabilities))
    )
  }

  get #present(): ModelHealth[] {
    return this.#models.filter(({ name }) => this.#listed.has(name))
  }

  /** Looks and probes until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#looking(signal), this.#probing(signal)])
  }

  /** Waits until a job may be claimed; the answer names the models, none where the signal was aborted. */
  async claimable(signal: AbortSignal): Promise<string[]> {
    while (!signal.aborted) {
      const { names, grows_ms } = this.#free
      if (names.length > 0) return names
      await this.#freed.next(this.#options.effects, grows_ms, signal)
    }
    return []
  }

  /** Waits until a job of another model than these may be claimed as well, or until the signal is aborted. */
  async claimableBeside(models: readonly string[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { names, grows_ms } = this.#free
      if (names.some((name) => !models.includes(name))) return
      await this.#freed.next(this.#options.effects, grows_ms, signal)
    }
  }

  /** The models of which a job may be claimed now, and in how many milliseconds to look again where nothing is told. */
  get #free(): { names: string[]; grows_ms: number } {
    const onSale = this.#present.filter((model) => model.onSale)
    const waits = onSale.map(({ streak }) => streak.wait_ms).filter((wait_ms) => wait_ms > 0)
    const names = onSale.filter(({ streak }) => streak.wait_ms === 0).map(({ name }) => name)
    return { names, grows_ms: Math.min(LOOK_MS, ...waits) }
  }

  /** A job of the model begins here; the answer is to be told how it went, as far as that says anything of the engine. */
  begin(name: string): (outcome: 'completed' | EngineError | undefined) => void {
    const model = this.#models.find((known) => known.name === name)
    if (!model) return () => undefined
    model.running++
    return (outcome) => {
      model.running--
      if (outcome === 'completed') this.#jobCompleted(model)
      else if (outcome instanceof EngineError) this.#jobFailed(model, outcome)
    }
  }

  #jobCompleted(model: ModelHealth): void {
    const held = model.streak.wait_ms > 0
    if (model.jobCompleted()) this.#changed()
    else if (held) this.#freed.give()
  }

  #jobFailed(model: ModelHealth, failure: EngineError): void {
    const { log } = this.#options
    if (model.jobFailed(failure.message)) {
      log.warn(words.fellByJobs(model.name, model.streak.length))
      this.#changed()
    } else if (model.streak.wait_ms > 0) {
      log.warn(words.heldBack(model.name, model.streak.length, model.streak.wait_ms))
    }
    this.#due.give()
    if (failure.code === 'engine_unreachable') this.#look.give()
  }

  async #looking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#lookOnce(signal)
      await this.#look.next(this.#options.effects, this.#trouble ? TROUBLE_MS : LOOK_MS, signal)
    }
  }

  async #lookOnce(signal: AbortSignal): Promise<void> {
    const before = this.onSale.join('\n')
    const listed = new Set(await this.#list(signal))
    if (signal.aborted) return
    for (const model of this.#models) if (!listed.has(model.name)) model.away()
    this.#listed = listed
    this.#looked = true
    this.#due.give()
    if (this.onSale.join('\n') !== before || listed.size === 0) this.#changed()
  }

  /** The models that the engine can run; none, said once, where it is away. */
  async #list(signal: AbortSignal): Promise<string[]> {
    const { effects, log } = this.#options
    const { backend } = this.engine
    const limit = new AbortController()
    const cancel = effects.timer(LOOK_LIMIT_MS, () => limit.abort(new Error(engineFaults.silent)))
    const either = AbortSignal.any([signal, limit.signal])
    try {
      const found = this.#introduced ? undefined : await backend.probe(either)
      const available = await backend.availableModels(either)
      this.#introduced = true
      if (found) log.info(`${this.#who} is ${found}`)
      const missing = this.engine.models.filter((name) => !available.includes(name))
      const lacking = backend.lacking?.() ?? engineFaults.lacks(this.#who, missing.join(', '))
      this.#say(missing.length > 0 ? words.engineLacks(lacking) : undefined)
      return available
    } catch (error) {
      if (!signal.aborted) this.#say(words.engineTrouble((error as Error).message))
      return []
    } finally {
      cancel()
    }
  }

  get #who(): string {
    return this.engine.name === undefined ? 'the engine' : `the engine ${this.engine.name}`
  }

  #say(trouble: string | undefined): void {
    const named = trouble === undefined || this.engine.name === undefined ? trouble : `${this.engine.name}: ${trouble}`
    if (named !== undefined && named !== this.#trouble) this.#options.log.warn(named)
    this.#trouble = named
  }

  async #probing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.#present.reduce<ModelHealth | undefined>(
        (first, model) => (first && first.probeIn_ms <= model.probeIn_ms ? first : model),
        undefined,
      )
      const wait_ms = Math.min(LOOK_MS, next?.probeIn_ms ?? LOOK_MS)
      const unseen = this.#present.find((model) => model.onSale && !model.capabilities && model.running === 0)
      if ((!next || wait_ms > 0) && unseen) await this.#examine(unseen, signal)
      else if (!next || wait_ms > 0) await this.#due.next(this.#options.effects, wait_ms, signal)
      // The jobs that run tell soon enough, and a probe behind them would be late for no fault of the model's.
      else if (next.running > 0) next.postponeProbe()
      else await this.#probe(next, signal)
    }
  }

  async #probe(model: ModelHealth, signal: AbortSignal): Promise<void> {
    const { effects, log } = this.#options
    const { backend, first_token_timeout_ms: limit_ms } = this.engine
    try {
      const { ms, reads_only = false } = await probeModel({ backend, model: model.name, effects, limit_ms, signal })
      model.readsOnly = reads_only
      if (model.probePassed()) log.info(words.onSale(model.name, ms))
    } catch (error) {
      if (signal.aborted) return
      this.#probeFailed(model, error as Error)
    }
    this.#changed()
  }

  /** Once it sells: what else the model can do. That it cannot is no fault of it, however it shows. */
  async #examine(model: ModelHealth, signal: AbortSignal): Promise<void> {
    const { effects, log } = this.#options
    const { backend, concurrency, first_token_timeout_ms: limit_ms } = this.engine
    const asked = { backend, model: model.name, effects, limit_ms, signal }
    const { readsOnly } = model
    const continues = !readsOnly && (await continuesPrefix(asked).catch(() => false))
    const limited = { ...asked, limit_ms: Math.min(limit_ms, EXAMINE_LIMIT_MS) }
    // No more at a time than the engine is said to work on: in its queue the limit of a question would run.
    const able = await probeCapabilities(limited, { readsOnly, lanes: concurrency })
    if (signal.aborted) return
    model.capabilities = [...(continues ? (['prefix'] as const) : []), ...able]
    if (continues) log.info(words.goesOn(model.name))
    if (able.length > 0) log.info(words.canDo(model.name, able))
    this.#options.changed()
  }

  #probeFailed(model: ModelHealth, error: Error): void {
    const { log } = this.#options
    const before = model.reason
    const onSale = model.onSale
    const fell = model.probeFailed(error.message)
    if (fell) log.warn(words.fellByProbes(model.name, error.message))
    else if (!onSale && before !== error.message) log.warn(words.notOnSale(model.name, error.message))
    if (error instanceof EngineError && error.code === 'engine_unreachable') this.#look.give()
  }

  #changed(): void {
    this.#freed.give()
    this.#options.changed()
  }
}
