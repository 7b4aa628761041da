import { HANDED_BACK, market, type OwnHost } from '@mkt/schemas'
import type { Backend } from './backends/backend.ts'
import type { Config } from './config.ts'
import { Connection, RefusedError } from './connection.ts'
import { type Effects, pause } from './effects.ts'
import { enlist } from './enlist.ts'
import { FailureStreak } from './failure-streak.ts'
import { GpuWatch } from './gpu.ts'
import { handBackEarlierJobs, handBackJobs, rememberInstances } from './hand-back.ts'
import { Heartbeat } from './heartbeat.ts'
import type { Log } from './log.ts'
import { Outbox } from './outbox.ts'
import { runSlot } from './slot.ts'
import type { Identity, State } from './state.ts'
import { Tally } from './tally.ts'

/** How long running jobs may go on after a drain began, and how long the server is then waited for. */
const DRAIN_MS = 30_000
const FAREWELL_MS = 10_000
const ORPHANS_MS = 2_000

export interface AgentOptions {
  config: Config
  effects: Effects
  backend: Backend
  state: State
  log: Log
  registerAgain?: boolean
}

export interface Agent {
  /** Resolves when a drain is over; rejects where the agent cannot go on (RefusedError, RegistrationError, ...). */
  done: Promise<void>
  readonly draining: boolean
  /** Is there a host that the server knows? */
  readonly registered: boolean
  /** The server does not answer now. */
  readonly away: boolean
  readonly tally: Readonly<Tally>
  /** The host as the server sees it now; undefined where it cannot be asked. */
  report(): Promise<OwnHost | undefined>
  /** Stops claiming, lets running jobs finish for 30 s, hands back the rest; `why` is for the log. */
  drain(why: string): void
  /** Ends at once, as a crash would: nothing is handed back and nobody is told. */
  kill(): void
}

/** Starts the agent: registers where it must, and runs jobs until it is drained. */
export function startAgent(options: AgentOptions): Agent {
  const daemon = new Daemon(options)
  return {
    done: daemon.run(),
    get draining() {
      return daemon.draining
    },
    get registered() {
      return daemon.registered
    },
    get away() {
      return daemon.away
    },
    tally: daemon.tally,
    report: () => daemon.report(),
    drain: (why) => daemon.drain(why),
    kill: () => daemon.kill(),
  }
}

class Daemon {
  readonly tally = new Tally()
  registered = false
  readonly #options: AgentOptions
  readonly #connection: Connection
  readonly #gpus: GpuWatch
  readonly #instance: string
  /** Aborted: no further claim. */
  readonly #claiming = new AbortController()
  /** Aborted: everything ends. */
  readonly #running = new AbortController()

  constructor(options: AgentOptions) {
    const { config, effects, log } = options
    this.#options = options
    this.#connection = new Connection({ server: config.server, effects, log })
    this.#gpus = new GpuWatch(effects, log)
    this.#instance = effects.uniqueId()
  }

  get draining(): boolean {
    return this.#claiming.signal.aborted
  }

  get away(): boolean {
    return this.#connection.away
  }

  async report(): Promise<OwnHost | undefined> {
    const signal = this.#running.signal
    return await this.#connection.client.call(market.hostMe, {}, { signal }).catch(() => undefined)
  }

  drain(why: string): void {
    if (this.draining) return
    this.#options.log.info(`${why}: no further job is claimed, running ones have ${DRAIN_MS / 1000} s to finish`)
    this.#claiming.abort(new Error('draining'))
  }

  kill(): void {
    this.#claiming.abort(new Error('killed'))
    this.#running.abort(new Error('killed'))
  }

