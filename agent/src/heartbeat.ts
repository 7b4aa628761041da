import { market } from '@mkt/schemas'
import type { Connection } from './connection.ts'
import type { Effects } from './effects.ts'
import type { Engines } from './engines/engines.ts'
import type { GpuWatch } from './gpu.ts'
import type { Log } from './log.ts'

const HEARTBEAT_MS = 30_000

export interface HeartbeatOptions {
  connection: Connection
  engines: Engines
  gpus: GpuWatch
  effects: Effects
  log: Log
  host_id: string
  instance: string
}

/** Tells the server every 30 s that the host is up, how busy it is and what it can sell; and at once when that changes. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #told: readonly string[] | undefined
  #stopping = false
  #telling: Promise<void> | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** One heartbeat, repeated until the server has it. */
  async beat(signal: AbortSignal): Promise<void> {
    this.#telling = this.#tell(signal)
    await this.#telling.finally(() => {
      this.#telling = undefined
    })
  }

  /** Says that the host is stopping, now and with every further heartbeat: it is off sale from then on. */
  async stop(signal: AbortSignal): Promise<void> {
    const underWay = this.#telling
    this.#stopping = true
    await this.#tell(signal)
    // One that was under way when the stop began put the host back on sale; it then speaks once more.
    await underWay
  }

  async #tell(signal: AbortSignal): Promise<void> {
    const { connection, engines, gpus, host_id, instance, log } = this.#options
    const gpu_utilization = await gpus.utilization()
    const available_models = engines.onSale
    if (this.#told?.length === 0 && available_models.length > 0) log.info({ host_id }, 'ready for jobs')
    this.#told = available_models
    let stopping = false
    const call = () => {
      stopping = this.#stopping
      const said = { host_id, instance, gpu_utilization, available_models, ...engines.capacity }
      const body = stopping ? { ...said, stopping, draining: true } : said
      return connection.client.call(market.heartbeatHost, { body }, { signal })
    }
    do {
      await connection.persist(call, { signal })
    } while (this.#stopping && !stopping)
  }

  /** Goes on until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { effects, engines } = this.#options
    let told_ms = effects.monotonic()
    while (!signal.aborted) {
      await engines.changes.next(effects, told_ms + HEARTBEAT_MS - effects.monotonic(), signal)
      if (signal.aborted) return
      if (!this.#changed && effects.monotonic() - told_ms < HEARTBEAT_MS) continue
      told_ms = effects.monotonic()
      await this.beat(signal)
    }
  }

  get #changed(): boolean {
    return this.#options.engines.onSale.join('\n') !== this.#told?.join('\n')
  }
}
