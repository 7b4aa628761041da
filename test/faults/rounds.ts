import { type Job, market, writeJson } from '@mkt/schemas'
import { runBin, until } from '../e2e/bins.ts'
import { Chance, sleep } from '../load/chance.ts'
import { documentsKey } from '../server/documents-key.ts'
import { balanceFaults, feesOf, jobFaults, leftoverFaults, lostFaults, sum } from './checks.ts'
import { analyseDocuments, documentFaults } from './document-owner.ts'
import { persist } from './persist.ts'
import { FIRST_CREDITS, type Person, Place, type PlaceHost } from './place.ts'
import { nothingTold, type Told } from './told.ts'
import { buy, earn, operate, type Trade } from './traders.ts'

export interface RoundsOptions {
  rounds: number
  /** No round begins after so long. */
  minutes: number
  seed: string
  /** Audits in every so-manieth round, and at the end. */
  auditEvery: number
  say: (line: string) => void
}

export interface Outcome {
  rounds: number
  faults: string[]
  kills: Record<string, number>
  audits: number
  told: Told
  jobs: Job[]
  seconds: number
}

/** What a run has done, for people. */
export function linesOf({ rounds, told, jobs, kills, audits, seconds }: Outcome): string[] {
  const ends = Map.groupBy(jobs, (job) => job.error ?? job.status)
  const readings = told.jobs.flatMap((job) => job.readings)
  const erased = [...told.documents.values()].filter((state) => state === 'erased').length
  const again = jobs.filter(({ attempts }) => attempts > 1).length
  return [
    `${rounds} rounds in ${seconds.toFixed(0)} s, killed: ${Object.entries(kills)
      .map(([who, count]) => `${who} ${count}`)
      .join(', ')}`,
    `${jobs.length} jobs: ${[...ends].map(([end, some]) => `${end} ${some.length}`).join(', ')}; ${again} ran again`,
    `${readings.length} streams read, ${told.grants.length} grants, ${told.withdrawals.size} withdrawals, ${told.documents.size} documents (${erased} erased again), ${audits} audits`,
  ]
}

const BUYERS = ['ada', 'bell', 'cray']

interface Cast {
  buyers: Person[]
  owner: Person
  admin: Person
  hosts: PlaceHost[]
  key: string
}

/** Kills the server, the agents or all of them, again and again while everybody works, and proves what was told. */
export async function runRounds(options: RoundsOptions): Promise<Outcome> {
  const start = performance.now()
  const chance = new Chance(options.seed, 'rounds', process.pid)
  const place = await Place.open(chance)
  try {
    const run = new Run(options, place, await castOf(place))
    await run.all()
    return run.outcome((performance.now() - start) / 1000)
  } finally {
    await place.close()
  }
}

async function castOf(place: Place): Promise<Cast> {
  const admin = await place.admin('operator')
  const owner = await place.signUp('owner')
  const buyers: Person[] = []
  for (const name of BUYERS) buyers.push(await place.signUp(name))
  await place.startAgents(owner)
  const key = await documentsKey(admin.client, owner.client, owner.user_id)
  return { buyers, owner, admin, hosts: place.hosts(), key: `Bearer ${key}` }
}

class Run {
  readonly #options: RoundsOptions
  readonly #place: Place
  readonly #cast: Cast
  readonly #chance: Chance
  readonly #trade: Trade
  readonly #faults: string[] = []
  readonly #kills: Record<string, number> = {}
  readonly #checkedDocuments = new Set<string>()
  #audits = 0
  #rounds = 0
  #jobs: Job[] = []
  #stage: (stage: string) => void = () => undefined

  constructor(options: RoundsOptions, place: Place, cast: Cast) {
    this.#options = options
    this.#place = place
    this.#cast = cast
    this.#chance = new Chance(options.seed, 'kills')
    this.#trade = { seed: options.seed, place, told: nothingTold(), over: false }
  }

