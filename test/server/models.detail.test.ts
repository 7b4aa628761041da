import { market as endpoints } from '@mkt/schemas'
import { afterEach, expect, test } from 'vitest'
import { prove, setPrice } from './abuse/paid-jobs.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost } from './marketplace.ts'

const PRICE = 1_000_000n

let place: Marketplace
afterEach(() => place.stop())

const model = async (query: { detail?: 'full' } = { detail: 'full' }) =>
  (await place.connect().call(endpoints.models, { query })).models[0]

test('GET /models has no more members than ever; detail=full says what is paid and what a job may cost now', async () => {
  place = await startMarketplace()
  const host = await place.host()
  const plain = { name: 'm', available_hosts: 1, min_price_per_token: PRICE, max_tokens: 4096 }
  expect(await model({})).toEqual(plain)
  expect(await model()).toEqual({
    ...plain,
    market_price_per_token: null,
    price_limit_per_token: 2n * PRICE,
    proven_hosts: 0,
    verified_hosts: 0,
    capabilities: [],
    tokens_per_second: null,
    context_length: null,
    min_price_per_input_token: 0n,
  })
  await prove(place, [host])
  await setPrice(host, (3n * PRICE) / 2n)
  expect(await model()).toMatchObject({
    market_price_per_token: PRICE,
    price_limit_per_token: 3n * PRICE,
    proven_hosts: 1,
    tokens_per_second: expect.any(Number),
  })
  await host.heartbeat([])
  expect(await model()).toBeUndefined()
})

test('where strangers ask more than a job may cost, no limit is named', async () => {
  place = await startMarketplace({ trust: 'strangers' })
  await place.host({ price: 20n * PRICE })
  expect(await model()).toMatchObject({ price_limit_per_token: null, proven_hosts: 0 })
  await place.host({ price: 4n * PRICE })
  expect(await model()).toMatchObject({ price_limit_per_token: 10n * PRICE })
  expect((await fetch(`${place.url}/models?detail=some`)).status).toBe(400)
})

test('what was paid for models is told hour by hour, by name, in pages', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T10:30:00Z'))
  place = await startMarketplace({ clock, paidCredits: 100 })
  const buyer = await place.user()
  const hosts = [await place.host({ models: ['a.1'] }), await place.host({ models: ['b/2'], price: 2n * PRICE })]
  const sell = async (host: TestHost, model: string, tokens: number) => {
    await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 9 } })
    await host.results([
      { job_id: (await host.next())?.job_id, tokens: Array(tokens).fill('t'), finish_reason: 'stop' },
    ])
  }
  const [cheap, dear] = hosts as [TestHost, TestHost]
  await sell(cheap, 'a.1', 3)
  await setPrice(cheap, 2n * PRICE)
  await sell(cheap, 'a.1', 1)
  await sell(dear, 'b/2', 2)
  clock.advance(3_600_000)
  for (const host of hosts) await host.heartbeat(host === cheap ? ['a.1'] : ['b/2'])
  await sell(dear, 'b/2', 5)
  const history = async (query: object = {}) =>
    (await place.connect().call(endpoints.modelHistory, { query })).models.map(({ name, hours }) => ({ name, hours }))
  const first = { hour: '2026-11-20T10:00:00.000Z', price_per_token: (5n * PRICE) / 4n, tokens: 4, credits: 5n * PRICE }
  const second = { hour: '2026-11-20T11:00:00.000Z', price_per_token: 2n * PRICE, tokens: 5, credits: 10n * PRICE }
  const all = await history()
  expect(all).toEqual([
    { name: 'a.1', hours: [first] },
    { name: 'b/2', hours: [{ ...first, price_per_token: 2n * PRICE, tokens: 2, credits: 4n * PRICE }, second] },
  ])
  expect(await history({ limit: 1 })).toEqual(all.slice(0, 1))
  expect(await history({ after: 'a.1' })).toEqual(all.slice(1))
  expect(await history({ model: 'b/2', hours: 1 })).toEqual([{ name: 'b/2', hours: [second] }])
  expect(await history({ model: 'never sold' })).toEqual([])
})
