import type { Chance } from '../../load/chance.ts'

/** What a world of cells is made of; all on paper. */
export interface CellsTerms {
  cells: number
  hosts: number
  models: number
  /** Mean time that a host takes for a job. */
  service_ms: number
  /** Which part of all hosts jobs keep busy at the mean. */
  busy: number
  seed: number
}

/** Hosts of one model in one cell, and what waits for them. */
export interface Pool {
  cell: number
  model: number
  hosts: number
  /** Its first host, and where it looks for an idle one next. */
  first: number
  next: number
  idle: number
  /** When each waiting job was submitted, the oldest first, from `head` on. */
  queue: number[]
  head: number
}

export interface CellsWorld {
  pools: readonly Pool[]
  /** Of each model by cell; undefined: no host there runs it. */
  byModel: readonly (readonly (Pool | undefined)[])[]
  /** Of each model those that there are. */
  serving: readonly (readonly Pool[])[]
  /** The pool of each host. */
  poolOf: Int32Array
  busyHosts: Uint8Array
  /** How likely a job is of each model, and of a user at home in each cell, summed up. */
  modelsUpTo: Float64Array
  usersUpTo: Float64Array
}

/** A model has a pool in a cell for so many of its hosts: of a rare one most cells have none. */
const HOSTS_A_POOL = 50
/** The busiest model has so many times the jobs of the k-th. */
const POPULARITY = 0.9
/** Cells were filled one after the other: the largest has about twice the users of the smallest. */
const UNEVEN = 0.15

/** Hosts follow their models' popularity and are spread over cells evenly; users are not. */
export function makeWorld({ cells, hosts, models, busy }: CellsTerms, chance: Chance): CellsWorld {
  const weights = Array.from({ length: models }, (_, at) => (at + 1) ** -POPULARITY)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const byModel = weights.map((weight, model) => spread(Math.round((hosts * weight) / total), model, cells, chance))
  const serving = byModel.map((pools) => pools.filter((pool) => pool !== undefined))
  const pools = serving.flat()
  let first = 0
  for (const pool of pools) {
    pool.first = pool.next = first
    first += pool.hosts
  }
  const poolOf = Int32Array.from(pools.flatMap((pool, at) => Array<number>(pool.hosts).fill(at)))
  const busyHosts = new Uint8Array(poolOf.length)
  // Jobs take a time without memory: who is busy at the beginning is as good as any.
  for (let host = 0; host < poolOf.length; host++) {
    if (chance.next() >= busy) continue
    busyHosts[host] = 1
    ;(pools[poolOf[host] as number] as Pool).idle--
  }
  const users = Array.from({ length: cells }, (_, at) => (at + 1) ** -UNEVEN)
  return { pools, byModel, serving, poolOf, busyHosts, modelsUpTo: upTo(weights), usersUpTo: upTo(users) }
}

function spread(hosts: number, model: number, cells: number, chance: Chance): (Pool | undefined)[] {
  const wanted = Math.max(1, Math.min(cells, Math.floor(hosts / HOSTS_A_POOL)))
  const first = chance.int(0, cells - 1)
  const own: (Pool | undefined)[] = Array<undefined>(cells).fill(undefined)
  for (let at = 0; at < wanted; at++) {
    // Far apart, whatever the model: neighbours would all be in the same few cells.
    const cell = (first + Math.floor((at * cells) / wanted)) % cells
    const some = Math.floor(hosts / wanted) + (at < hosts % wanted ? 1 : 0)
    own[cell] = { cell, model, hosts: some, first: 0, next: 0, idle: some, queue: [], head: 0 }
  }
  return own
}

function upTo(weights: readonly number[]): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return Float64Array.from(weights, (weight) => {
    sum += weight
    return sum / total
  })
}

/** Where the sum passes `draw`. */
export function drawn(sums: Float64Array, draw: number): number {
  let [least, most] = [0, sums.length - 1]
  while (least < most) {
    const middle = (least + most) >> 1
    if ((sums[middle] as number) > draw) most = middle
    else least = middle + 1
  }
  return least
}
