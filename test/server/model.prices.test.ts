import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type HostOptions, type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const MODELS = ['big', 'small', 'tiny']
const OWN = {
  small: { price_per_token: 500_000n },
  tiny: { price_per_token: 100_000n, price_per_input_token: 0n },
}
const register = (more: HostOptions = {}) =>
  place.host({ price: 2_000_000n, input_price: 400_000n, models: MODELS, ...more })
const beat = (host: TestHost, said: object = {}) =>
  ask(place.url, 'POST /hosts/heartbeat', {
    as: `Bearer ${host.api_key}`,
    json: { host_id: host.host_id, gpu_utilization: 0, available_models: MODELS, ...said },
  })
const own = async (host: TestHost) => (await host.client.call(endpoints.hostMe, {})).model_prices
const order = (model: string, more: object = {}) =>
  buyer.client.call(endpoints.runModel, { body: { model, input_text: 'four', max_tokens: 10, ...more } as never })

/** What of a job one model's tokens cost, written and read. */
async function run(host: TestHost, model: string) {
  const { job_id, credits_reserved } = await order(model)
  const offer = await host.next()
  expect(offer?.job_id).toBe(job_id)
  await host.results([
    { job_id, tokens: ['a', 'b'], finish_reason: 'stop', usage: { prompt_tokens: 3, completion_tokens: 2 } },
  ])
  const job = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  return { credits_reserved, charged: job.credits_used, routing: job.routing }
}

test('a job is reserved and charged at what its host asks for its model', async () => {
  const host = await register({ model_prices: OWN })
  expect(await run(host, 'big')).toMatchObject({ credits_reserved: 21_600_000n, charged: 5_200_000n })
  expect(await run(host, 'small')).toMatchObject({
    ...{ credits_reserved: 6_600_000n, charged: 2_200_000n },
    routing: { price_per_token: 500_000n, price_per_input_token: 400_000n },
  })
  expect(await run(host, 'tiny')).toMatchObject({ credits_reserved: 1_000_000n, charged: 200_000n })
})

test('it is said at registration, with a heartbeat or a change, all at once; silence changes nothing', async () => {
  const host = await register({ model_prices: OWN })
  const whole = {
    small: { price_per_token: 500_000n, price_per_input_token: 400_000n },
    tiny: { price_per_token: 100_000n, price_per_input_token: 0n },
  }
  expect(await own(host)).toEqual(whole)
  await beat(host)
  expect(await own(host)).toEqual(whole)
  await beat(host, { model_prices: { big: { price_per_token: 0.003 }, unknown: { price_per_token: 1 } } })
  expect(await own(host)).toEqual({ big: { price_per_token: 3_000_000n, price_per_input_token: 400_000n } })
  const change = { as: `Bearer ${host.api_key}`, json: { model_prices: {} } }
  expect((await ask(place.url, 'PATCH /hosts/me', change)).body).toMatchObject({ model_prices: {} })
  for (const wrong of [{ big: 1 }, { big: { price_per_token: -1 } }, { big: {} }])
    expect((await beat(host, { model_prices: wrong })).status).toBe(400)
})

test('lists have the lowest price of each model, and of a host what it asks for each', async () => {
  const host = await register({ model_prices: OWN })
  await register({ price: 1_000_000n, models: ['small'] })
  const { models } = await place.connect().call(endpoints.models, { query: { detail: 'full' } })
  const lowest = models.map((one) => [one.name, one.min_price_per_token, one.min_price_per_input_token])
  expect(lowest.sort()).toEqual([
    ['big', 2_000_000n, 400_000n],
    ['small', 500_000n, 400_000n],
    ['tiny', 100_000n, 0n],
  ])
  const { hosts } = await place.connect().call(endpoints.hosts, { query: { detail: 'full' } })
  expect(hosts.find(({ host_id }) => host_id === host.host_id)).toMatchObject({
    price_per_token: 2_000_000n,
    model_prices: { small: { price_per_token: 500_000n } },
  })
})

test('of waiting hosts the one that is cheapest for the model gets the job', async () => {
  const dear = await register({ model_prices: { small: { price_per_token: 100_000n } } })
  const cheap = await register({ price: 1_000_000n, input_price: 0n })
  for (const [model, winner] of [
    ['small', dear],
    ['big', cheap],
  ] as const) {
    const polls = [dear, cheap].map((host) => host.next(5))
    const idle = ({ host_id }: TestHost) => place.market.waiting.ofHost(host_id).some(({ busy }) => !busy)
    await expect.poll(() => [idle(dear), idle(cheap)]).toEqual([true, true])
    const { job_id } = await order(model, { max_price_per_token: 1 })
    const offer = await (winner === dear ? polls[0] : polls[1])
    expect(offer?.job_id).toBe(job_id)
    await winner.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
    place.market.waiting.dismiss()
    await Promise.all(polls)
  }
})

test('a poll that waits goes by the price that a heartbeat changed', async () => {
  const host = await register({ models: ['big'] })
  const waiting = host.next(5)
  await expect.poll(() => place.market.waiting.ofHost(host.host_id).length).toBe(1)
  await beat(host, { model_prices: { big: { price_per_token: 0.01 } } })
  await waiting
  await order('big', { max_price_per_token: 0.002 })
  expect(await host.next()).toBeFalsy()
  expect((await host.client.call(endpoints.hostMe, {})).why_no_jobs.price_above_limit).toBe(1)
  const { job_id } = await order('big', { max_price_per_token: 0.01 })
  expect((await host.next())?.job_id).toBe(job_id)
  await host.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
})
