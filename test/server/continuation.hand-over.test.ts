import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

const PRICE = 1_000_000n

let place: Marketplace
let buyer: TestUser
let stopping: TestHost
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  stopping = await place.host({ capabilities: ['prefix'] })
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

/** What a host that is stopping is told of a job of which it has written a piece, or none. */
async function told(tokens = ['One'], more: { max_price_per_token?: bigint } = {}) {
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', ...more } })
  expect(await stopping.next(0)).toMatchObject({ job_id })
  const body = { host_id: stopping.host_id, stopping: true, results: [{ job_id, attempt: 1, offset: 0, tokens }] }
  const [answer] = (await stopping.client.call(endpoints.results, { body })).results
  expect(answer).toMatchObject({ job_id, state: 'running', next_offset: tokens.length })
  return answer?.hand_over ?? false
}

test('a host that is stopping hands its text over where another can go on with it at once', async () => {
  await place.host({ capabilities: ['prefix'] })
  expect(await told()).toBe(true)
})

test('nothing is handed over of which nothing is written', async () => {
  await place.host({ capabilities: ['prefix'] })
  expect(await told([])).toBe(false)
})

test('it ends its text itself where the only other host cannot go on with one', async () => {
  await place.host()
  expect(await told()).toBe(false)
})

test('it ends its text itself where the only other host asks more than is reserved', async () => {
  await place.host({ capabilities: ['prefix'], price: PRICE + 1n })
  expect(await told(['One'], { max_price_per_token: PRICE })).toBe(false)
})

test('it ends its text itself where the only other host asks more for the prompt than is reserved', async () => {
  const other = await place.host({ capabilities: ['prefix'] })
  await changeHost(place.market, other.host_id, { price_per_input_token: 3n * PRICE })
  expect(await told()).toBe(false)
})

test('it ends its text itself where the only other host has no slot free', async () => {
  const other = await place.host({ capabilities: ['prefix'] })
  const said = { host_id: other.host_id, gpu_utilization: 0, available_models: ['m'], concurrency: 1 }
  await other.client.call(endpoints.heartbeatHost, { body: said })
  const busy = { model: 'm', input_text: 'x', hosts: { only: [other.host_id] } }
  await buyer.client.call(endpoints.runModel, { body: busy })
  expect(await other.next(0)).not.toBeNull()
  expect(await told()).toBe(false)
})
