import { Chance } from '../../load/chance.ts'

export interface WorldOptions {
  hosts: number
  jobs: number
  seed: number
}

export interface SimulatedHost {
  models: string[]
  /** Nano-credits a token. */
  price_nano: bigint
  /** Of one slot. */
  tokens_per_s: number
  slots: number
  failure_rate: number
  /** What its owner takes of the GPU, 0..1. */
  own_use: number
}

/** `burst`: a tenth of all jobs at one moment. `large`: the ten with most jobs. `single`: one job each. */
export type UserClass = 'burst' | 'large' | 'regular' | 'single'

export interface SimulatedUser {
  class: UserClass
  /** Names a price limit of its own, twice the middle of all prices, instead of the guard's. */
  hurried: boolean
}

export interface Arrival {
  at_ms: number
  user: number
  model: string
  /** What the engine generates of max_tokens. */
  tokens: number
  max_tokens: number
}

export interface World {
  hosts: SimulatedHost[]
  users: SimulatedUser[]
  /** By time. */
  arrivals: Arrival[]
  burst_at_ms: number
}

/** How often each model is asked for, and offered. */
const MODELS = { 'm-1': 30, 'm-2': 25, 'm-3': 18, 'm-4': 12, 'm-5': 9, 'm-6': 6 } as const
const LEAST_NANO = 500_000
export const MIDDLE_NANO = 1_000_000n
const MAX_TOKENS = [64, 128, 256, 512] as const
// Of what the hosts within twice the cheapest price can do together.
const LOAD = 0.7

/** Hosts, users and who asks for what when: all of it from the seed. */
export function makeWorld(options: WorldOptions): World {
  const chance = new Chance(options.seed, 'world')
  const hosts = Array.from({ length: options.hosts }, () => makeHost(chance))
  const users = makeUsers(chance, Math.max(20, Math.round(options.jobs / 250)))
  const duration = durationOf(hosts, options.jobs)
  const burst_at_ms = Math.round(duration / 4)
  const offered = new Set<string>(hosts.flatMap((host) => host.models))
  const models = Object.fromEntries(Object.entries(MODELS).filter(([model]) => offered.has(model)))
  const demand = { jobs: options.jobs, duration, burst_at_ms, models }
  return { hosts, users, burst_at_ms, arrivals: makeArrivals(chance, users, demand) }
}

function makeHost(chance: Chance): SimulatedHost {
  const models = new Set<string>()
  for (let wanted = chance.int(1, 3); models.size < wanted; ) models.add(chance.weighted(MODELS))
  const tokens_per_s = 12 * Math.exp(0.5 * normal(chance))
  // From once to four times the least price, evenly by ratio.
  const price_nano = BigInt(Math.round(LEAST_NANO * 4 ** chance.next()))
  // Most are sound; one of ten is not.
  const failure_rate = chance.next() < 0.1 ? 0.1 + 0.2 * chance.next() : 0.02 * chance.next()
  return {
    models: [...models],
    price_nano,
    tokens_per_s,
    slots: chance.pick([1, 1, 2, 2, 4]),
    failure_rate,
    own_use: 0.3 * chance.next(),
  }
}

/** Box and Muller's. */
function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next())
}

function makeUsers(chance: Chance, count: number): SimulatedUser[] {
  const singles = Math.floor(count / 4)
  return Array.from({ length: count }, (_, index) => ({
    class: index === 0 ? 'burst' : index <= 10 ? 'large' : index < count - singles ? 'regular' : 'single',
    hurried: index > 0 && chance.next() < 0.2,
  }))
}

function durationOf(hosts: readonly SimulatedHost[], jobs: number): number {
  const cheapest = Math.min(...hosts.map((host) => Number(host.price_nano)))
  const within = hosts.filter((host) => Number(host.price_nano) <= 2 * cheapest)
  const tokensPerS = within.reduce((sum, host) => sum + host.slots * host.tokens_per_s, 0)
  const most = MAX_TOKENS.reduce<number>((sum, tokens) => sum + tokens, 0) / MAX_TOKENS.length
  return ((jobs * most * 0.6) / (LOAD * tokensPerS)) * 1000
}

interface Demand {
  jobs: number
  duration: number
  burst_at_ms: number
  models: Record<string, number>
}

function makeArrivals(chance: Chance, users: readonly SimulatedUser[], demand: Demand): Arrival[] {
  const { jobs, duration, burst_at_ms, models } = demand
  // The user of rank r asks r ** 0.8 times less than the first.
  const weights: Record<string, number> = {}
  for (const [index, user] of users.entries())
    if (user.class === 'large' || user.class === 'regular') weights[index] = index ** -0.8
  const ask = (user: number, at_ms: number): Arrival => {
    const max_tokens = chance.pick(MAX_TOKENS)
    const tokens = Math.ceil(max_tokens * (0.2 + 0.8 * chance.next()))
    return { at_ms, user, model: chance.weighted(models), tokens, max_tokens }
  }
  const burst = Array.from({ length: Math.floor(jobs / 10) }, () => ask(0, burst_at_ms))
  const singles = users.flatMap((user, index) =>
    user.class === 'single' ? [ask(index, chance.next() * duration)] : [],
  )
  const draw = drawer(chance, weights)
  const others = Array.from({ length: jobs - burst.length - singles.length }, () =>
    ask(draw(), chance.next() * duration),
  )
  return [...burst, ...singles, ...others].sort((a, b) => a.at_ms - b.at_ms)
}

/** As `Chance.weighted`, for many names and many draws. */
function drawer(chance: Chance, weights: Record<string, number>): () => number {
  const names = Object.keys(weights).map(Number)
  let sum = 0
  const sums = names.map((name) => (sum += weights[name] as number))
  return () => {
    const at = chance.next() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > at) high = middle
      else low = middle + 1
    }
    return names[low] as number
  }
}
