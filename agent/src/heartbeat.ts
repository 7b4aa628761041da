import { ApiError } from '@mkt/schemas/client'
import type { Connection } from './connection.ts'
import type { Effects } from './effects.ts'
import type { Engines } from './engines/engines.ts'
import type { GpuWatch } from './gpu.ts'
import type { Log } from './log.ts'
import { notTaken } from './words/models.ts'

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
  #toldCapable = ''
  /** Models that the server does not take: one of them would cost the others their heartbeat. */
  readonly #refused = new Set<string>()
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
    const onSale = engines.onSale
    if (this.#told?.length === 0 && onSale.length > 0) log.info({ host_id }, 'ready for jobs')
    this.#told = onSale
    const able = engines.capabilities
    this.#toldCapable = JSON.stringify(able)
    let stopping = false
    const call = () => {
      stopping = this.#stopping
      const available_models = onSale.filter((model) => !this.#refused.has(model))
      const said = { host_id, instance, gpu_utilization, available_models, ...engines.capacity, ...able }
      const body = stopping ? { ...said, stopping, draining: true } : said
      return connection.host.heartbeat(body, { signal })
    }
    do {
      await this.#persist(call, onSale, signal)
    } while (this.#stopping && !stopping)
  }

  /** Until the server has it; without the models that it refuses by name, whose refusal is said once. */
  async #persist(call: () => Promise<unknown>, onSale: readonly string[], signal: AbortSignal): Promise<void> {
    const { connection, log } = this.#options
    while (true) {
      const sent = onSale.filter((model) => !this.#refused.has(model))
      try {
        return void (await connection.persist(call, { signal, final: (error) => refusedOf(error, sent).length > 0 }))
      } catch (error) {
        const refused = error instanceof ApiError ? refusedOf(error, sent) : []
        if (refused.length === 0) throw error
        for (const { model, message } of refused) {
          this.#refused.add(model)
          log.warn(notTaken(model, message))
        }
      }
    }
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
    const { engines } = this.#options
    const same = engines.onSale.join('\n') === this.#told?.join('\n')
    return !same || JSON.stringify(engines.capabilities) !== this.#toldCapable
  }
}

/** The models to which a server objects. */
function refusedOf({ status, details }: ApiError, sent: readonly string[]): { model: string; message: string }[] {
  if (status !== 400) return []
  return details.flatMap(({ path, message }) => {
    const at = /^body\.available_models[.[](\d+)/.exec(path)?.[1]
    const model = at === undefined ? undefined : sent[Number(at)]
    return model === undefined ? [] : [{ model, message }]
  })
}
