import { market, type OwnHost } from '@mkt/schemas'
import type { Config } from './config.ts'
import { Connection, RefusedError } from './connection.ts'
import { aborted, DRAIN_MS, type DrainOptions, drain, leave, sayStopping } from './drain.ts'
import type { Effects } from './effects.ts'
import type { Engine } from './engines/engine.ts'
import type { OffSale } from './engines/engine-watch.ts'
import { Engines } from './engines/engines.ts'
import { enlist } from './enlist.ts'
import { GpuWatch } from './gpu.ts'
import { handBackEarlierJobs } from './hand-back.ts'
import { Heartbeat } from './heartbeat.ts'
import type { Log } from './log.ts'
import { Outbox } from './outbox.ts'
import { clearKeys, inTheClear } from './plain-http.ts'
import { Polls } from './polls.ts'
import { followMarket } from './price/price-watch.ts'
import { runSlot } from './slot.ts'
import type { Identity, State } from './state.ts'
import { Tally } from './tally.ts'
import { Transport, type TransportOptions, type Way } from './transport/transport.ts'
import { CLEAR_ENGINE, CLEAR_SERVER, unencrypted } from './words/encryption.ts'
import { keyRefused } from './words/registration.ts'
import { startWords } from './words/start.ts'
import { draining } from './words/stopping.ts'

/** How long the first claims wait for a channel. */
const CONNECT_MS = 2_000
/** How long the first heartbeat waits for models to be tried; what takes longer comes on sale with a later one. */
const SETTLE_MS = 10_000

export interface AgentOptions {
  config: Config
  effects: Effects
  engines: readonly Engine[]
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
  /** An operator has disabled the host. */
  readonly shutOut: boolean
  readonly tally: Readonly<Tally>
  /** By which way it speaks with the server. */
  readonly way: Way
  /** Models that are not sold now, and why. */
  readonly offSale: readonly OffSale[]
  /** The host as the server sees it now; undefined where it cannot be asked. */
  report(): Promise<OwnHost | undefined>
  /** Stops claiming, lets running jobs finish for 30 s, hands back the rest; `why` is for the log. */
  drain(why: string): void
  /** Hands back what runs in one call of at most 2 s, and ends; false where a next start has to hand back the rest. */
  leave(): Promise<boolean>
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
    get shutOut() {
      return daemon.shutOut
    },
    tally: daemon.tally,
    get way() {
      return daemon.transport.way
    },
    get offSale() {
      return daemon.engines.offSale
    },
    report: () => daemon.report(),
    drain: (why) => daemon.drain(why),
    leave: () => daemon.leave(),
    kill: () => daemon.kill(),
  }
}

class Daemon {
  readonly tally = new Tally()
  registered = false
  readonly engines: Engines
  readonly #options: AgentOptions
  readonly transport: Transport
  readonly #connection: Connection
  readonly #gpus: GpuWatch
  readonly #instance: string
  /** Aborted: no further claim. */
  readonly #claiming = new AbortController()
  /** Aborted: everything ends. */
  readonly #running = new AbortController()
  /** What runs here, from the first heartbeat on. */
  #underWay: DrainOptions | undefined
  #claims = false

