import { market as endpoints } from '@mkt/schemas'
import { afterEach, expect, test } from 'vitest'
import { prove, setPrice } from './abuse/paid-jobs.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

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
