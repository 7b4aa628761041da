import type { JobOffer } from '@mkt/schemas'
import { type Agent, startAgent } from '../../../agent/src/daemon.ts'
import type { Effects } from '../../../agent/src/effects.ts'
import { createLog } from '../../../agent/src/log.ts'
import type { State } from '../../../agent/src/state.ts'
import type { Connect } from '../../../agent/src/transport/text-socket.ts'
import { config, memoryState, SERVER } from '../../agent/agent-under-test.ts'
import type { Chance } from '../../load/chance.ts'
import type { BuyerAccount } from './buyer.ts'
import type { EngineTruth } from './engine-truth.ts'
import { Life } from './life.ts'
import { SimulatedEngine } from './simulated-engine.ts'
import type { World } from './world.ts'

export interface HostTerms {
  name: string
  models: readonly string[]
  price_nano: bigint
  max_tokens: number
  concurrency: number
  /** Its engine goes on with a text that it is given. */
  continues: boolean
  /** Undefined: nobody owns it. */
  owner: BuyerAccount | undefined
}

/** A machine with the real agent on it: it is started, stopped and killed, and its state directory outlives it. */
export class HonestHost {
  readonly terms: HostTerms
  readonly #world: World
  readonly #truth: EngineTruth
  readonly #chance: Chance
  readonly #state: ReturnType<typeof memoryState>
  #life = new Life()
  #agent: Agent | undefined
  /** Half of all agents have channels, the others call. */
  readonly #overChannels: boolean
  kills = 0

  constructor(world: World, truth: EngineTruth, terms: HostTerms) {
    this.terms = terms
    this.#world = world
    this.#truth = truth
    this.#chance = world.chance(terms.name)
    this.#state = memoryState(terms.name)
    this.#overChannels = world.chance(terms.name, 'channel').next() < 0.5
  }

  /** The host as the machine knows it; undefined before it is registered. */
  get identity(): { host_id: string; api_key: string } | undefined {
    return this.#state.load(SERVER)
  }

  get up(): boolean {
    return this.#agent !== undefined
  }

  start(): void {
    if (this.#agent) return
    this.#life = new Life()
    const life = this.#life
    const { name, models, price_nano, max_tokens, concurrency, continues, owner } = this.terms
    this.#world.trace.note(`${name} starts`)
    const effects = this.#effects(life)
    const { plan } = this.#world
    const backend = new SimulatedEngine({
      ...{ plan, truth: this.#truth, chance: this.#chance, effects },
      ...{ models, host: name, continues },
    })
    const offered = models.map((model) => ({ name: model }))
    const settings = config({ models: offered, price_nano, max_tokens, concurrency, user_token: owner?.secret })
    const agent = startAgent({
      config: settings,
      effects,
      engines: [{ ...settings, backend, models }],
      state: mortalState(this.#state, life),
      log: createLog({ write: () => undefined }, { level: 'error' }),
    })
    this.#agent = agent
    void life.holds(agent.done).then(
      () => this.#ended(agent),
      (error) => this.#gaveUp(agent, error),
    )
  }

  kill(): void {
    if (!this.#agent) return
    this.kills++
    this.#world.trace.note(`${this.terms.name} killed`)
    this.#life.end()
    // Nothing that it does now has an effect; it only lets go of what it holds.
    this.#agent.kill()
    this.#agent = undefined
  }

  /** SIGTERM. */
  stop(): void {
    if (!this.#agent || this.#agent.draining) return
    this.#world.trace.note(`${this.terms.name} stops`)
    this.#agent.drain('stopped')
  }

  #ended(agent: Agent): void {
    if (this.#agent !== agent) return
    this.#world.trace.note(`${this.terms.name} has stopped`)
    this.#life.end()
    this.#agent = undefined
  }

  /** It may, where it is to be registered by an account that has ended meanwhile. */
  #gaveUp(agent: Agent, error: unknown): void {
    const { name, owner } = this.terms
    const orphaned = owner !== undefined && this.#world.facts.closingAccounts.has(owner.user_id)
    if (orphaned && this.identity === undefined) this.#ended(agent)
    else this.#world.broken('agent goes on', `${name} gave up: ${error instanceof Error ? error.stack : error}`)
  }

  #heardOffer(offer: JobOffer): void {
    this.#world.facts.offered(offer, this.terms)
  }

  /** The agent's channels, listened to. */
  #channels(connect: Connect): Connect {
    return async (url, options) => {
      const socket = await connect(url, options)
      this.#world.facts.channels++
      return {
        send: (text) => socket.send(text),
        close: () => socket.close(),
        closed: (listener) => socket.closed(listener),
        turn: () => socket.turn(),
        heard: (listener) =>
          socket.heard((text) => {
            const { type, status, body } = JSON.parse(text)
            if (type === 'answer' && status === 200 && body?.attempt !== undefined) this.#heardOffer(body)
            listener(text)
          }),
      }
    }
  }

  #effects(life: Life): Effects {
    const { network, clock } = this.#world
    const { now, monotonic, timer } = life.clockFrom(clock)
    const chance = this.#chance
    const caller = { name: this.terms.name, life }
    const fetch = network.fetchOf(caller)
    return {
      now,
      monotonic,
      timer,
      random: () => chance.next(),
      uniqueId: () => `${this.terms.name}-${chance.int(0, 1e9)}`,
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (url.endsWith('/hosts/next-job') && answer.status === 200) this.#heardOffer(JSON.parse(await answer.text()))
        return answer
      },
      ...(this.#overChannels ? { connect: this.#channels(network.channelsOf(caller)) } : {}),
      run: () => Promise.reject(Object.assign(new Error('there is no GPU'), { code: 'ENOENT' })),
    }
  }
}

/** A killed agent writes nothing any more. */
function mortalState(state: State, life: Life): State {
  return {
    ...state,
    save: (identity) => {
      life.demand()
      state.save(identity)
    },
  }
}