  async all(): Promise<void> {
    const trading = this.#traders()
    // A trader that fails ends the run at once; one that ends by itself does not.
    const failed = trading.then(() => new Promise<never>(() => undefined))
    try {
      // Later on, documents get little time between two kills.
      await Promise.race([until('a document is kept', () => this.#trade.told.documents.size > 0), failed])
      const { rounds, minutes } = this.#options
      const end = performance.now() + minutes * 60_000
      while (this.#rounds < rounds && this.#faults.length === 0 && performance.now() < end)
        await Promise.race([this.#round(++this.#rounds), failed])
      await this.#settle(trading)
    } finally {
      this.#trade.over = true
      trading.catch(() => undefined)
    }
  }

  outcome(seconds: number): Outcome {
    const faults = this.#faults
    return {
      rounds: this.#rounds,
      faults,
      kills: this.#kills,
      audits: this.#audits,
      told: this.#trade.told,
      jobs: this.#jobs,
      seconds,
    }
  }

  async #traders(): Promise<void> {
    const { buyers, owner, admin, hosts, key } = this.#cast
    const [owned, free] = hosts as [PlaceHost, PlaceHost]
    await Promise.all([
      ...buyers.map((buyer) => buy(this.#trade, buyer)),
      earn(this.#trade, owned, owner.client, true),
      earn(this.#trade, free, free.client, false),
      operate(this.#trade, admin, buyers),
      analyseDocuments(this.#trade, key, (stage) => this.#stage(stage)),
    ])
  }

  async #round(round: number): Promise<void> {
    const victims = this.#chance.weighted({ server: 45, agents: 20, 'one agent': 10, all: 25 })
    this.#kills[victims] = (this.#kills[victims] ?? 0) + 1
    await this.#moment()
    const agents = victims === 'server' ? [] : victims === 'one agent' ? [this.#chance.int(0, 1)] : [0, 1]
    const server = victims === 'server' || victims === 'all'
    const audited = round % this.#options.auditEvery === 0
    await Promise.all([server && this.#place.slayServer(), ...agents.map((at) => this.#place.slayAgent(at))])
    if (server) this.#faults.push(...lostFaults(this.#trade.told, this.#place.data))
    if (server && audited && this.#chance.next() < 0.5) await this.#audit()
    await this.#startAgain(server, agents)
    if (audited) await this.#audit()
    await this.#checkDocuments()
    if (round % 10 === 0) this.#options.say(`round ${round}: ${this.#trade.told.jobs.length} jobs told`)
  }

  /** When the blow falls: after some time, or in the middle of the keeping of a document. */
  async #moment(): Promise<void> {
    const wait = this.#chance.int(0, 900)
    const stage = this.#chance.weighted({ none: 80, text: 4, annotate: 6, store: 10 })
    if (stage !== 'none') {
      const reached = new Promise<void>((resolve) => {
        this.#stage = (at) => at === stage && resolve()
      })
      await Promise.race([reached, sleep(12_000)])
      await sleep(this.#chance.int(0, 25))
      this.#stage = () => undefined
    } else await sleep(wait)
  }

  async #startAgain(server: boolean, agents: readonly number[]): Promise<void> {
    let up = server ? this.#place.startServer() : undefined
    const agentsUp = agents.map((at) => this.#place.startAgent(at).ready)
    if (up && this.#chance.next() < 0.1) {
      // Once more, while it starts.
      up.ready.catch(() => undefined)
      await sleep(this.#chance.int(0, 900))
      await this.#place.slayServer()
      this.#kills['starting server'] = (this.#kills['starting server'] ?? 0) + 1
      up = this.#place.startServer()
    }
    await Promise.all([up?.ready, ...agentsUp])
  }

  async #audit(): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runBin('mkt-server', ['audit', '--data', this.#place.data, '--json'])
    this.#audits++
    if (code !== 0) this.#faults.push(`the audit ended with ${code}: ${stdout}${stderr}`)
    return JSON.parse(stdout || '{}')
  }

  /** Every report that was promised since the last time can be had, however its server ended. */
  async #checkDocuments(): Promise<void> {
    for (const [id, state] of [...this.#trade.told.documents]) {
      if (state !== 'kept' || this.#checkedDocuments.has(id)) continue
      const faults = await documentFaults(this.#place.documentsUrl, this.#cast.key, id)
      // Unless it was erased meanwhile.
      if (this.#trade.told.documents.get(id) === 'kept') this.#faults.push(...faults)
      this.#checkedDocuments.add(id)
    }
  }

  /** Lets everything come to its end, then proves all of it. */
  async #settle(trading: Promise<void>): Promise<void> {
    this.#trade.over = true
    // Jobs whose offer was lost with a server are handed back by the next start of their agent, not after their lease.
    for (const at of [0, 1]) await this.#place.slayAgent(at)
    await Promise.all([0, 1].map((at) => this.#place.startAgent(at).ready))
    await trading
    await this.#place.slayServer()
    this.#faults.push(...lostFaults(this.#trade.told, this.#place.data))
    await this.#place.startServer().ready
    this.#faults.push(...leftoverFaults(this.#place.data))
    this.#checkedDocuments.clear()
    await this.#checkDocuments()
    await this.#checkBooks()
    this.#checkLogs()
  }

  async #checkBooks(): Promise<void> {
    const { told } = this.#trade
    const { buyers, owner, admin, hosts } = this.#cast
    const clients = new Map(buyers.map(({ user_id, client }) => [user_id, client]))
    for (const one of told.jobs) {
      const client = clients.get(one.user_id)
      if (!client) throw new Error('nobody has this job')
      const job = await persist(() =>
        client.call(market.getJob, { params: { job_id: one.job_id }, query: { wait: 0 } }),
      )
      this.#jobs.push(job)
      this.#faults.push(...jobFaults(one, job, hosts))
    }
    const people = [...buyers, owner]
    this.#faults.push(...(await balanceFaults({ told, jobs: this.#jobs, people, owner, hosts })))
    const report = await this.#audit()
    const issued = BigInt(people.length) * FIRST_CREDITS * 1_000_000_000n + sum(told.grants.map((one) => one.amount))
    const wanted = JSON.parse(
      writeJson({ issued: issued + (await this.#signupOf(admin)), fees: feesOf(this.#jobs), sum: 0n }),
    )
    for (const [name, value] of Object.entries(wanted))
      if (report[name] !== value) this.#faults.push(`the audit says ${name} ${report[name]}, and it should be ${value}`)
  }

  /** An account of the operator's command gets no signup credits, or the ones that it still has. */
  async #signupOf({ client }: Person): Promise<bigint> {
    return (await client.call(market.me, {})).credits
  }

  /** No error of ours, at any moment of any process. */
  #checkLogs(): void {
    for (const { who, text } of this.#place.logs)
      for (const line of text.split('\n'))
        if (
          /"level":("error"|"fatal"|50|60)/.test(line) ||
          (line !== '' && !line.startsWith('{') && !line.startsWith('20'))
        )
          this.#faults.push(`${who} wrote: ${line.slice(0, 600)}`)
  }
}
