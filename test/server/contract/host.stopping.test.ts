import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'
import { until } from './until.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async () =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })).job_id
const look = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const statuses = async () => (await place.connect().call(endpoints.hosts, {})).hosts.map(({ status }) => status)
const onSale = async () => (await place.connect().call(endpoints.models, {})).models.map((m) => m.available_hosts)
const say = (stopping?: boolean) =>
  host.client.call(endpoints.heartbeatHost, {
    body: { host_id: host.host_id, gpu_utilization: 0, available_models: ['m'], ...(stopping ? { stopping } : {}) },
  })

test('a host that says it is stopping is off sale at once, until a heartbeat that does not say so', async () => {
  const job_id = await submit()
  await say(true)
  expect(await statuses()).toEqual(['inactive'])
  await until(async () => (await onSale())[0] === 0)
  expect(await host.next()).toBeNull()
  await say(true)
  expect(await statuses()).toEqual(['inactive'])
  await say()
  expect(await statuses()).toEqual(['active'])
  expect((await host.next())?.job_id).toBe(job_id)
})

test('its parked polls are answered at once, with no job', async () => {
  const polls = [host.next(30), host.next(30)]
  await until(() => place.market.waiting.ofHost(host.host_id).length === 2)
  await say(true)
  expect(await Promise.all(polls)).toEqual([null, null])
})

test('quotes leave it out: a price that only it asks is not reserved', async () => {
  const dear = await place.host({ price: 2_000_000n })
  await dear.client.call(endpoints.heartbeatHost, {
    body: { host_id: dear.host_id, gpu_utilization: 0, available_models: ['m'], stopping: true },
  })
  const body = { model: 'm', input_text: 'x', max_tokens: 10 }
  const { credits_reserved } = await buyer.client.call(endpoints.runModel, { body })
  expect(credits_reserved).toBe(10_000_000n)
})

test('what it runs goes on by its results, which may say that it is stopping too', async () => {
  const job_id = await submit()
  const offer = await host.next(0)
  const send = (result: object) =>
    host.client.call(endpoints.results, {
      body: { host_id: host.host_id, stopping: true, results: [{ job_id, attempt: offer?.attempt, ...result }] },
    })
  expect((await send({ tokens: ['so '] })).results).toMatchObject([{ state: 'running', next_offset: 1 }])
  expect(await statuses()).toEqual(['inactive'])
  expect(await look(job_id)).toMatchObject({ status: 'running', host_id: host.host_id })
  const { results } = await send({ offset: 1, tokens: ['on'], finish_reason: 'stop' })
  expect(results).toMatchObject([{ state: 'completed' }])
  expect(await look(job_id)).toMatchObject({ status: 'completed', output_text: 'so on' })
})

test('a last call without any job takes it off sale; results do not bring it back', async () => {
  await host.client.call(endpoints.results, { body: { host_id: host.host_id, stopping: true, results: [] } })
  expect(await statuses()).toEqual(['inactive'])
  await host.results([])
  expect(await statuses()).toEqual(['inactive'])
})

test('the server keeps it off sale when it starts again', async () => {
  await say(true)
  await place.stop({ keep: true })
  place = await startMarketplace({ location: place.location })
  expect(await statuses()).toEqual(['inactive'])
})

test('only a boolean is taken for stopping', async () => {
  const json = { host_id: host.host_id, gpu_utilization: 0, available_models: [], stopping: 'yes' }
  const answer = await ask(place.url, 'POST /hosts/heartbeat', { as: `Bearer ${host.api_key}`, json })
  expectError(answer, 400, 'invalid_request')
})
