import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let owner: TestUser
let buyer: TestUser
let host: TestHost
let params: { host_id: string }
beforeAll(async () => {
  place = await startMarketplace()
  owner = await place.user()
  buyer = await place.user()
  host = await place.host({ price: 1_000_000n, owner: owner.authorization })
  params = { host_id: host.host_id }
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

test('an owner sees and changes a host as its key does', async () => {
  const seen = await owner.client.call(endpoints.showOwnedHost, { params })
  expect(seen).toEqual(await host.client.call(endpoints.hostMe, {}))
  const body = { price_per_token: 2_000_000n, paused: true }
  const changed = await owner.client.call(endpoints.changeOwnedHost, { params, body })
  expect(changed).toMatchObject({ price_per_token: 2_000_000n, paused: true })
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject(body)
  await owner.client.call(endpoints.changeOwnedHost, { params, body: { ...body, paused: false } })
})

test('what it earned is told to its owner day by day', async () => {
  await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 3 } })
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, tokens: ['a', 'b'], finish_reason: 'stop' }])
  const { total } = await owner.client.call(endpoints.ownedHostEarnings, { params, query: {} })
  expect(total).toEqual({ jobs: 1, tokens: 2, credits: 3_520_000n })
})

test("a rotated key is the host's from then on, and the old one is nobody's", async () => {
  const { api_key } = await owner.client.call(endpoints.rotateOwnedHostKey, { params })
  await expect(host.client.call(endpoints.hostMe, {})).rejects.toMatchObject({ status: 401 })
  expect(await place.connect(`Bearer ${api_key}`).call(endpoints.hostMe, {})).toMatchObject(params)
})

test('to anybody else there is no such host', async () => {
  const answers = await Promise.allSettled([
    buyer.client.call(endpoints.showOwnedHost, { params }),
    buyer.client.call(endpoints.changeOwnedHost, { params, body: { paused: true } }),
    buyer.client.call(endpoints.rotateOwnedHostKey, { params }),
    buyer.client.call(endpoints.ownedHostEarnings, { params, query: {} }),
  ])
  const refused = { status: 'rejected', reason: { status: 404, code: 'not_found' } }
  expect(answers).toMatchObject([refused, refused, refused, refused])
  expect(await owner.client.call(endpoints.showOwnedHost, { params })).toMatchObject({ paused: false })
})
