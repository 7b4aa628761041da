import { createServer, type IncomingMessage, type Server } from 'node:http'
import { sealsBy } from '../../../server/src/accounts/second-factor/seals.ts'
import type { Clock } from '../../../server/src/base/clock.ts'
import { DomainError } from '../../../server/src/base/errors.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { createLog } from '../../../server/src/base/log.ts'
import type { Meter } from '../../../server/src/base/meter.ts'
import { createInProcessBus } from '../../../server/src/bus/in-process.ts'
import { asksForWebSocket, takeUpgrades } from '../../../server/src/http/web-socket.ts'
import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { memoryRateLimits } from '../../../server/src/live/memory-rate-limits.ts'
import { MemoryWarmChains } from '../../../server/src/live/memory-warm-chains.ts'
import { liveOn } from '../../../server/src/live/redis/open-redis.ts'
import { composeMarket } from '../../../server/src/market/compose.ts'
import type { Market } from '../../../server/src/market/deps.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import type { Trust } from '../../../server/src/trust.ts'
import type { Chance } from '../../load/chance.ts'
import type { ModelClient, ModelRedis } from '../model-redis.ts'
import type { SimulatedClock } from '../simulated-clock.ts'
import type { Listening, ServersEnd } from './connection.ts'
import type { FaultPlan } from './fault-plan.ts'
import { Life } from './life.ts'
import { mortalDatabase } from './mortal-database.ts'
import { redisWay } from './redis-way.ts'
import { Standstill } from './standstill.ts'
import type { Stillness } from './stillness.ts'
import type { Trace } from './trace.ts'
import { Wire, type WireListener, type WireOptions } from './wire.ts'

export interface ServerOptions {
  /** Of one of several: its name, and what they share. */
  replica?: { name: string; redis: ModelRedis; leads: () => boolean } | undefined
  database: Database
  clock: SimulatedClock
  plan: FaultPlan
  still: Stillness
  trace: Trace
  chance: Chance
  /** Every answer must have the contract's shape; it costs a fifth of a run. */
  checkAnswers: boolean
  trust: Trust
  /** The server called something an error: a defect, since nothing here is. */
  complain: (line: string) => void
  /** A request has come to a server that can take it. */
  heard: (request: string) => void
}

export interface Run {
  life: Life
  standstill: Standstill
  /** To what servers share. */
  line: ModelClient | undefined
  http: Server
  market: Market
  stop: () => Promise<void>
  wires: Set<Wire>
}

/** How long SIGTERM leaves requests in progress before they are cut, as serve.ts has it. */
const DRAIN_MS = 10_000

/** The server's process: it is started, stopped and killed like one, and its database outlives it. */
export class SimulatedServer implements Listening {
  readonly #options: ServerOptions
  #run: Run | undefined
  #starting = false
  #draining = false
  #runs = 0
  commits = 0
  kills = 0
  stops = 0

  constructor(options: ServerOptions) {
    this.#options = options
  }

  get up(): boolean {
    return this.#run !== undefined
  }

  /** The life of the running process, and what its operations work with. */
  get process(): Pick<Run, 'life' | 'market'> | undefined {
    return this.#run
  }

  async start(): Promise<void> {
    if (this.#run || this.#starting) return
    // One alone has locked its data directory until it has ended, and whoever starts it meanwhile is refused.
    if (this.#draining && !this.#options.replica) return
    this.#starting = true
    this.#options.trace.note('server starts')
    const life = new Life()
    // Killed while it starts: it is started again.
    life.onEnd(() => {
      this.#starting = false
    })
    const made = await this.#compose(life).catch((error) => {
      // A replica that does not reach the others' place, or the database, does not start; it is started again.
      if (!(error instanceof DomainError)) throw error
      life.end()
      return undefined
    })
    if (!made || !life.alive) return
    const shouldUpgradeCallback = (request: IncomingMessage) => asksForWebSocket(request, made.webSockets)
    const http = createServer({ shouldUpgradeCallback }, made.answer)
    takeUpgrades(http, made.answer)
    this.#run = { life, http, ...made, wires: new Set() }
    this.#starting = false
  }

  /** Stands still for so long, as a process in a long collection, or on a machine that is moved. */
  pause(ms: number): void {
    this.#suffer('is paused', ms, ({ standstill }) => [() => standstill.begin(), () => standstill.end()])
  }

  cutFromRedis(ms: number): void {
    this.#suffer('is cut off from Redis', ms, ({ line }) => [() => line?.cut(), () => line?.restore()])
  }

