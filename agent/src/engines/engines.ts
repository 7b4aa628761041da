import { type CapabilitiesSaid, type Heartbeat, MOST_CONCURRENCY } from '@mkt/schemas'
import type { Effects } from '../effects.ts'
import type { Log } from '../log.ts'
import type { Engine } from './engine.ts'
import { EngineWatch, type OffSale } from './engine-watch.ts'
import { Notice } from './notice.ts'

export interface EnginesOptions {
  engines: readonly Engine[]
  effects: Effects
  log: Log
}

/** What an engine's own timeout is told the server with, so that the agent's word of it comes first. */
const TELLING_S = 10
const MOST_PATIENCE_S = 86_400

export type Capacity = Required<Pick<Heartbeat, 'concurrency' | 'first_piece_seconds' | 'next_piece_seconds'>> &
  Pick<Heartbeat, 'model_patience'>

/** All engines of a host, each looked after by itself: one that is away takes nothing of another off sale. */
export class Engines {
  readonly watches: readonly EngineWatch[]
  /** Something about what is on sale may have changed. */
  readonly changes = new Notice()
  readonly #effects: Effects

  constructor({ engines, effects, log }: EnginesOptions) {
    this.#effects = effects
    const changed = () => this.changes.give()
    this.watches = engines.map((engine) => new EngineWatch({ engine, effects, log, changed }))
  }

  get onSale(): string[] {
    return this.watches.flatMap((watch) => watch.onSale)
  }

  get offSale(): OffSale[] {
    return this.watches.flatMap((watch) => watch.offSale)
  }

  /** What single models were seen to do. */
  get capabilities(): Required<CapabilitiesSaid> {
    const able = this.watches.map((watch) => watch.capabilities)
    return { capabilities: [], model_capabilities: Object.assign({}, ...able) }
  }

  get slots(): number {
    return this.watches.reduce((sum, { engine }) => sum + engine.concurrency, 0)
  }

  /**
   * What the server is to know of all of them: the jobs at once, and how long an answer may take: as the quickest says,
   * and for each model of a slower one by itself.
   */
  get capacity(): Capacity {
    const needs = this.watches.map(({ engine }) => ({ models: engine.models, ...patienceOf(engine) }))
    const first_piece_seconds = Math.min(...needs.map((need) => need.first_piece_seconds))
    const next_piece_seconds = Math.min(...needs.map((need) => need.next_piece_seconds))
    const slower = needs.filter(
      (need) => need.first_piece_seconds > first_piece_seconds || need.next_piece_seconds > next_piece_seconds,
    )
    const model_patience = Object.fromEntries(
      slower.flatMap(({ models, ...patience }) => models.map((model) => [model, patience])),
    )
    const concurrency = Math.min(MOST_CONCURRENCY, this.slots)
    return { concurrency, first_piece_seconds, next_piece_seconds, ...(slower.length > 0 ? { model_patience } : {}) }
  }

  /** Works until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.watches.map((watch) => watch.run(signal)))
  }

  /** Waits until each engine was looked at and its models tried, for as long as this at most. */
  async settled(limit_ms: number, signal: AbortSignal): Promise<void> {
    const end_ms = this.#effects.monotonic() + limit_ms
    const over = () => this.#effects.monotonic() >= end_ms || this.watches.every(({ settled }) => settled)
    while (!signal.aborted && !over()) {
      await this.changes.next(this.#effects, end_ms - this.#effects.monotonic(), signal)
    }
  }

  /** Waits until something can be sold. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.onSale.length === 0) await this.changes.next(this.#effects, 60_000, signal)
  }
}

/** What an engine's own timeouts are to the server. */
function patienceOf({ first_token_timeout_ms, idle_timeout_ms }: Engine) {
  const told = (ms: number) => Math.min(MOST_PATIENCE_S, Math.ceil(ms / 1000) + TELLING_S)
  return { first_piece_seconds: told(first_token_timeout_ms), next_piece_seconds: told(idle_timeout_ms) }
}
