import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../contract/until.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 1_000_000 })
  buyer = await place.user()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async (model: string) =>
  (await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 9 } })).job_id
const say = (host: TestHost, model: string, concurrency: number) =>
  host.client.call(endpoints.heartbeatHost, {
    body: { host_id: host.host_id, gpu_utilization: 0, available_models: [model], concurrency },
  })

test('a host that says nothing holds 32 jobs, and the next one is another’s', async () => {
  const [holder, honest] = [await place.host({ models: ['a'], price: 0n }), await place.host({ models: ['a'] })]
  const jobs = await Promise.all(Array.from({ length: 40 }, () => submit('a')))
  const got = await Promise.all(jobs.map(() => holder.next()))
  expect(got.filter((offer) => offer !== null)).toHaveLength(32)
  expect(await holder.next()).toBeNull()
  expect(await honest.next()).not.toBeNull()
  expect(await holder.client.call(endpoints.hostMe, {})).toMatchObject({ concurrency: 32 })
})

test('a poll of a full host waits, and asks anew as soon as a job ends or the host may hold more', async () => {
  const host = await place.host({ models: ['b'] })
  await say(host, 'b', 1)
  const [first] = [await submit('b'), await submit('b'), await submit('b')]
  expect(await host.next(0)).toMatchObject({ job_id: first })
  const parked = () => until(() => place.market.waiting.ofHost(host.host_id).length === 1)
  const waiting = host.next(30)
  await parked()
  await host.results([{ job_id: first, tokens: ['a'], finish_reason: 'stop' }])
  expect(await waiting).toBeNull()
  expect(await host.next(0)).not.toBeNull()
  const again = host.next(30)
  await parked()
  await say(host, 'b', 2)
  expect(await again).toBeNull()
  expect(await host.next(0)).not.toBeNull()
})

test('a host says that it works on 1 to 256 jobs at once', async () => {
  const register = (concurrency: number) =>
    place.connect().call(endpoints.registerHost, {
      body: { gpu: 'GPU', models: ['c'], price_per_token: 1n, backend: 'huggingface', concurrency } as never,
    })
  for (const many of [0, 257, 1.5]) await expect(register(many)).rejects.toMatchObject({ status: 400 })
  await register(256)
})
