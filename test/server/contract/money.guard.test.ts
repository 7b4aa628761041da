import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buy } from '../abuse/paid-jobs.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { passDays, until } from './until.ts'

let place: Marketplace
let buyer: TestUser
let clock: ManualClock
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  buyer = await place.user()
})
afterEach(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

const run = (more: { max_price_per_token?: bigint; max_tokens?: number } = {}) =>
  buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 10, ...more } })
const describeJob = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })

test('hosts up to twice the cheapest may run a job; the highest of their prices is reserved, the own one charged', async () => {
  const cheap = await place.host({ price: 100n })
  const double = await place.host({ price: 200n })
  const dear = await place.host({ price: 201n })
  const first = await run()
  expect(first.credits_reserved).toBe(2000n)
  expect(await dear.next()).toBeNull()
  expect((await double.next())?.job_id).toBe(first.job_id)
  expect((await describeJob(first.job_id)).routing).toMatchObject({ price_per_token: 200n, price_limit: 200n })
  const second = await run()
  expect((await cheap.next())?.job_id).toBe(second.job_id)
  await cheap.results([{ job_id: second.job_id, tokens: ['a'], finish_reason: 'stop' }])
  expect((await describeJob(second.job_id)).credits_used).toBe(100n)
})

test('a free decoy does not keep honest hosts from the job: it sets no limit, and may run jobs', async () => {
  const decoy = await place.host({ price: 0n })
  const honest = await place.host({ price: 500n })
  await place.host({ price: 1001n })
  await place.host({ price: 700n })
  expect((await run()).credits_reserved).toBe(7000n)
  expect(await decoy.next()).not.toBeNull()
  await run()
  expect(await honest.next()).not.toBeNull()
})

const paid = (host: TestHost, by: TestUser, tokens = 32) => buy(host, by, { max_price: 1_000_000n, tokens })

/** A host at 400, and two dearer ones of which somebody has paid a token: while nobody is proven the middle one counts. */
async function three(owner?: string) {
  const other = await place.user()
  const dear = [await place.host({ price: 900n }), await place.host({ price: 1000n })]
  for (const host of dear) await paid(host, other, 1)
  return { other, host: await place.host({ price: 400n, ...(owner ? { owner } : {}) }) }
}

test('once two others have paid five jobs of a host its price counts: twice of it is the limit, for a week', async () => {
  const { other, host } = await three()
  for (let job = 0; job < 4; job++) await paid(host, job % 2 ? buyer : other)
  expect((await run()).credits_reserved).toBe(9000n)
  await host.next()
  await paid(host, buyer)
  expect((await run()).credits_reserved).toBe(4000n)
  await passDays(clock, 7)
  for (const price of [400n, 900n, 1000n]) await place.host({ price })
  expect((await run()).credits_reserved).toBe(9000n)
})

test.each(['one buyer', 'the owner and one buyer'])('jobs of %s prove nothing', async (who) => {
  const { other, host } = await three(who === 'one buyer' ? undefined : buyer.authorization)
  for (let job = 0; job < 6; job++) await paid(host, who === 'one buyer' || job % 2 ? other : buyer)
  expect((await run()).credits_reserved).toBe(9000n)
})

test('jobs at less than half of what is asked now prove nothing', async () => {
  const { other, host } = await three()
  const ask = (price_per_token: bigint) => host.client.call(endpoints.changeHost, { body: { price_per_token } })
  await ask(199n)
  for (let job = 0; job < 6; job++) await paid(host, job % 2 ? buyer : other)
  await ask(400n)
  expect((await run()).credits_reserved).toBe(9000n)
  await ask(398n)
  expect((await run()).credits_reserved).toBe(3980n)
})

test('the market’s price, which most was paid at, lifts the limit above twice the cheapest', async () => {
  const other = await place.user()
  const [cheap, usual] = [await place.host({ price: 100n }), await place.host({ price: 900n })]
  for (const host of [cheap, usual])
    for (let job = 0; job < 5; job++) {
      await host.heartbeat()
      await buy(host, job % 2 ? buyer : other, { max_price: host === cheap ? 100n : 900n })
    }
  expect((await run()).credits_reserved).toBe(9000n)
  // A day without sales is no day on which nothing was worth anything; a week is.
  await passDays(clock, 2)
  for (const host of [cheap, usual]) await host.heartbeat()
  expect((await run()).credits_reserved).toBe(9000n)
  await passDays(clock, 6)
  await place.host({ price: 150n })
  for (const host of [cheap, usual]) await host.heartbeat()
  expect((await run()).credits_reserved).toBe(1500n)
})

test('the price is frozen at the claim: what the host asks later holds for later jobs', async () => {
  const host = await place.host({ price: 100n })
  const change = (price_per_token: bigint) => host.client.call(endpoints.changeHost, { body: { price_per_token } })
  const [first, second] = [await run(), await run()]
  await host.next()
  await change(101n)
  await host.results([{ job_id: first.job_id, tokens: ['a'], finish_reason: 'stop' }])
  expect((await describeJob(first.job_id)).credits_used).toBe(100n)
  expect(await host.next()).toBeNull()
  await change(50n)
  expect((await host.next())?.job_id).toBe(second.job_id)
  await host.results([{ job_id: second.job_id, tokens: ['a'], finish_reason: 'stop' }])
  expect((await describeJob(second.job_id)).credits_used).toBe(50n)
})

test("max_price_per_token is the buyer's own limit, above or below the market", async () => {
  await place.host({ price: 100n })
  const dear = await place.host({ price: 900n })
  expect((await run({ max_price_per_token: 5000n })).credits_reserved).toBe(9000n)
  expect(await dear.next()).not.toBeNull()
  const low = await run({ max_price_per_token: 99n })
  expect(low.credits_reserved).toBe(990n)
  expect(await dear.next()).toBeNull()
  const fit = await place.host({ price: 99n })
  expect((await fit.next())?.job_id).toBe(low.job_id)
  expect((await run({ max_price_per_token: 0n })).credits_reserved).toBe(0n)
})

test('only hosts that can generate max_tokens are asked for a price, and get the job', async () => {
  const small = await place.host({ price: 1n, max_tokens: 9 })
  const large = await place.host({ price: 100n, max_tokens: 10 })
  const job = await run()
  expect(job.credits_reserved).toBe(1000n)
  expect(await small.next()).toBeNull()
  expect((await large.next())?.job_id).toBe(job.job_id)
})

test('of hosts that wait, the cheaper gets the job, then the less utilized', async () => {
  const dear = await place.host({ price: 150n })
  const busy = await place.host({ price: 100n })
  const idle = await place.host({ price: 100n })
  await busy.heartbeat(['m'], 0.9)
  await idle.heartbeat(['m'], 0.1)
  const hosts = [dear, busy, idle]
  const polls = hosts.map((host) => host.next(20))
  await until(() => hosts.every(({ host_id }) => place.market.waiting.ofHost(host_id).length === 1))
  const winners: string[] = []
  for (let n = 0; n < 3; n++) {
    const { job_id } = await run()
    winners.push((await until(async () => (await describeJob(job_id)).host_id)) as string)
  }
  expect(winners).toEqual([idle, busy, dear].map(({ host_id }) => host_id))
  expect((await Promise.all(polls)).every((offer) => offer !== null)).toBe(true)
})