  cutFromDatabase(ms: number): void {
    this.#suffer('is cut off from the database', ms, ({ standstill }) => [
      () => standstill.cutOff(),
      () => standstill.reconnect(),
    ])
  }

  #suffer(what: string, ms: number, how: (run: Run) => [begin: () => void, end: () => void]): void {
    const run = this.#run
    if (!run) return
    const { clock, trace, still } = this.#options
    trace.note(`server ${this.name} ${what} for ${ms} ms`)
    const [begin, end] = how(run)
    begin()
    clock.timer(ms, () => {
      still.stir()
      if (run.life.alive) end()
    })
  }

  get name(): string {
    return this.#options.replica?.name ?? 'alone'
  }

  kill(why: string): void {
    const run = this.#run
    if (!run) return
    this.kills++
    this.#options.trace.note(`server killed ${why}`)
    this.#end(run)
  }

  /** SIGTERM: no new connection; polls and streams are answered, requests in progress have some time. */
  async stop(): Promise<void> {
    const run = this.#run
    if (!run) return
    this.stops++
    this.#options.trace.note('server stops')
    this.#run = undefined
    this.#draining = true
    const cut = this.#options.clock.timer(DRAIN_MS, () => this.#end(run))
    await run.life.holds(run.stop())
    while (run.wires.size > 0 && run.life.alive) await run.life.holds(this.#options.clock.pause(100))
    cut()
    this.#end(run)
  }

  accept(request: string, listener: WireListener, options: WireOptions): ServersEnd | undefined {
    const run = this.#run
    if (!run) return undefined
    const { still } = this.#options
    still.stir()
    const { heard } = this.#options
    const wire = new Wire(
      request,
      {
        data(text) {
          still.stir()
          if (run.life.alive) listener.data(text)
        },
        closed() {
          still.stir()
          run.wires.delete(wire)
          listener.closed()
        },
      },
      options,
    )
    run.wires.add(wire)
    run.standstill.whenAwake(() => {
      if (!run.life.alive) return
      // One that is cut off refuses it.
      if (!run.standstill.isCutOff && !run.line?.away) heard(request)
      run.http.emit('connection', wire)
    })
    return {
      hear(bytes) {
        still.stir()
        run.standstill.whenAwake(() => {
          if (!run.life.alive) return
          if (!run.standstill.isCutOff && !run.line?.away) heard(bytes)
          wire.hear(bytes)
        })
      },
      destroy: () => wire.destroy(),
    }
  }

  #end(run: Run): void {
    if (this.#run === run) this.#run = undefined
    else this.#draining = false
    run.life.end()
    run.line?.cut()
    for (const wire of [...run.wires]) wire.destroy()
  }

  async #compose(life: Life) {
    const { database, clock, plan, still, chance, complain, replica } = this.#options
    const mortal = life.clockFrom(clock)
    const standstill = new Standstill(mortal)
    const own = standstill.clock(mortal)
    const kill = (why: string) => {
      if (this.#run?.life === life) this.kill(why)
      else life.end()
    }
    const committed = () => {
      this.commits++
    }
    const log = createLog('error', { write: (line) => life.alive && !(replica && OUTAGE.test(line)) && complain(line) })
    const shared = await life.holds(this.#share(life, standstill, own))
    const parts = {
      database: standstill.over(mortalDatabase(database, { life, plan, still, kill, committed })),
      clock: own,
      ids: createIds(own, (bytes) => Buffer.from(Array.from({ length: bytes }, () => chance.int(0, 255)))),
      bus: shared?.live.bus ?? createInProcessBus(),
      log,
      meter: NO_METER,
    }
    const market = await life.holds(
      composeMarket({
        ...(shared ? { live: shared.live, leads: shared.leads } : {}),
        seals: sealsBy(new Uint8Array(32)),
        ...parts,
        // What a simulated host earns is far below a credit.
        limits: { ...DEFAULT_LIMITS, withdrawal_least_credits: 0 },
        baseUrl: 'http://market.test',
        registration: 'open',
        trust: this.#options.trust,
        unprovenLimitNano: 10_000_000n,
        signupNano: 0n,
        checkAnswers: this.#options.checkAnswers,
        trustedProxies: 0,
        retentionDays: 0,
        closing: { prepare: async () => undefined, finish: async () => undefined },
        webhooks: { ...parts, targets: { privateTargets: 'none', lookUp: async () => [] } },
      }),
    )
    return { ...market, standstill, line: shared?.line }
  }

  /** One of several has what is live where the others have it; limits count for each alone. */
  async #share(life: Life, standstill: Standstill, clock: Clock) {
    const { replica, plan, still } = this.#options
    if (!replica) return undefined
    const line = replica.redis.connect(redisWay({ clock: this.#options.clock, plan, still, standstill }))
    life.onEnd(() => line.cut())
    const name = `${replica.name}-${++this.#runs}`
    const live = await liveOn(line, { clock, log: createLog('silent'), name })
    return {
      line,
      live: { ...live, rates: memoryRateLimits(clock), chains: new MemoryWarmChains(clock) },
      leads: replica.leads,
    }
  }
}

/** What a replica that is cut off may log as an error: an outage is one. */
const OUTAGE = /"type":"DatabaseAway"|cannot be reached at this moment/

/** A real one registers watches on the process that outlive a simulated one. */
const NO_METER = {
  request: () => undefined,
  firstToken: () => undefined,
  pieces: () => undefined,
  looked: () => undefined,
  ended: () => undefined,
  document: () => undefined,
  gauge: () => undefined,
  gauges: () => undefined,
  counter: () => () => undefined,
  histogram: () => ({ observe: () => undefined }),
  expose: async () => ({ type: 'text/plain', text: '' }),
} as unknown as Meter
