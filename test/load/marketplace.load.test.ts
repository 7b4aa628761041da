import { market, NANO_PER_CREDIT } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { faultsOf, hostShare } from './checks.ts'
import { BASE_PRICE, MODELS } from './script.ts'
import { type Outcome, runBuyer } from './scripted-buyer.ts'
import { type Attempt, ScriptedHost } from './scripted-host.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const HOSTS = 50
// Most of what a user costs is the hashing of a password; marketplace.load.long.test.ts has 200.
const USERS = Number(process.env.LOAD_USERS ?? 25)
const JOBS_PER_USER = 10
const SIGNUP_CREDITS = 100n
const LIMIT_MS = 180_000

// Replays a run's scripts and faults: LOAD_SEED=... vitest run test/load
const seed = process.env.LOAD_SEED ?? String(Date.now())

let server: ServerProcess
beforeAll(async () => {
  server = await startServer({ env: { NODE_ENV: 'test' }, flags: ['--log-level', 'info'] })
})
afterAll(() => server?.stop())

test(
  `${HOSTS} hosts, ${USERS} users, ${USERS * JOBS_PER_USER} jobs and failures: all end, no credit lost`,
  async () => {
    console.log(`load test: LOAD_SEED=${seed}`)
    const attempts: Attempt[] = []
    const hosts = await Promise.all(Array.from({ length: HOSTS }, (_, at) => registerHost(at, attempts)))
    const working = hosts.map((host) => host.run())
    const start = performance.now()
    const buyers = await Promise.all(
      Array.from({ length: USERS }, (_, at) => runBuyer(server.url, seed, `user-${at}`, JOBS_PER_USER)),
    )
    const seconds = (performance.now() - start) / 1000
    for (const host of hosts) host.stop()
    await Promise.all(working)

    const outcomes = buyers.flatMap((buyer) => buyer.outcomes)
    report(outcomes, hosts, seconds)
    expect(outcomes.length).toBe(USERS * JOBS_PER_USER)
    expect(jobFaults(outcomes, attempts)).toEqual([])
    expect(server.complaints).toEqual([])
    const charged = sum(outcomes.map(({ job }) => job.credits_used))
    const earned = await hostsEarn(hosts, outcomes)
    const spendable = sum(buyers.map((buyer) => buyer.credits))
    // Nothing is reserved any more: what users can spend and what was charged is what was issued.
    expect(spendable + charged).toBe(BigInt(USERS) * SIGNUP_CREDITS * NANO_PER_CREDIT)
    const { code, report: audit } = await server.audit()
    expect({ code, ...JSON.parse(audit) }).toMatchObject({ code: 0, ok: true, faults: [], sum: 0 })
    expect(JSON.parse(audit)).toMatchObject({ issued: USERS * Number(SIGNUP_CREDITS) })
    expect(JSON.parse(audit).fees).toBeCloseTo(Number(charged - earned) / Number(NANO_PER_CREDIT), 9)
    expect(await createClient({ baseUrl: server.url }).call(market.health, {})).toMatchObject({ queued_jobs: 0 })
  },
  LIMIT_MS,
)

function registerHost(at: number, attempts: Attempt[]): Promise<ScriptedHost> {
  const chance = new Chance(seed, 'host', at)
  // Each model has ten sure hosts, so that a job still finds one after three failed; some serve a second one.
  const models = [...new Set([MODELS[at % MODELS.length] as string, chance.pick(MODELS)])]
  const price = BASE_PRICE + BigInt(chance.int(0, 900_000))
  return ScriptedHost.register(server.url, {
    seed,
    name: `host-${at}`,
    models,
    price,
    slots: chance.int(1, 4),
    attempts,
  })
}

function jobFaults(outcomes: Outcome[], attempts: Attempt[]): string[] {
  const byJob = Map.groupBy(attempts, ({ job_id }) => job_id)
  return outcomes.flatMap((outcome) => faultsOf(outcome, byJob.get(outcome.job.job_id) ?? []))
}

/** Checks that each host holds exactly its share of its jobs; answers what all hosts hold. */
async function hostsEarn(hosts: ScriptedHost[], outcomes: Outcome[]): Promise<bigint> {
  const byHost = Map.groupBy(outcomes, ({ job }) => job.host_id)
  const found = await Promise.all(
    hosts.map(async ({ client, host_id }) => {
      const { balance, running_jobs } = await client.call(market.hostMe, {})
      return { host_id, balance, running: running_jobs.length }
    }),
  )
  const wanted = hosts.map(({ host_id }) => {
    const charges = (byHost.get(host_id) ?? []).map(({ job }) => hostShare(job.credits_used))
    return { host_id, balance: sum(charges), running: 0 }
  })
  expect(found).toEqual(wanted)
  return sum(found.map(({ balance }) => balance))
}

function report(outcomes: Outcome[], hosts: ScriptedHost[], seconds: number): void {
  const ends = Map.groupBy(outcomes, ({ job }) => job.error ?? job.status)
  const counts = [...ends].map(([end, jobs]) => `${end} ${jobs.length}`).join(', ')
  const restarts = hosts.reduce((total, host) => total + host.starts - 1, 0)
  const again = outcomes.filter(({ job }) => job.attempts > 1).length
  console.log(`${outcomes.length} jobs in ${seconds.toFixed(1)} s: ${counts}; ${again} ran again, ${restarts} restarts`)
}

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
