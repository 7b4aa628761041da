import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Location } from '../../server/src/storage/migrate.ts'
import type { Trust } from '../../server/src/trust.ts'
import { gateOrWide } from '../gate-or-wide.ts'
import { ManualClock } from '../server/manual-clock.ts'
import type { Databases } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

/** Numbers that look random and repeat from their seed. */
export function chance(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const refusals = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason)

/** A market of its own inside the market: one user, hosts that serve only its models. */
export interface Lane {
  random: () => number
  buyer: string
  model: string
  /** All serve the lane's model; `host` is the first of them. */
  host: string
  hosts: string[]
  /** Hosts of one more model each, `<model>-left` and `<model>-right`. */
  left: string
  right: string
}

interface RoundOptions {
  /** How many rounds in all lanes together; else a few. */
  interleavings?: number
}

/** On SQLite; market.races.long.test.ts has a thousand on either dialect. */
const HUNDREDS = gateOrWide(112, 300)
/** By market.races.long.test.ts: so many interleavings of every race, on either dialect. */
const LONG = process.env.MKT_TEST_RACES === undefined ? undefined : Number(process.env.MKT_TEST_RACES)
const PATIENCE_MS = LONG === undefined ? 300_000 : 1_800_000

interface Suite {
  trust?: Trust
  /** Of races that cost much a handful is run every day. */
  few?: boolean
}

/** Registers the set-up of a racing suite: lanes on one fresh database, looked through after every test of rounds. */
export function lanesOn(databases: Databases, { trust = 'own', few = false }: Suite = {}) {
  // Lanes race beside each other: they share commits on SQLite, the platform's account and the queue on Postgres.
  // SQLite's lanes share one fsync a group, so that forty take little longer than eight; Postgres has ten connections.
  const sqlite = databases.dialect === 'sqlite'
  const LANES = sqlite && !(few && LONG === undefined) ? gateOrWide(16, 40) : 8
  const ROUNDS = LONG === undefined ? (sqlite ? 5 : gateOrWide(4, 6)) : Math.ceil(LONG / LANES)
  // A thousand on Postgres take 8 to 19 s a race on two busy cores, too long for every day: by default it does fewer.
  const MANY = LONG ?? (few ? 24 : sqlite ? HUNDREDS : gateOrWide(40, 80))
  const lanes: Lane[] = []
  let location: Location
  const on = {} as {
    floor: Floor
    /** As a second replica has it; on SQLite there is one server only. */
    other: Floor
  }
  beforeAll(async () => {
    location = await databases.fresh()
    const clock = new ManualClock()
    // What a job of three tokens earns is far below a credit.
    const shared = { clock, trust, limits: { withdrawal_least_credits: 0 } }
    on.floor = await openFloor(location, shared)
    on.other = databases.dialect === 'sqlite' ? on.floor : await openFloor(location, shared)
    const numbers = Array.from({ length: LANES }, (_, index) => index + 1)
    lanes.push(...(await Promise.all(numbers.map((number) => makeLane(on.floor, number)))))
  })
  afterAll(async () => {
    await on.floor.close()
    if (on.other !== on.floor) await on.other.close()
    // A transaction that a deadlock ended runs again, after a second of standing still: no order of ours may need it.
    expect(await databases.deadlocks(location)).toBe(0)
  })

  /** Starts all at once, each after its own few reads, so that rounds meet in different orders on either dialect. */
  async function race<T>(random: () => number, contestants: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
    return await Promise.allSettled(
      contestants.map(async (contestant) => {
        for (let reads = Math.floor(random() * 8); reads > 0; reads--) {
          await new Promise(setImmediate)
          await on.floor.credits('nobody')
        }
        return await contestant()
      }),
    )
  }

  async function running({ buyer, model, host }: Lane): Promise<string> {
    const { job_id } = await on.floor.submit(buyer, { model })
    expect((await on.floor.next(host))?.job_id).toBe(job_id)
    return job_id
  }

  /** Runs the rounds in every lane, looks at the books and at the round's jobs after each, and at everything at last. */
  async function rounds(round: (lane: Lane) => Promise<string[]>, { interleavings }: RoundOptions = {}): Promise<void> {
    const jobs: string[] = []
    const each = interleavings === undefined ? ROUNDS : Math.ceil(interleavings / LANES)
    // Waited for to the last: lanes that went on would race into the next test.
    const lived = await Promise.allSettled(
      lanes.map(async (lane) => {
        for (let number = 0; number < each; number++) {
          const played = await round(lane)
          expect(await on.floor.faultsNow(played)).toEqual([])
          jobs.push(...played)
        }
      }),
    )
    for (const reason of refusals(lived)) throw reason
    expect(await on.floor.faults(jobs)).toEqual([])
    for (const { buyer } of lanes) expect(await on.floor.reserved(buyer)).toBe(0n)
  }

  /** Registers a test of one of the races that must hold over very many interleavings; its name says how many. */
  function manyRaces(name: string, round: (lane: Lane) => Promise<string[]>, after?: () => void): void {
    test(
      `${name} (${MANY} interleavings)`,
      async () => {
        await rounds(round, { interleavings: MANY })
        after?.()
      },
      PATIENCE_MS,
    )
  }

  return { on, ROUNDS, location: () => location, race, running, rounds, manyRaces, thorough: LONG !== undefined }
}

async function makeLane(floor: Floor, number: number): Promise<Lane> {
  const model = `m${number}`
  const hosts = await Promise.all([1, 2, 3, 4].map(() => floor.host({ models: [model] })))
  return {
    random: chance(number),
    buyer: await floor.user(10n ** 15n),
    model,
    host: hosts[0] as string,
    hosts,
    left: await floor.host({ models: [`${model}-left`] }),
    right: await floor.host({ models: [`${model}-right`] }),
  }
}
