import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { ask, idOf, members } from './ask.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const get = async (path: string) => {
  const answer = await ask(place.url, `GET ${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  return answer.body
}

test('an empty marketplace answers its five public endpoints with exactly their members', async () => {
  const root = await get('/')
  expect(root).toEqual({ name: 'mkt', version: expect.stringMatching(/^\d+\.\d+\.\d+/), docs: `${place.url}/docs` })
  expect(await get('/health')).toEqual({ status: 'ok', active_hosts: 0, queued_jobs: 0 })
  expect(await get('/models')).toEqual({ models: [] })
  expect(await get('/hosts')).toEqual({ hosts: [] })
  const metrics = { total_jobs_completed: 0, active_hosts: 0, total_users: 0, avg_job_latency_ms: 0 }
  expect(await get('/metrics')).toEqual(metrics)
})

test('the URL that GET / names for the docs answers', async () => {
  const { docs } = (await get('/')) as { docs: string }
  expect((await fetch(docs)).status).toBe(200)
})

test('hosts and models show what was registered, newest host first', async () => {
  const dear = await place.host({ price: 3_000_000n, models: ['b', 'a'], max_tokens: 64 })
  const cheap = await place.host({ price: 1n, models: ['b', 'b'], max_tokens: 32 })
  const common = { gpu: 'Test GPU', status: 'active', backend: 'huggingface' }
  expect(await get('/hosts')).toEqual({
    hosts: [
      { host_id: cheap.host_id, ...common, models: ['b'], price_per_token: 1e-9 },
      { host_id: dear.host_id, ...common, models: ['a', 'b'], price_per_token: 0.003 },
    ],
  })
  expect(dear.host_id).toMatch(idOf('host'))
  expect(await get('/models')).toEqual({
    models: [
      { name: 'a', available_hosts: 1, min_price_per_token: 0.003, max_tokens: 64 },
      { name: 'b', available_hosts: 2, min_price_per_token: 1e-9, max_tokens: 64 },
    ],
  })
})

test('a price of one nano-credit is written as a plain decimal', async () => {
  const { text } = await ask(place.url, 'GET /models')
  expect(text).toContain('"min_price_per_token":0.000000001,')
})

test('a heartbeat takes a model off the lists and puts it back', async () => {
  const host = await place.host({ models: ['x', 'y'] })
  const served = async () =>
    ((await get('/hosts')) as { hosts: { host_id: string; models: string[] }[] }).hosts.find(
      (entry) => entry.host_id === host.host_id,
    )?.models
  await host.heartbeat(['y', 'never registered'])
  expect(await served()).toEqual(['y'])
  const { models } = (await get('/models')) as { models: { name: string }[] }
  expect(models.map(({ name }) => name)).not.toContain('x')
  expect(models.map(({ name }) => name)).not.toContain('never registered')
  await host.heartbeat([])
  expect(await served()).toEqual([])
  await host.heartbeat(['x', 'y'])
  expect(await served()).toEqual(['x', 'y'])
})

test('health and metrics count queued and completed jobs, users and active hosts', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['counted'] })
  const before = (await get('/metrics')) as Record<string, number>
  const run = { as: buyer.authorization, json: { model: 'counted', input_text: 'x' } }
  for (let n = 0; n < 3; n++) expect((await ask(place.url, 'POST /run/model', run)).status).toBe(202)
  expect(await get('/health')).toMatchObject({ queued_jobs: 3 })
  const offer = await host.next()
  expect(await get('/health')).toMatchObject({ queued_jobs: 2 })
  await host.results([{ job_id: offer?.job_id, tokens: ['a'], finish_reason: 'stop' }])
  const after = (await get('/metrics')) as Record<string, number>
  expect(members(after)).toEqual(['active_hosts', 'avg_job_latency_ms', 'total_jobs_completed', 'total_users'])
  expect(after.total_jobs_completed).toBe(Number(before.total_jobs_completed) + 1)
  expect(after.total_users).toBe(1)
  expect(after.active_hosts).toBe(4)
  expect(after.avg_job_latency_ms).toBeGreaterThanOrEqual(0)
})

test.each(['/', '/health', '/models', '/hosts', '/metrics'])(
  '%s ignores credentials, whatever they are',
  async (path) => {
    for (const as of ['Bearer mkt_u_nobody', 'nonsense', 'Basic !!!'])
      expect((await ask(place.url, `GET ${path}`, { as })).status).toBe(200)
    const head = await ask(place.url, `HEAD ${path}`)
    expect([head.status, head.text]).toEqual([200, ''])
  },
)
