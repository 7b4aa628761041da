import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ limits: { withdrawals_per_hour: 10 } })
})
afterAll(() => place.stop())

test('withdrawals by the hundred, whatever comes of each, are bounded; another host is not held up', async () => {
  const [greedy, other] = [await place.host(), await place.host()]
  const withdraw = (key: string) =>
    ask(place.url, 'POST /hosts/withdrawals', { as: `Bearer ${key}`, json: { amount: 1e-9, destination: 'bank' } })
  expect([(await withdraw(greedy.api_key)).status, (await withdraw(greedy.api_key)).status]).toEqual([402, 402])
  const refused = await withdraw(greedy.api_key)
  expectError(refused, 429, 'rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await withdraw(other.api_key)).status).toBe(402)
})
