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

  get slots(): number {
    return this.watches.reduce((sum, { engine }) => sum + engine.concurrency, 0)
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
