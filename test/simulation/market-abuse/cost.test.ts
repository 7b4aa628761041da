import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyHosts } from '../../../server/src/market/upkeep/verification.ts'
import { countedChecks } from '../../../server/src/market/verification/check-store.ts'
import { statement } from '../../../server/src/storage/statement.ts'
import { onEveryDialect } from '../../conformance/databases.ts'
import { honest } from '../../conformance/scripted-models.ts'
import { verifiedFloor } from '../../conformance/verified-floor.ts'
import { seeded } from '../../server/verification/seeded.ts'
import { countingDatabase } from './counting-database.ts'

// What checks cost the server, beside what they buy: of one process with its hosts, whose answers are scripts.
const JOBS = 200
const ROUNDS = 60
/** Never due: a round that only looks. */
const idle = { share: 0.05, prompts: [], chance: () => 0.999999 }

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What was written for whom: for the platform's own buyers what hosts wrote, and what the trusted host read aloud. */
const written = statement()((q) =>
  q
    .selectFrom('jobs as j')
    .leftJoin('verification_buyers as b', 'b.user_id', 'j.user_id')
    .where('j.state', '=', 'completed')
    .where('j.model', '=', 'm')
    .select([
      sql<number>`sum(case when b.user_id is null then j.tokens_generated else 0 end)`.as('sold'),
      sql<number>`sum(case when b.user_id is null then j.charged_nano else 0 end)`.as('sold_nano'),
      sql<number>`sum(case when b.user_id is null then 0 else j.tokens_generated end)`.as('for_checks'),
      sql<number>`sum(case when b.user_id is null then 0 else j.charged_nano end)`.as('for_checks_nano'),
      sql<number>`sum(case when b.user_id is not null and j.options_json like '%"score"%' then 1 else 0 end)`.as(
        'read',
      ),
    ]),
)
/** As a server has it that says nothing else. */
const SHARE = 0.01
const CUSTOMERS = 3000

/** Customers of all hosts in turn, each served; a round of checks after every twentieth. */
async function customers(
  { floor, serve }: ReturnType<typeof verifiedFloor>,
  hosts: readonly string[],
  jobs: number,
  besides: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const buyer = await floor().user(10n ** 13n)
  for (let at = 0; at < jobs; at++) {
    const only = [hosts[at % hosts.length] as string]
    await floor().submit(buyer, {
      hosts: { only },
      input_text: `customer ${at}`,
      max_tokens: 40,
      temperature: at % 2,
    })
    if (at % 20 !== 19) continue
    await serve()
    await besides()
  }
}

await onEveryDialect((databases) => {
  const place = verifiedFloor(databases)
  const { floor, host, reference, sell, round } = place

  test('a customer’s job runs as many statements beside rounds of checks as without any', async () => {
    await reference()
    const hosts = [await host(honest), await host(honest)]
    const { market } = floor()
    const { database, counted } = countingDatabase(market.database)
    const own = market.database
    const each = async () => {
      await customers(place, hosts, 20)
      Object.assign(market, { database })
      const before = { ...counted }
      await customers(place, hosts, 40)
      Object.assign(market, { database: own })
      return {
        statements: counted.statements - before.statements,
        transactions: counted.transactions - before.transactions,
      }
    }
    const without = await each()
    await sell(60)
    for (let at = 0; at < 30; at++) await round()
    expect((await countedChecks(own, hosts[0] as string, 'm', 100)).length).toBeGreaterThan(10)
    const beside = await each()
    console.log({ dialect: own.dialect, of_40_jobs_without: without, beside_checks: beside })
    // But for what is read anew once offers have changed.
    expect(beside.transactions).toBe(without.transactions)
    expect(beside.statements - without.statements).toBeLessThan(4)
  })
})

await onEveryDialect((databases) => {
  const place = verifiedFloor(databases)
  const { floor, host, reference, serve } = place

  test('of tokens that are sold checks are about a hundredth, and readings as many again', async () => {
    await reference()
    const hosts = [await host(honest), await host(honest), await host(honest), await host(honest)]
    const settings = { share: SHARE, prompts: [], chance: seeded(5) }
    await customers(place, hosts, CUSTOMERS, () => verifyHosts(floor().market, settings, 60_000))
    await serve()
    const { database } = floor().market
    const row = await database.get(written, {})
    const { sold, sold_nano, for_checks, for_checks_nano, read } = row ?? expect.fail('nothing was written')
    const checks = (await Promise.all(hosts.map((id) => countedChecks(database, id, 'm', 1000)))).flat()
    const of = { tokens: Number(for_checks) / Number(sold), credits: Number(for_checks_nano) / Number(sold_nano) }
    const read_of_tokens = (40 * Number(read)) / Number(sold)
    console.log({
      dialect: database.dialect,
      sold: Number(sold),
      checks: checks.length,
      of,
      readings: Number(read),
      read_of_tokens,
    })
    expect(checks.length).toBeGreaterThan(10)
    expect(of.credits).toBeLessThanOrEqual(SHARE)
    expect(of.tokens).toBeLessThanOrEqual(1.05 * SHARE)
    expect(await floor().faults([])).toEqual([])
  }, 300_000)
})

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, serve } = verifiedFloor(databases)

  test('a check costs a few jobs, a round without one next to nothing, and jobs no more than before', async () => {
    await reference()
    const hosts = [await host(honest), await host(honest), await host(honest), await host(honest)]
    await sell(60)
    const buyer = await floor().user(10n ** 13n)
    const aJob = async (besides: () => Promise<unknown>) => {
      const before = cpuMs()
      for (let at = 0; at < JOBS; at++) {
        const only = [hosts[at % hosts.length] as string]
        await floor().submit(buyer, { hosts: { only }, input_text: `customer ${at}`, max_tokens: 40 })
        if (at % 20 !== 19) continue
        await serve()
        await besides()
      }
      return (cpuMs() - before) / JOBS
    }
    await aJob(async () => undefined)
    const [without, beside]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < 3; turn++) {
      without.push(await aJob(async () => undefined))
      beside.push(await aJob(() => verifyHosts(floor().market, idle, 10_000)))
    }
    let before = cpuMs()
    for (let at = 0; at < ROUNDS; at++) await round()
    const all = cpuMs() - before
    before = cpuMs()
    for (let at = 0; at < ROUNDS; at++) await verifyHosts(floor().market, idle, 10_000)
    const a_round_ms = (cpuMs() - before) / ROUNDS
    const checks = (await Promise.all(hosts.map((id) => countedChecks(floor().market.database, id, 'm', 1000)))).flat()
    const figures = { a_job_ms: middle(without), beside_rounds_ms: middle(beside), a_round_ms }
    console.log({ ...figures, checks: checks.length, a_check_ms: all / checks.length })
    expect(checks.length).toBeGreaterThan(50)
    expect(figures.beside_rounds_ms).toBeLessThan(1.5 * figures.a_job_ms)
    expect(all / checks.length).toBeLessThan(12 * figures.a_job_ms)
    expect(a_round_ms).toBeLessThan(figures.a_job_ms)
  }, 300_000)
})