  async run(): Promise<void> {
    const { config, log, state, registerAgain = false } = this.#options
    // Until the first claim there is nothing to finish: a drain ends it at once.
    const signal = this.#claiming.signal
    try {
      const enlisting = { config, connection: this.#connection, gpus: this.#gpus, state, log, registerAgain, signal }
      const identity = await enlist(enlisting)
      this.registered = true
      await handBackEarlierJobs({
        connection: this.#connection,
        state,
        log,
        identity,
        instance: this.#instance,
        signal,
      })
      await this.#work(identity)
    } catch (error) {
      if (!this.draining || isFatal(error)) throw this.#explain(error)
    } finally {
      this.kill()
    }
    log.info('stopped')
  }

  /** Heartbeats, results and slots side by side; the first that fails for good ends all. */
  async #work(identity: Identity): Promise<void> {
    const { config, backend, effects, log } = this.#options
    const shared = { connection: this.#connection, effects, log, host_id: identity.host_id, instance: this.#instance }
    const models = config.models.map(({ name }) => name)
    const heartbeat = new Heartbeat({ ...shared, backend, gpus: this.#gpus, models })
    const outbox = new Outbox(shared)
    await heartbeat.beat(this.#claiming.signal)
    log.info(
      { server: config.server, host_id: identity.host_id, slots: config.concurrency },
      heartbeat.ready ? 'ready for jobs' : 'waiting for the engine',
    )
    const { first_token_timeout_ms, idle_timeout_ms } = config
    const streak = new FailureStreak(effects, log)
    const running = { backend, outbox, tally: this.tally, first_token_timeout_ms, idle_timeout_ms }
    const slot = { ...shared, ...running, heartbeat, streak }
    const slots = Array.from({ length: config.concurrency }, () => runSlot(slot, this.#claiming.signal))
    const background = [heartbeat.run(this.#running.signal), outbox.run(this.#running.signal)]
    const work = Promise.all([...slots, this.#farewell(identity, outbox)])
    // Background work ends by itself only when it fails, or when all is being killed.
    await Promise.race([work, Promise.all(background).then(() => work)])
  }

  /** What follows a drain: time to finish, then handing back, then a bounded wait for the server's word. */
  async #farewell(identity: Identity, outbox: Outbox): Promise<void> {
    const { log } = this.#options
    const running = this.#running.signal
    await aborted(this.#claiming.signal)
    if (running.aborted) return
    await this.#until(() => outbox.parcels().every((parcel) => parcel.ended), DRAIN_MS)
    const unfinished = outbox.parcels().filter((parcel) => !parcel.ended)
    for (const parcel of unfinished) {
      parcel.end({ error: { code: HANDED_BACK, message: 'the agent is stopping', retryable: true } })
    }
    if (unfinished.length > 0) log.info(`handing back ${unfinished.length} unfinished jobs`)
    outbox.notify()
    await this.#until(() => outbox.parcels().length === 0, FAREWELL_MS)
    const left = outbox.parcels()
    if (left.length > 0) log.warn(`the server did not acknowledge ${left.length} jobs: a next start hands them back`)
    for (const parcel of left) parcel.settle('lost')
    if (left.length === 0 && !running.aborted) await this.#handBackOrphans(identity)
  }

  /** A poll that was aborted may have claimed a job at that very moment; nobody runs it. */
  async #handBackOrphans(identity: Identity): Promise<void> {
    const { effects, log, state } = this.#options
    const limit = new AbortController()
    const cancel = effects.timer(ORPHANS_MS, () => limit.abort(new Error('no answer in time')))
    const signal = AbortSignal.any([this.#running.signal, limit.signal])
    const options = { connection: this.#connection, state, log, identity, instance: this.#instance, signal }
    try {
      await handBackJobs(options, this.#instance)
      rememberInstances(state, identity, [])
    } catch {
      // The instance stays in the state directory, so that a next start looks again.
    } finally {
      cancel()
    }
  }

  /** Waits for a condition, looked at ten times a second, or for the time to be over. */
  async #until(condition: () => boolean, limit_ms: number): Promise<void> {
    const { effects } = this.#options
    const end_ms = effects.monotonic() + limit_ms
    while (!condition() && effects.monotonic() < end_ms && !this.#running.signal.aborted) {
      await pause(effects, 100, this.#running.signal)
    }
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof RefusedError) || error.cause === undefined) return error
    const { config, state } = this.#options
    return new RefusedError(
      `${config.server} refuses the key of this host (${error.message}). If the host was removed there, --register-again makes a new one; its key was in ${state.where(config.server)}`,
    )
  }
}

function isFatal(error: unknown): boolean {
  return error instanceof RefusedError
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
