import { type CapabilitiesSaid, market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { submit } from '../../server/src/market/jobs/submit.ts'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterEach(() => place.stop())

type Host = Awaited<ReturnType<Marketplace['host']>>
const FORM = { gpu: 'GPU', price_per_token: 0.001, backend: 'huggingface' }
const beat = (host: Host, said: object, available_models = ['m']) =>
  ask(place.url, 'POST /hosts/heartbeat', {
    as: `Bearer ${host.api_key}`,
    json: { host_id: host.host_id, gpu_utilization: 0, available_models, ...said },
  })
const shown = async (host: Host): Promise<CapabilitiesSaid> => {
  const { capabilities, model_capabilities } = await host.client.call(endpoints.hostMe, {})
  return { capabilities, model_capabilities }
}
const order = (needs: ('tools' | 'images')[], model = 'm') =>
  submit(place.market, buyer.user_id, { model, input_text: 'x', temperature: 0, max_tokens: 5 }, { needs })

test('a host says what its engines can do as it registers, beats, or changes it; silence changes nothing', async () => {
  const said = { capabilities: ['prefix', 'no_such_thing', 'tools', 'tools'], model_capabilities: { n: ['images'] } }
  const { body } = await ask(place.url, 'POST /hosts/register', { json: { ...FORM, models: ['m', 'n'], ...said } })
  const { host_id, api_key } = body as { host_id: string; api_key: string }
  const host = { host_id, api_key, client: place.connect(`Bearer ${api_key}`) } as Host
  const first = { capabilities: ['prefix', 'tools'], model_capabilities: { n: ['images'] } }
  expect(await shown(host)).toEqual(first)
  expect((await beat(host, {}, ['m', 'n'])).status).toBe(200)
  expect(await shown(host)).toEqual(first)
  await beat(host, { capabilities: ['logprobs'] }, ['m', 'n'])
  expect(await shown(host)).toEqual({ ...first, capabilities: ['logprobs'] })
  await beat(host, { model_capabilities: { m: ['tools'], unknown: ['tools'] } }, ['m', 'n'])
  expect(await shown(host)).toEqual({ capabilities: ['logprobs'], model_capabilities: { m: ['tools'] } })
  const change = { as: `Bearer ${api_key}`, json: { capabilities: [], model_capabilities: {} } }
  expect((await ask(place.url, 'PATCH /hosts/me', change)).body).toMatchObject({
    capabilities: [],
    model_capabilities: {},
  })
  expect((await beat(host, { capabilities: 'tools' })).status).toBe(400)
})

test('lists say it with detail=full only', async () => {
  const host = await place.host({ models: ['m', 'n'] })
  await beat(host, { capabilities: ['tools'], model_capabilities: { n: ['embeddings'] } }, ['m', 'n'])
  const other = await place.host({ models: ['n'] })
  await beat(other, { capabilities: ['rerank'] }, ['n'])
  const { models } = await place.connect().call(endpoints.models, { query: { detail: 'full' } })
  expect(models.map(({ name, capabilities }) => [name, capabilities])).toEqual([
    ['m', ['tools']],
    ['n', ['embeddings', 'rerank']],
  ])
  const { hosts } = await place.connect().call(endpoints.hosts, { query: { detail: 'full' } })
  expect(hosts).toMatchObject([
    { host_id: other.host_id, capabilities: ['rerank'], model_capabilities: {} },
    { host_id: host.host_id, capabilities: ['tools'], model_capabilities: { n: ['embeddings'] } },
  ])
  const plain = await place.connect().call(endpoints.hosts, { query: {} })
  expect(Object.keys(plain.hosts[0] as object)).not.toContain('capabilities')
  const few = await place.connect().call(endpoints.models, { query: {} })
  expect(Object.keys(few.models[0] as object)).not.toContain('capabilities')
})

test('a job that needs something goes only to hosts that can do it with its model', async () => {
  const plain = await place.host({ price: 1n })
  const able = await place.host()
  await beat(able, { capabilities: [], model_capabilities: { m: ['tools', 'prefix'] } })
  const parked = plain.next(20)
  await expect.poll(() => place.market.waiting.ofHost(plain.host_id).length).toBe(1)
  const { job_id } = await order(['tools'])
  // An offer without wait_seconds has no place for what such a job asks.
  expect(await able.next()).toBeNull()
  expect(await able.next(0)).toMatchObject({ job_id })
  const { job_id: common } = await order([])
  expect(await parked).toMatchObject({ job_id: common })
})

test('a parked poll gets what its host learns to do', async () => {
  const first = await place.host()
  await beat(first, { capabilities: ['tools'] })
  const { job_id } = await order(['tools'])
  await beat(first, { capabilities: [] })
  expect(await first.next()).toBeNull()
  const { waiting_for } = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(waiting_for).toBe('a host of "m" that can do tools')
  expect((await first.client.call(endpoints.hostMe, {})).why_no_jobs.capability_missing).toBe(1)
  const second = await place.host()
  const parked = second.next(20)
  await expect.poll(() => place.market.waiting.ofHost(second.host_id).length).toBe(1)
  await beat(second, { capabilities: ['tools'] })
  expect((await parked) ?? (await second.next(0))).toMatchObject({ job_id })
})

test('where no active host can do it the submission is refused, and names what is missing', async () => {
  await place.host()
  const images = await place.host({ models: ['other'] })
  await beat(images, { capabilities: ['images'] }, ['other'])
  await expect(order(['tools', 'images'])).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('needs tools, images, which no active host of "m" can do'),
    details: [{ path: 'body.tools' }, { path: 'body.messages' }],
  })
  expect(await order(['images'], 'other')).toMatchObject({ status: 'queued' })
})
