import { Chance } from '../../load/chance.ts'
import { type Digest, digestOf, type Policy, route } from './route.ts'
import { type CellsTerms, type CellsWorld, drawn, makeWorld, type Pool } from './world.ts'

export interface CellsRun extends CellsTerms {
  policy: Policy
  /** How long it is looked at, after a third of that in which lines form. */
  seconds: number
  /** How old what cells say of each other may be. */
  stale_ms: number
  /** What a job takes from one cell to another. */
  hop_ms: number
}

export interface CellsFigures {
  policy: Policy
  jobs: number
  /** Of all jobs: nobody in reach runs the model. */
  refused: number
  /** Of those that began: in another cell than their user's. */
  away: number
  /** How long jobs waited for a host, or had waited when the run ended. */
  p50_ms: number
  p99_ms: number
  worst_ms: number
  /** Jobs a second that the busiest cell's Postgres had to do with, and the mean one: at home, and run. */
  busiest_cell: number
  mean_cell: number
}

/**
 * Jobs come at random and are served in times without memory, so that the next end is that of any busy host: no
 * calendar of events is needed, and a million hosts cost an array.
 */
export function simulateCells(run: CellsRun): CellsFigures {
  const chance = new Chance(run.seed, 'cells')
  const world = makeWorld(run, chance)
  const state = new Tallied(run)
  const arrivals = (run.busy * world.poolOf.length) / run.service_ms
  let busy = world.busyHosts.reduce((sum, one) => sum + one, 0)
  let digest: Digest = digestOf(world)
  let told = 0
  const end = run.seconds * 1333
  for (let now = 0; now < end; ) {
    const rate = arrivals + busy / run.service_ms
    now += -Math.log(1 - chance.next()) / rate
    if (now - told >= run.stale_ms) {
      digest = digestOf(world)
      told = now
    }
    if (chance.next() * rate < arrivals) busy += arrive(run, world, { now, digest, chance, state })
    else busy += depart(world, { now, chance, state })
  }
  for (const { queue, head } of world.pools) for (const since of queue.slice(head)) state.began(end, end - since)
  return state.figures()
}

interface Moment {
  now: number
  chance: Chance
  state: Tallied
}

/** 1 where a host began with it. */
function arrive(run: CellsRun, world: CellsWorld, { now, chance, state, digest }: Moment & { digest: Digest }): number {
  const model = drawn(world.modelsUpTo, chance.next())
  const home = drawn(world.usersUpTo, chance.next())
  const pool = route(world, { home, model, policy: run.policy }, { digest, chance })
  state.came(now, home, pool)
  if (!pool) return 0
  const hop = pool.cell === home ? 0 : run.hop_ms
  if (pool.idle === 0) {
    pool.queue.push(now - hop)
    return 0
  }
  pool.idle--
  begin(world, pool)
  state.began(now, hop)
  return 1
}

/** -1 where the host has nothing to do now. */
function depart(world: CellsWorld, { now, chance, state }: Moment): number {
  let host = chance.int(0, world.poolOf.length - 1)
  while (world.busyHosts[host] === 0) host = chance.int(0, world.poolOf.length - 1)
  const pool = world.pools[world.poolOf[host] as number] as Pool
  const next = pool.queue[pool.head]
  if (next !== undefined) {
    pool.head++
    state.began(now, now - next)
    return 0
  }
  Object.assign(pool, { queue: [], head: 0 })
  world.busyHosts[host] = 0
  pool.idle++
  return -1
}

/** Which of a pool's hosts it is makes no difference: one that is idle, looked for from a place that moves on. */
function begin({ busyHosts }: CellsWorld, pool: Pool): void {
  const end = pool.first + pool.hosts
  while (busyHosts[pool.next] !== 0) pool.next = pool.next + 1 < end ? pool.next + 1 : pool.first
  busyHosts[pool.next] = 1
}

class Tallied {
  readonly #run: CellsRun
  readonly #from: number
  readonly #waits: number[] = []
  readonly #byCell: Float64Array
  #jobs = 0
  #refused = 0
  #away = 0

  constructor(run: CellsRun) {
    this.#run = run
    this.#from = run.seconds * 333
    this.#byCell = new Float64Array(run.cells)
  }

  came(now: number, home: number, pool: Pool | undefined): void {
    if (now < this.#from) return
    this.#jobs++
    this.#byCell[home] = (this.#byCell[home] as number) + 1
    if (!pool) this.#refused++
    else if (pool.cell !== home) {
      this.#away++
      // Both cells keep it: the one that holds the credits, and the one whose host is paid.
      this.#byCell[pool.cell] = (this.#byCell[pool.cell] as number) + 1
    }
  }

  began(now: number, waited_ms: number): void {
    if (now >= this.#from) this.#waits.push(waited_ms)
  }

  figures(): CellsFigures {
    const waits = Float64Array.from(this.#waits).sort()
    const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
    const { policy, seconds, cells } = this.#run
    return {
      policy,
      jobs: this.#jobs,
      refused: this.#refused / this.#jobs,
      away: this.#away / (this.#jobs - this.#refused),
      ...{ p50_ms: at(0.5), p99_ms: at(0.99), worst_ms: at(1) },
      busiest_cell: Math.max(...this.#byCell) / seconds,
      mean_cell: this.#byCell.reduce((sum, one) => sum + one, 0) / cells / seconds,
    }
  }
}
