import type { Database } from '../../../server/src/storage/database.ts'
import { openSqlite } from '../../../server/src/storage/sqlite.ts'
import type { Trust } from '../../../server/src/trust.ts'
import { Chance } from '../../load/chance.ts'
import { ModelRedis } from '../model-redis.ts'
import { SimulatedClock } from '../simulated-clock.ts'
import { Books } from './books.ts'
import { openCast } from './cast.ts'
import { checkMoney } from './check-money.ts'
import { StepCheck } from './check-step.ts'
import { checkTexts } from './check-text.ts'
import { EngineTruth } from './engine-truth.ts'
import { Facts, type Violation } from './facts.ts'
import { FaultPlan } from './fault-plan.ts'
import { Life } from './life.ts'
import type { MarketFiles } from './market-file.ts'
import { waitForDisk } from './mortal-database.ts'
import { play, type Stage } from './play.ts'
import { SimulatedCluster } from './simulated-cluster.ts'
import { SimulatedNetwork } from './simulated-network.ts'
import { SimulatedServer } from './simulated-server.ts'
import { Stillness } from './stillness.ts'
import { withSimulatedTimeouts } from './timeouts.ts'
import { Trace } from './trace.ts'
import { World } from './world.ts'

export interface SeedOptions {
  seed: number
  files: MarketFiles
  /** Only these events may strike. */
  only?: ReadonlySet<string> | undefined
  trace?: boolean
  /** Of the marketplace; one when not given. */
  servers?: number | undefined
}

export interface SeedResult {
  seed: number
  servers: number
  violation: Violation | undefined
  digest: string
  lines: readonly string[]
  struck: readonly string[]
  steps: number
  simulated_ms: number
  /** What of it was reached: how jobs and streams ended, and how often. */
  reached: Map<string, number>
}

/** What every commit waits for. */
interface Disk {
  wait: () => Promise<void>
}

const TICK_MS = 5
/** How long things may go wrong. */
const TROUBLE_MS = 60_000
/** How long after that everything must have come to its end. */
const PATIENCE_MS = 2_400_000

/** Plays the world of one seed to its end and checks it all the way. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const file = options.files.fresh()
  const disk = { wait: async () => {} }
  const database = openSqlite(file, { durable: () => disk.wait() })
  const books = new Books(file)
  const clock = new SimulatedClock({ tick_ms: TICK_MS })
  try {
    return await withSimulatedTimeouts(clock, () => simulate(options, { database, books, clock, disk }))
  } finally {
    await database.close()
    books.close()
    options.files.discard(file)
  }
}

/** Every third world is one of strangers. */
const trustOf = (seed: number): Trust => (seed % 3 === 0 ? 'strangers' : 'own')

async function simulate(
  { seed, only, trace: keep = false, servers = 1 }: SeedOptions,
  { database, books, clock, disk }: { database: Database; books: Books; clock: SimulatedClock; disk: Disk },
): Promise<SeedResult> {
  const world = makeWorld({ seed, only, keep, servers }, database, clock)
  const { plan, still, facts, server, life, trace, truth } = world
  disk.wait = () => waitForDisk(plan)
  const stage = play(world, await openCast(world, database))
  const strangers = trustOf(seed) === 'strangers'
  const check = new StepCheck(books, facts, { now: () => clock.monotonic(), strangers })
  let steps = 0
  let checked = -1
  while (!facts.violation) {
    await still.reached()
    if (checked !== server.commits) check.run()
    checked = server.commits
    if (isOver(world, books, stage)) break
    const now = clock.monotonic()
    if (now > TROUBLE_MS) plan.heal()
    if (now > TROUBLE_MS + PATIENCE_MS) facts.broken('everything comes to its end', unfinished(world, books))
    clock.step()
    steps++
  }
  if (!facts.violation) {
    stage.reveal()
    checkMoney(books, facts)
    checkTexts(books, facts, truth, server.forgetful)
  }
  stage.end()
  life.end()
  await still.reached()
  const reached = stage.reached(books)
  return {
    seed,
    servers,
    violation: facts.violation,
    digest: trace.digest(),
    lines: trace.lines,
    struck: plan.struck,
    steps,
    simulated_ms: clock.monotonic(),
    reached,
  }
}

function isOver(world: World, books: Books, stage: Stage): boolean {
  if (!world.plan.healed || world.acting.length > 0) return false
  if (books.jobs().some(({ state }) => state === 'queued' || state === 'running')) return false
  if (stage.encore(books)) return false
  return true
}

function unfinished(world: World, books: Books): string {
  const open = books.jobs().filter(({ state }) => state === 'queued' || state === 'running')
  return `actors: ${world.acting.join(', ')}; jobs: ${open.map(({ job_id, state }) => `${job_id} ${state}`).join(', ')}`
}

interface WorldOptions {
  seed: number
  only: ReadonlySet<string> | undefined
  keep: boolean
  servers: number
}

function makeWorld(
  { seed, only, keep, servers: count }: WorldOptions,
  database: Database,
  clock: SimulatedClock,
): World {
  const plan = new FaultPlan(seed, { only })
  const still = new Stillness()
  const trace = new Trace(() => clock.monotonic(), keep)
  const facts = new Facts(() => clock.monotonic())
  const complain = (line: string) => facts.broken('the server logs no error', line)
  const redis = new ModelRedis(() => clock.monotonic())
  const shared = { database, clock, plan, still, trace, checkAnswers: seed % 4 === 0, trust: trustOf(seed), complain }
  const serverOf = (number: number): SimulatedServer =>
    new SimulatedServer({
      ...shared,
      chance: count === 1 ? new Chance(seed, 'server') : new Chance(seed, 'server', number),
      heard: (request) => facts.hears(request),
      // The first that is up, as one of them holds the lock.
      replica:
        count === 1
          ? undefined
          : { name: `s${number}`, redis, leads: () => servers.find(({ up }) => up) === servers[number] },
    })
  const servers = Array.from({ length: count }, (_, number) => serverOf(number))
  const server = new SimulatedCluster(servers, new Chance(seed, 'balancer'))
  const broke = (name: string) => facts.channelBroke(name)
  const chance = new Chance(seed, 'network')
  const network = new SimulatedNetwork({ clock, plan, still, trace, chance, server, broke })
  const truth = new EngineTruth()
  return new World({ seed, clock, plan, still, trace, server, network, facts, truth, life: new Life(), redis })
}
