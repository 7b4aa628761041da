import { createServer, type Server } from 'node:http'
import { sealsBy } from '../../../server/src/accounts/second-factor/seals.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { createLog } from '../../../server/src/base/log.ts'
import type { Meter } from '../../../server/src/base/meter.ts'
import { createInProcessBus } from '../../../server/src/bus/in-process.ts'
import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { composeMarket } from '../../../server/src/market/compose.ts'
import type { Market } from '../../../server/src/market/deps.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import type { Trust } from '../../../server/src/trust.ts'
import type { Chance } from '../../load/chance.ts'
import type { SimulatedClock } from '../simulated-clock.ts'
import type { Listening } from './connection.ts'
import type { FaultPlan } from './fault-plan.ts'
import { Life } from './life.ts'
import { mortalDatabase } from './mortal-database.ts'
import type { Stillness } from './stillness.ts'
import type { Trace } from './trace.ts'
import { Wire, type WireListener, type WireOptions } from './wire.ts'

export interface ServerOptions {
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
  /** A request has come. */
  heard: (request: string) => void
}

interface Run {
  life: Life
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
    this.#starting = true
    this.#options.trace.note('server starts')
    const life = new Life()
    // Killed while it starts: it is started again.
    life.onEnd(() => {
      this.#starting = false
    })
    const { answer, market, stop } = await this.#compose(life)
    const http = createServer(answer)
    this.#run = { life, http, market, stop, wires: new Set() }
    this.#starting = false
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
    const cut = this.#options.clock.timer(DRAIN_MS, () => this.#end(run))
    await run.life.holds(run.stop())
    while (run.wires.size > 0 && run.life.alive) await run.life.holds(this.#options.clock.pause(100))
    cut()
    this.#end(run)
  }

  accept(request: string, listener: WireListener, options: WireOptions): Wire | undefined {
    const run = this.#run
    if (!run) return undefined
    const { still } = this.#options
    still.stir()
    this.#options.heard(request)
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
    run.http.emit('connection', wire)
    return wire
  }

  #end(run: Run): void {
    if (this.#run === run) this.#run = undefined
    run.life.end()
    for (const wire of [...run.wires]) wire.destroy()
  }

  async #compose(life: Life) {
    const { database, clock, plan, still, chance, complain } = this.#options
    const own = life.clockFrom(clock)
    const kill = (why: string) => {
      if (this.#run?.life === life) this.kill(why)
      else life.end()
    }
    const committed = () => {
      this.commits++
    }
    const parts = {
      database: mortalDatabase(database, { life, plan, still, kill, committed }),
      clock: own,
      ids: createIds(own, (bytes) => Buffer.from(Array.from({ length: bytes }, () => chance.int(0, 255)))),
      bus: createInProcessBus(),
      log: createLog('error', { write: (line) => life.alive && complain(line) }),
      meter: NO_METER,
    }
    return await life.holds(
      composeMarket({
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
        farewell: { prepare: async () => undefined, finish: async () => undefined },
        webhooks: { ...parts, targets: { privateTargets: 'none', lookUp: async () => [] } },
      }),
    )
  }
}

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
