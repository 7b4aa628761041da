import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '../../server/src/base/errors.ts'
import { decideDispute } from '../../server/src/market/disputes/decide-dispute.ts'
import { openDispute } from '../../server/src/market/disputes/open-dispute.ts'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import { takeHeartbeat } from '../../server/src/market/hosts/heartbeat.ts'
import { jobPage } from '../../server/src/market/jobs/list-store.ts'
import { ALL_DAYS } from '../../server/src/market/reports/search.ts'
import { evidenceOf } from '../../server/src/market/trust/proof-store.ts'
import { salesOf } from '../../server/src/market/trust/sales-store.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const HOUR_MS = 3_600_000
const CREDIT = 1_000_000_000n
const PRICE = 1_000_000n

await onEveryDialect((databases) => {
  let floor: Floor
  let clock: ManualClock
  beforeAll(async () => {
    clock = new ManualClock()
    floor = await openFloor(await databases.fresh(), { clock, trust: 'strangers' })
  })
  afterAll(() => floor.close())

  type Pair = [string, string]
  const pair = async (): Promise<Pair> => [await floor.user(1000n * CREDIT), await floor.user(1000n * CREDIT)]
  const given = async (): Promise<Pair> => [await floor.user(0n, 100n * CREDIT), await floor.user(0n, 100n * CREDIT)]

  async function buy(host: string, user: string, model: string, tokens: number): Promise<void> {
    const terms = { model, max_tokens: tokens, max_price_per_token: 9n * CREDIT, hosts: { only: [host] } }
    const { job_id } = await floor.submit(user, terms)
    expect((await floor.next(host))?.job_id).toBe(job_id)
    await floor.results(host, { job_id, tokens: Array(tokens).fill('a'), finish_reason: 'stop' })
  }
  async function proven(model: string, price: bigint, buyers: Pair, tokens = 100): Promise<string> {
    const host = await floor.host({ models: [model], price })
    for (let n = 0; n < 5; n++) await buy(host, buyers[n % 2] as string, model, tokens)
    return host
  }
  /** What a job of so many tokens sets aside, where nobody names a price. */
  async function reserve(model: string, max_tokens = 10): Promise<bigint> {
    // Quotes may be a second old.
    clock.advance(1100)
    const victim = await floor.user(1000n * CREDIT)
    const { job_id, credits_reserved } = await floor.submit(victim, { model, max_tokens })
    await floor.cancel(victim, job_id)
    return credits_reserved
  }
  async function claimable(model: string, host: string): Promise<boolean> {
    // Quotes may be a second old.
    clock.advance(1100)
    const victim = await floor.user(1000n * CREDIT)
    const { job_id } = await floor.submit(victim, { model, max_tokens: 10 })
    const got = await floor.next(host)
    await floor.cancel(victim, job_id)
    return got?.job_id === job_id
  }

  test('a decoy proven for nothing on a day without sales keeps honest hosts from no job', async () => {
    const host = await proven('quiet', PRICE, await pair())
    clock.advance(26 * HOUR_MS)
    await takeHeartbeat(floor.market, { host_id: host, gpu_utilization: 0, available_models: ['quiet'] })
    await proven('quiet', 1n, await pair())
    expect(await reserve('quiet')).toBe(10n * PRICE)
    expect(await claimable('quiet', host)).toBe(true)
  })

  test('on such a day a few dear jobs among sybils do not make the market dear; what a whole day sells does', async () => {
    const buyers = await pair()
    const host = await proven('dear', PRICE, buyers, 1000)
    clock.advance(26 * HOUR_MS)
    await takeHeartbeat(floor.market, { host_id: host, gpu_utilization: 0, available_models: ['dear'] })
    const dear = await proven('dear', 50n * PRICE, await pair(), 2)
    // Half a credit, where five were sold in the week: the day's share of them is less.
    expect(await reserve('dear', 1)).toBe(PRICE)
    for (let n = 0; n < 5; n++) await buy(dear, buyers[0], 'dear', 5)
    expect(await reserve('dear', 1)).toBe(50n * PRICE)
  })

  test('proof at nine credits is not believed for more than an eighth of what was sold; buyers get the others', async () => {
    const honest = await floor.host({ models: ['new'] })
    const dear = await proven('new', 9n * CREDIT, await pair(), 1)
    expect(await reserve('new')).toBe(10n * PRICE)
    expect(await claimable('new', dear)).toBe(false)
    expect(await claimable('new', honest)).toBe(true)
    await changeHost(floor.market, honest, { paused: true })
    await expect(reserve('new')).rejects.toThrow(DomainError)
  })

  test('while nobody is proven a decoy that was paid a nano-credit lowers no limit, and shortens no answer', async () => {
    const honest = [1, 2, 3].map(() => floor.host({ models: ['fresh'] }))
    const decoy = await floor.host({ models: ['fresh'], price: 1n, max_tokens: 1 })
    await buy(decoy, (await pair())[0], 'fresh', 1)
    for (const host of await Promise.all(honest)) expect(await claimable('fresh', host)).toBe(true)
    const offers = await floor.market.offers.of('fresh')
    expect(offers?.longestWithin(PRICE)).toBe(1024)
  })

  test('where buyers spend what they were given, a decoy is not the market either, nor is a dear host', async () => {
    const host = await proven('given', PRICE, await given())
    await proven('given', 1n, await given())
    await buy(await floor.host({ models: ['given'], price: 1n }), (await pair())[0], 'given', 1)
    expect(await reserve('given')).toBe(10n * PRICE)
    expect(await claimable('given', host)).toBe(true)
    await proven('given', CREDIT, await given(), 15)
    expect(await reserve('given')).toBe(10n * PRICE)
  })

  test('jobs that were refunded prove nothing, and were not sold', async () => {
    const buyers = await pair()
    const host = await floor.host({ models: ['back'], price: CREDIT })
    const jobs: [string, string][] = []
    for (let n = 0; n < 5; n++) {
      const user = buyers[n % 2] as string
      await buy(host, user, 'back', 10)
      const filter = { user_id: user, state: undefined, model: undefined, ...ALL_DAYS }
      const { jobs: mine } = await jobPage(floor.market.database, filter, { limit: 1, offset: 0 })
      jobs.push([user, mine[0]?.job_id as string])
    }
    const proof = async () =>
      (await evidenceOf(floor.market.database, 'back', 0)).find(({ host_id }) => host_id === host)
    expect(await proof()).toMatchObject({ jobs: 5, paid_nano: 50n * CREDIT })
    for (const [user, job_id] of jobs) {
      await openDispute(floor.market, user, job_id, { reason: 'garbage' })
      const actor = { actor: 'usr_operator', via: 'http' as const, origin: '127.0.0.1' }
      await floor.market.database.transaction((tx) =>
        decideDispute(tx, floor.market, actor, { job_id, verdict: 'refund', note: null }),
      )
    }
    expect(await proof()).toMatchObject({ jobs: 0, paid_nano: 0n })
    expect(await salesOf(floor.market.database, 'back', { week: 0, day: 0 })).toMatchObject([{ sold_nano: 0n }])
  })

  test('the books are right', async () => {
    expect((await floor.audit()).faults).toEqual([])
  })
})
