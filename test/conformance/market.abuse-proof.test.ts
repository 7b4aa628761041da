import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableUser } from '../../server/src/accounts/user-store.ts'
import { adoptHost } from '../../server/src/market/hosts/adopt.ts'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import { enlist } from '../../server/src/market/hosts/enlist.ts'
import { reportHost } from '../../server/src/market/reports/host.ts'
import { MarketPrices } from '../../server/src/market/trust/market-prices.ts'
import { PROOF_MS, provenTokens } from '../../server/src/market/trust/proof.ts'
import { evidenceOf, purgeProofs } from '../../server/src/market/trust/proof-store.ts'
import { salesOf } from '../../server/src/market/trust/sales-store.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const PRICE = 1_000_000n

await onEveryDialect((databases) => {
  let floor: Floor
  let clock: ManualClock
  beforeAll(async () => {
    clock = new ManualClock()
    floor = await openFloor(await databases.fresh(), { clock, trust: 'strangers' })
  })
  afterAll(() => floor.close())

  const since = () => clock.now() - PROOF_MS
  const evidence = async (model: string, host: string) =>
    (await evidenceOf(floor.market.database, model, since())).find(({ host_id }) => host_id === host)
  const provenFor = async (model: string, host: string) => {
    const found = await evidence(model, host)
    return found ? provenTokens(found) : 0
  }

  /** A buyer's job that a host runs to its end. */
  async function buy(host: string, user: string, model: string, { tokens = 10, max_price = PRICE * 100n } = {}) {
    const terms = { model, max_tokens: tokens, max_price_per_token: max_price }
    const { job_id } = await floor.submit(user, terms)
    expect((await floor.next(host))?.job_id).toBe(job_id)
    await floor.results(host, { job_id, tokens: Array(tokens).fill('a'), finish_reason: 'stop' })
  }
  const buyOften = async (host: string, users: string[], model: string, jobs: number, more = {}) => {
    for (let n = 0; n < jobs; n++) await buy(host, users[n % users.length] as string, model, more)
  }

  test('five jobs of two buyers prove a host for four times the longest, and no fewer or of one', async () => {
    const [host, ...users] = [await floor.host({ models: ['a'] }), await floor.user(), await floor.user()]
    await buyOften(host, users.slice(0, 1), 'a', 4)
    expect(await provenFor('a', host)).toBe(0)
    await buy(host, users[0] as string, 'a', { tokens: 25 })
    expect(await provenFor('a', host)).toBe(0)
    await buy(host, users[1] as string, 'a')
    expect(await provenFor('a', host)).toBe(100)
    expect(await evidence('a', host)).toMatchObject({ jobs: 6, longest: 25, paid_nano: 75n * PRICE })
  })

  test('jobs of the owner, for nothing, or meant for the own host count for nothing', async () => {
    const [owner, other] = [await floor.user(), await floor.user()]
    const host = await floor.host({ models: ['b'], owner })
    await buyOften(host, [owner], 'b', 3)
    const aimed = await floor.submit(owner, { model: 'b', host_id: host })
    await floor.next(host)
    await floor.results(host, { job_id: aimed.job_id, tokens: ['a'], finish_reason: 'stop' })
    await changeHost(floor.market, host, { price_per_token: 0n })
    await buyOften(host, [other], 'b', 2)
    expect(await evidence('b', host)).toBeUndefined()
  })

  test('a price of up to twice what was paid is proven, and one above it is not until it is paid', async () => {
    const [host, ...users] = [await floor.host({ models: ['c'] }), await floor.user(), await floor.user()]
    await buyOften(host, users, 'c', 5)
    await changeHost(floor.market, host, { price_per_token: 2n * PRICE })
    expect(await provenFor('c', host)).toBe(40)
    await changeHost(floor.market, host, { price_per_token: 2n * PRICE + 1n })
    expect(await provenFor('c', host)).toBe(0)
    await buyOften(host, users, 'c', 5)
    expect(await provenFor('c', host)).toBe(40)
  })

  test('a host is shown what counts for it, and what is missing until it is proven', async () => {
    const [host, ...users] = [await floor.host({ models: ['s', 'z'] }), await floor.user(), await floor.user()]
    const shown = async () => (await reportHost(floor.market, host)).proof
    const nothing = { proven: false, jobs: 0, buyers: 0, too_cheap: 0, longest_tokens: 0, proven_tokens: 0 }
    expect(await shown()).toEqual({
      probation: { max_jobs: 2, max_tokens: 1024 },
      models: ['s', 'z'].map((model) => ({ model, ...nothing, missing: { jobs: 5, buyers: 2 } })),
    })
    await buyOften(host, users.slice(0, 1), 's', 3, { tokens: 7 })
    expect((await shown())?.models[0]).toMatchObject({ jobs: 3, buyers: 1, missing: { jobs: 2, buyers: 1 } })
    await buyOften(host, users, 's', 4)
    const proven = { proven: true, jobs: 7, buyers: 2, longest_tokens: 10, proven_tokens: 40, too_cheap: 0 }
    expect((await shown())?.models).toMatchObject([{ ...proven, missing: { jobs: 0, buyers: 0 } }, nothing])
    await changeHost(floor.market, host, { price_per_token: 3n * PRICE })
    expect((await shown())?.models[0]).toEqual({
      ...{ model: 's', ...nothing, too_cheap: 7, missing: { jobs: 5, buyers: 2 } },
    })
    clock.advance(PROOF_MS)
    expect((await shown())?.models[0]).toMatchObject(nothing)
  })

  test('a buyer whom an operator shuts out is none, nor is one who makes the host theirs', async () => {
    const terms = { gpu: 'GPU', models: ['d'], price_per_token: PRICE, max_tokens: 4096 }
    const made = await enlist(floor.market, { ...terms, backend: 'huggingface', endpoint_url: null }, null)
    const [host, users] = [made.host_id, [await floor.user(), await floor.user()] as const]
    await buyOften(host, [...users], 'd', 6)
    expect(await provenFor('d', host)).toBe(40)
    const { database } = floor.market
    await database.transaction((tx) => disableUser(tx, users[0], true, 1))
    expect(await provenFor('d', host)).toBe(0)
    await database.transaction((tx) => disableUser(tx, users[0], false, 1))
    expect(await provenFor('d', host)).toBe(40)
    await adoptHost(floor.market, users[1], made.api_key)
    expect(await provenFor('d', host)).toBe(0)
  })

  test('proof lasts a week, and upkeep removes what is older', async () => {
    const [host, ...users] = [await floor.host({ models: ['e'] }), await floor.user(), await floor.user()]
    await buyOften(host, users, 'e', 5)
    clock.advance(PROOF_MS - 1)
    expect(await provenFor('e', host)).toBe(40)
    clock.advance(1)
    expect(await provenFor('e', host)).toBe(0)
    await floor.market.database.transaction((tx) => purgeProofs(tx, since()))
    expect(await evidenceOf(floor.market.database, 'e', 0)).toEqual([])
  })

  test('the market’s price is the median by credits paid in a day, however many cheap jobs there are', async () => {
    const user = await floor.user(10_000_000_000n)
    const cheap = await floor.host({ models: ['f'], price: PRICE / 1000n })
    const dear = await floor.host({ models: ['f'], price: 9n * PRICE })
    const price = async () => (await new MarketPrices(floor.market.database, clock).of('f')).market_nano
    expect(await price()).toBeUndefined()
    await buyOften(cheap, [user], 'f', 20, { max_price: PRICE / 1000n })
    expect(await price()).toBe(PRICE / 1000n)
    await changeHost(floor.market, cheap, { paused: true })
    await buy(dear, user, 'f', { tokens: 1 })
    expect(await price()).toBe(9n * PRICE)
    clock.advance(7 * 24 * 3_600_000 + 3_600_000)
    expect(await price()).toBeUndefined()
  })

  test('promotional credits prove a host, and do not move the market’s price', async () => {
    const host = await floor.host({ models: ['h'] })
    const users = [await floor.user(0n, 1_000_000_000n), await floor.user(0n, 1_000_000_000n)]
    await buyOften(host, users, 'h', 5)
    expect(await provenFor('h', host)).toBe(40)
    expect(await salesOf(floor.market.database, 'h', { week: 0, day: 0 })).toMatchObject([{ paid_nano: 0n }])
  })

  test('on probation a host holds two jobs of at most 1,024 tokens, however many of its slots ask at once', async () => {
    const [host, user] = [await floor.host({ models: ['i'] }), await floor.user(100_000_000_000n)]
    const submit = (max_tokens: number) => floor.submit(user, { model: 'i', max_tokens, max_price_per_token: PRICE })
    await expect(submit(1025)).rejects.toMatchObject({ code: 'no_host_available' })
    for (let n = 0; n < 8; n++) await submit(1024)
    const got = await Promise.all(Array.from({ length: 8 }, () => floor.next(host)))
    const held = got.flatMap((offer) => offer ?? [])
    expect(held).toHaveLength(2)
    await floor.results(host, { job_id: held[0]?.job_id as string, tokens: ['a'], finish_reason: 'stop' })
    expect(await floor.next(host)).toBeDefined()
    expect(await floor.next(host)).toBeUndefined()
  })

  test('long jobs go past a host on probation to one that is proven, whoever asks first', async () => {
    const [proven, fresh] = [await floor.host({ models: ['l'] }), await floor.host({ models: ['l'] })]
    await buyOften(proven, [await floor.user(), await floor.user()], 'l', 5)
    const rich = await floor.user(100_000_000_000n)
    const long = await floor.submit(rich, { model: 'l', max_tokens: 1025 })
    expect(await floor.next(fresh)).toBeUndefined()
    const short = await floor.submit(rich, { model: 'l', max_tokens: 1024 })
    expect((await floor.next(fresh))?.job_id).toBe(short.job_id)
    expect((await floor.next(proven))?.job_id).toBe(long.job_id)
  })

  test('once proven it holds any number, and longer ones', async () => {
    const [host, ...users] = [await floor.host({ models: ['j'] }), await floor.user(), await floor.user()]
    await buyOften(host, users, 'j', 5)
    const rich = await floor.user(100_000_000_000n)
    for (let n = 0; n < 4; n++) await floor.submit(rich, { model: 'j', max_tokens: 4096 })
    const got = await Promise.all(Array.from({ length: 4 }, () => floor.next(host)))
    expect(got.every((offer) => offer !== undefined)).toBe(true)
  })

  test('a job goes to none but the hosts that its buyer lets run it', async () => {
    const hosts = await Promise.all(Array.from({ length: 3 }, () => floor.host({ models: ['k'] })))
    const [one, two, three] = hosts as [string, string, string]
    const user = await floor.user()
    const only = await floor.submit(user, { model: 'k', hosts: { only: [two, three], not: [three] } })
    expect(await floor.next(one)).toBeUndefined()
    expect(await floor.next(three)).toBeUndefined()
    expect((await floor.next(two))?.job_id).toBe(only.job_id)
    const not = await floor.submit(user, { model: 'k', hosts: { not: [one] } })
    expect(await floor.next(one)).toBeUndefined()
    expect((await floor.next(three))?.job_id).toBe(not.job_id)
  })
})
