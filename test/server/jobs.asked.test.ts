import { market as endpoints, type Job } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HONEST, judge } from '../pages/verdicts.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 100 })
  buyer = await place.user()
  host = await place.host({ models: ['m'], price: 1_000_000n, owner: buyer.authorization })
  const { host_id } = host
  await judge(place, { host_id, model: 'm', reference_host_id: host_id }, HONEST)
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

type Body = Parameters<typeof buyer.client.call<typeof endpoints.runModel>>[1]['body']

async function asked(body: Partial<Body>): Promise<{ whole: Job; plain: Job }> {
  const wanted = { model: 'm', input_text: 'x', max_tokens: 9, ...body }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: wanted })
  const params = { job_id }
  const whole = await buyer.client.call(endpoints.getJob, { params, query: { detail: 'full' } })
  const plain = await buyer.client.call(endpoints.getJob, { params })
  await buyer.client.call(endpoints.cancelJob, { params })
  return { whole, plain }
}

const MEMBERS = ['max_price_per_token', 'max_price_per_input_token', 'target_host_id', 'hosts', 'verified', 'partial']
const saidBy = (job: Job) => Object.fromEntries(Object.entries(job).filter(([name]) => MEMBERS.includes(name)))

test.each<Partial<Body>>([
  {},
  { max_price_per_token: 3_000_000n, max_price_per_input_token: 0n },
  { verified: true, partial: 'keep' },
  { hosts: { not: ['host_01m8fd7hfhgh4a1fy08brgcajn', 'host_01m8fd7hfhgh4a1fy08brgcajp'] } },
])('a job says with detail=full what was asked of prices and hosts, and nothing that was not: %o', async (said) => {
  const { whole, plain } = await asked(said)
  expect(saidBy(whole)).toEqual(said)
  expect(saidBy(plain)).toEqual({})
})

test('the hosts that alone may run it, and the own one that was asked, are told', async () => {
  const { host_id } = host
  const { whole } = await asked({ hosts: { only: [host_id] } })
  expect(saidBy(whole)).toEqual({ hosts: { only: [host_id] } })
  const own = await asked({ host_id })
  expect(saidBy(own.whole)).toEqual({ target_host_id: host_id })
})

test('what a host is offered has nothing of it', async () => {
  const body = { model: 'm', input_text: 'x', max_tokens: 9, max_price_per_token: 3_000_000n, verified: true }
  await buyer.client.call(endpoints.runModel, { body })
  const offer = await host.next(10)
  expect(Object.keys(offer ?? {}).filter((name) => /price|verified|hosts/.test(name))).toEqual([])
})