  constructor(options: AgentOptions) {
    const { config, effects, engines, log } = options
    this.#options = options
    this.engines = new Engines({ engines, effects, log })
    this.#connection = new Connection({ server: config.server, effects, log })
    const off = config.channel === 'off'
    const ended: TransportOptions['ended'] = (jobs) => this.#underWay?.outbox.ended(jobs)
    const broke = () => this.#underWay?.outbox.nameAll()
    this.transport = new Transport({ connection: this.#connection, effects, log, off, ended, broke })
    this.#gpus = new GpuWatch(effects, log)
    this.#instance = effects.uniqueId()
  }

  get draining(): boolean {
    return this.#claiming.signal.aborted
  }

  get away(): boolean {
    return this.#connection.away
  }

  get shutOut(): boolean {
    return this.#connection.shutOut
  }

  async report(): Promise<OwnHost | undefined> {
    const signal = this.#running.signal
    return await this.#connection.client.call(market.hostMe, {}, { signal }).catch(() => undefined)
  }

  drain(why: string): void {
    if (this.draining) return
    this.#options.log.info(draining(why, DRAIN_MS))
    this.#claiming.abort(new Error('draining'))
  }

  async leave(): Promise<boolean> {
    this.#claiming.abort(new Error('leaving'))
    const told = this.#underWay ? await leave(this.#underWay) : true
    this.kill()
    return told
  }

  kill(): void {
    this.#claiming.abort(new Error('killed'))
    this.#running.abort(new Error('killed'))
  }

  async run(): Promise<void> {
    const { config, log, state, registerAgain = false } = this.#options
    // Until the first claim there is nothing to finish: a drain ends it at once.
    const signal = this.#claiming.signal
    if (inTheClear(config.server)) log.warn(unencrypted(config.server, CLEAR_SERVER))
    for (const url of clearKeys(config.engines)) log.warn(unencrypted(url, CLEAR_ENGINE))
    try {
      const watching = this.engines.run(this.#running.signal)
      if (registerAgain || !state.load(config.server)) await this.#demandReady(signal)
      const shared = { config, connection: this.#connection, gpus: this.#gpus, state, log }
      const enlisting = { ...shared, registerAgain, capabilities: () => this.engines.capabilities, signal }
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
      await Promise.race([this.#work(identity), watching.then(() => new Promise<never>(() => undefined))])
    } catch (error) {
      if (!this.draining || isFatal(error)) throw this.#explain(error)
      if (this.#underWay && !this.#claims) await sayStopping(this.#underWay)
    } finally {
      this.kill()
    }
    log.info('stopped')
  }

  /** A host that is not registered yet is registered when it has something to sell. */
  async #demandReady(signal: AbortSignal): Promise<void> {
    await this.engines.settled(SETTLE_MS, signal)
    if (this.engines.onSale.length > 0 || signal.aborted) return
    this.#options.log.warn(startWords.noModelYet)
    await this.engines.ready(signal)
    signal.throwIfAborted()
  }

  /** Heartbeats, results and slots side by side; the first that fails for good ends all. */
  async #work(identity: Identity): Promise<void> {
    const { config, effects, log, state } = this.#options
    const { engines } = this
    const shared = { connection: this.#connection, effects, log, host_id: identity.host_id, instance: this.#instance }
    const heartbeat = new Heartbeat({ ...shared, engines, gpus: this.#gpus })
    const outbox = new Outbox({ ...shared, stopping: () => this.draining })
    const underWay = { ...shared, ...{ state, identity, heartbeat, outbox, running: this.#running.signal } }
    this.#underWay = underWay
    const running = this.#running.signal
    const connecting = this.transport.run(running)
    await engines.settled(SETTLE_MS, this.#claiming.signal)
    await this.transport.tried(CONNECT_MS, this.#claiming.signal)
    await heartbeat.beat(this.#claiming.signal)
    this.#claims = true
    log.info(
      { server: config.server, host_id: identity.host_id, slots: engines.slots },
      engines.onSale.length > 0 ? 'ready for jobs' : startWords.waiting,
    )
    const offered = config.models.map(({ name }) => name)
    const polls = new Polls(effects)
    const slots = engines.watches.flatMap((watch) => {
      const slot = { ...shared, ...watch.engine, outbox, polls, tally: this.tally, watch, offered }
      return Array.from({ length: watch.engine.concurrency }, () => runSlot(slot, this.#claiming.signal))
    })
    const following = followMarket({ ...this.#options, connection: this.#connection, identity }, running)
    const background = [connecting.then(() => aborted(running)), heartbeat.run(running), outbox.run(running), following]
    const work = Promise.all([...slots, this.#drained(underWay)])
    // Background work ends by itself only when it fails, or when all is being killed.
    await Promise.race([work, Promise.all(background).then(() => work)])
  }

  async #drained(underWay: DrainOptions): Promise<void> {
    await aborted(this.#claiming.signal)
    if (!this.#running.signal.aborted) await drain(underWay)
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof RefusedError) || error.cause === undefined) return error
    const { config, state } = this.#options
    return new RefusedError(keyRefused(config.server, error.message, state.where(config.server)))
  }
}

function isFatal(error: unknown): boolean {
  return error instanceof RefusedError
}
