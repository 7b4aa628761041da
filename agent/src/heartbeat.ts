import { market } from '@mkt/schemas'
import type { Backend } from './backends/backend.ts'
import type { Connection } from './connection.ts'
import { type Effects, pause } from './effects.ts'
import type { GpuWatch } from './gpu.ts'
import type { Log } from './log.ts'

const HEARTBEAT_MS = 30_000
/** An engine that is away is looked for more often than the server is told. */
const ENGINE_AWAY_MS = 5_000
const ENGINE_LIMIT_MS = 15_000

export interface HeartbeatOptions {
  connection: Connection
  backend: Backend
  gpus: GpuWatch
  effects: Effects
  log: Log
  host_id: string
  instance: string
  models: readonly string[]
}

/** Tells the server every 30 s that the host is up, how busy it is, and which models its engine can run now. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #available: readonly string[] | undefined
  #probed = false
  #trouble: string | undefined
  #hurry = new AbortController()

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  /** Can the engine run a model now? */
  get ready(): boolean {
    return (this.#available?.length ?? 0) > 0
  }

  /** Looks at the engine now: a job has just shown that it may be away. */
  hurry(): void {
    this.#hurry.abort()
  }

  /** One heartbeat, repeated until the server has it. */
  async beat(signal: AbortSignal): Promise<void> {
    this.#available = await this.#look(signal)
    await this.#tell(signal)
  }

  /** Goes on until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { effects } = this.#options
    let told_ms = effects.monotonic()
    while (!signal.aborted) {
      const rest_ms = told_ms + HEARTBEAT_MS - effects.monotonic()
      await this.#rest(this.#trouble ? Math.min(rest_ms, ENGINE_AWAY_MS) : rest_ms, signal)
      if (signal.aborted) return
      const before = this.#available?.join('\n')
      this.#available = await this.#look(signal)
      const changed = this.#available.join('\n') !== before
      if (!changed && effects.monotonic() - told_ms < HEARTBEAT_MS) continue
      told_ms = effects.monotonic()
      await this.#tell(signal)
    }
  }

  async #rest(wait_ms: number, signal: AbortSignal): Promise<void> {
    this.#hurry = new AbortController()
    await pause(this.#options.effects, Math.max(0, wait_ms), AbortSignal.any([signal, this.#hurry.signal]))
  }

  async #tell(signal: AbortSignal): Promise<void> {
    const { connection, gpus, host_id, instance } = this.#options
    const body = {
      host_id,
      instance,
      gpu_utilization: await gpus.utilization(),
      available_models: [...(this.#available ?? [])],
    }
    await connection.persist(() => connection.client.call(market.heartbeatHost, { body }, { signal }), { signal })
  }

  /** The models that can run now; none, said once, where the engine is away. */
  async #look(signal: AbortSignal): Promise<string[]> {
    const { backend, effects, log, models } = this.#options
    const limit = new AbortController()
    const cancel = effects.timer(ENGINE_LIMIT_MS, () => limit.abort(new Error('the engine does not answer')))
    const either = AbortSignal.any([signal, limit.signal])
    try {
      const found = this.#probed ? undefined : await backend.probe(either)
      const available = await backend.availableModels(either)
      this.#probed = true
      if (found) log.info(`the engine is ${found}`)
      const missing = models.filter((name) => !available.includes(name))
      this.#say(
        missing.length > 0
          ? `the engine does not list ${missing.join(', ')}: load it there, or name it with --model NAME=ENGINE_MODEL`
          : undefined,
      )
      return available
    } catch (error) {
      if (!signal.aborted) this.#say(`${(error as Error).message}: no jobs are taken until it works`)
      return []
    } finally {
      cancel()
    }
  }

  #say(trouble: string | undefined): void {
    if (trouble !== undefined && trouble !== this.#trouble) this.#options.log.warn(trouble)
    if (trouble === undefined && this.#trouble !== undefined) {
      this.#options.log.info({ host_id: this.#options.host_id }, 'ready for jobs')
    }
    this.#trouble = trouble
  }
}
