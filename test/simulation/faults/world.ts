import { ApiError, type Client, createClient, UnreachableError } from '@mkt/schemas/client'
import { Chance } from '../../load/chance.ts'
import type { ModelRedis } from '../model-redis.ts'
import type { SimulatedClock } from '../simulated-clock.ts'
import type { EngineTruth } from './engine-truth.ts'
import type { Facts } from './facts.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { Life } from './life.ts'
import type { SimulatedCluster } from './simulated-cluster.ts'
import type { SimulatedNetwork } from './simulated-network.ts'
import type { Stillness } from './stillness.ts'
import type { Trace } from './trace.ts'

/** Everything that actors share. */
export interface WorldParts {
  seed: number
  clock: SimulatedClock
  plan: FaultPlan
  still: Stillness
  trace: Trace
  server: SimulatedCluster
  network: SimulatedNetwork
  facts: Facts
  truth: EngineTruth
  /** Of people and their programs, who are not killed: it ends with the run. */
  life: Life
  /** What several servers share. */
  redis: ModelRedis
}

/** Hosts that are away come back within minutes. */
const MOST_UNSERVED = 100
const NEVER: ReadonlySet<string> = new Set(['internal_error'])

/** One simulated world: its parts, and what every actor needs of them. */
export class World {
  readonly seed: number
  readonly clock: SimulatedClock
  readonly plan: FaultPlan
  readonly still: Stillness
  readonly trace: Trace
  readonly server: SimulatedCluster
  readonly network: SimulatedNetwork
  readonly facts: Facts
  readonly truth: EngineTruth
  readonly life: Life
  readonly redis: ModelRedis
  /** Actors that have not come to their end, by a number: what each does. */
  readonly #acting = new Map<number, string>()
  #started = 0

  constructor(parts: WorldParts) {
    this.seed = parts.seed
    this.clock = parts.clock
    this.plan = parts.plan
    this.still = parts.still
    this.trace = parts.trace
    this.server = parts.server
    this.network = parts.network
    this.facts = parts.facts
    this.truth = parts.truth
    this.life = parts.life
    this.redis = parts.redis
  }

  /** What the actors that have not come to their end do. */
  get acting(): readonly string[] {
    return [...this.#acting.values()]
  }

  chance(...names: (string | number)[]): Chance {
    return new Chance(this.seed, ...names)
  }

  broken(invariant: string, detail: string): void {
    this.facts.broken(invariant, detail)
  }

  pause(ms: number): Promise<void> {
    return this.life.holds(this.clock.pause(ms))
  }

  /** Starts something that goes on by itself and has to come to an end; its failure is the run's. */
  start(name: string, work: () => Promise<void>): void {
    const number = ++this.#started
    this.#acting.set(number, name)
    work().then(
      () => this.#acting.delete(number),
      (error) => this.broken('the simulation itself', `${name}: ${error?.stack ?? error}`),
    )
  }

  clientOf(name: string, secret: string, life = this.life): Client {
    const fetch = this.network.fetchOf({ name, life })
    return createClient({ baseUrl: 'http://market.test', authorization: () => `Bearer ${secret}`, fetch })
  }

  /** Repeats a call until it is answered; the answer may be a refusal, which is given back. */
  async patiently<T>(chance: Chance, call: () => Promise<T>): Promise<T | ApiError> {
    for (let unserved = 0; ; ) {
      try {
        return await call()
      } catch (error) {
        if (error instanceof ApiError) {
          if (NEVER.has(error.code)) this.broken('no internal error', `${error.status} ${error.message}`)
          if (error.status < 500 && error.status !== 429) return error
          // The only host of a model may have been its owner's who closed the account.
          if (error.code === 'no_host_available' && ++unserved > MOST_UNSERVED) return error
        } else if (!(error instanceof UnreachableError)) throw error
        await this.pause(chance.int(100, 4000))
      }
    }
  }
}
