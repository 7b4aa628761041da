import { expect, test } from 'vitest'
import { verifyHosts } from '../../../server/src/market/upkeep/verification.ts'
import { countedChecks } from '../../../server/src/market/verification/check-store.ts'
import { onEveryDialect } from '../../conformance/databases.ts'
import { honest } from '../../conformance/scripted-models.ts'
import { verifiedFloor } from '../../conformance/verified-floor.ts'

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
