import { expect, test } from 'vitest'
import { userCount } from '../../server/src/accounts/user-store.ts'
import { salesOf } from '../../server/src/market/trust/sales-store.ts'
import { countedChecks, openChecks } from '../../server/src/market/verification/check-store.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

const HOUR_MS = 3_600_000
/** Each of the server's own prompts begins so, or is a text with a task; a customer's of this market never does. */
const CUSTOMERS = /^customer/

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, serve, verdict } = verifiedFloor(databases)

  test('a host that answers customers and fails what smells of a check is refused for that', async () => {
    await reference()
    const smelling = await host((job) => {
      if (CUSTOMERS.test(job.input_text)) return honest(job)
      return { ...honest(job), error: { code: 'engine_error', message: 'out of memory', retryable: false } }
    })
    await sell(60)
    const buyer = await floor().user(10n ** 13n)
    for (let at = 0; at < 60 && (await verdict(smelling)) !== 'refused'; at++) {
      // Customers whose jobs it does keep its success rate up.
      for (let job = 0; job < 12; job++)
        await floor().submit(buyer, { hosts: { only: [smelling] }, input_text: `customer ${at} ${job}` })
      await serve()
      await round()
      floor().clock.advance(HOUR_MS + 1000)
    }
    expect(await verdict(smelling)).toBe('refused')
    const [last] = await countedChecks(floor().market.database, smelling, 'm', 1)
    expect(JSON.parse(last?.findings_json ?? '')).toEqual([{ kind: 'unanswered', value: 1, level: 1 }])
  })
})

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round } = verifiedFloor(databases)

  test('the reference answers a third of the checks itself, and reads the others', async () => {
    await reference()
    const good = await host(honest)
    await sell(60)
    const seen = new Map<string, boolean>()
    for (let at = 0; at < 40; at++) {
      await round()
      for (const check of await openChecks(floor().market.database, 10))
        seen.set(check.check_id, check.job_id !== check.reference_job_id)
    }
    const paired = [...seen.values()].filter((one) => one).length
    expect(seen.size).toBeGreaterThan(15)
    expect(paired).toBeGreaterThan(0)
    expect(paired).toBeLessThan(seen.size / 2)
    const counted = await countedChecks(floor().market.database, good, 'm', 100)
    expect(counted.length).toBeGreaterThan(15)
    for (const { findings_json } of counted) expect(findings_json).toContain('"plausibility"')
    expect(await floor().faults([])).toEqual([])
  })

  test('a host that cuts its texts short has the reference answer beside it each time', async () => {
    await reference()
    const cutting = await host((job) => ({ tokens: honest(job).tokens.slice(0, 4) }))
    await sell(60)
    for (let at = 0; at < 12; at++) await round()
    const counted = await countedChecks(floor().market.database, cutting, 'm', 100)
    expect(counted.length).toBeGreaterThan(1)
    for (const { job_id, reference_job_id } of counted) expect(reference_job_id).not.toBe(job_id)
    expect(await floor().faults([])).toEqual([])
  })

  test('what the platform buys moves no price, and its accounts are none', async () => {
    await reference()
    const good = await host(honest)
    await sell(20)
    const { database } = floor().market
    const sales = (model: string) => salesOf(database, model, { week: 0, day: 0 })
    const users = await userCount(database)
    for (let at = 0; at < 10; at++) await round()
    expect((await countedChecks(database, good, 'm', 10)).length).toBeGreaterThan(0)
    expect(await sales('m')).toEqual([])
    expect(await sales('dear')).toHaveLength(1)
    expect(await userCount(database)).toBe(users)
  })
})
