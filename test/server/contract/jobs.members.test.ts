import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError, idOf } from './ask.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
const clock = new ManualClock(Date.UTC(2026, 0, 2, 3, 4, 5, 6))
const AT = '2026-01-02T03:04:05.006Z'
beforeAll(async () => {
  place = await startMarketplace({ clock })
  buyer = await place.user()
  host = await place.host({ price: 2_000_000n })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const run = async (json: object) => {
  const answer = await ask(place.url, 'POST /run/model', { as: buyer.authorization, json })
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)])
  return answer.body as { job_id: string; credits_reserved: number }
}
const get = async (path: string, as = buyer.authorization) => {
  const answer = await ask(place.url, `GET ${path}`, { as })
  expect(answer.status).toBe(200)
  return answer.body as Record<string, never>
}

describe('POST /run/model', () => {
  test('answers 202 with exactly five members', async () => {
    const job = await run({ model: 'm', input_text: 'hello', max_tokens: 10, temperature: 0, surprise: true })
    expect(job).toEqual({
      job_id: expect.stringMatching(idOf('job')),
      status: 'queued',
      model: 'm',
      credits_reserved: 0.02,
      created_at: AT,
    })
    await host.next()
  })

  test('max_tokens defaults to 128 and temperature to 0.7', async () => {
    expect((await run({ model: 'm', input_text: 'x' })).credits_reserved).toBe(0.256)
    expect(await host.next()).toMatchObject({ max_tokens: 128, temperature: 0.7 })
  })

  test("max_tokens defaults to the model's where that is less, and may not exceed it", async () => {
    const small = await place.host({ models: ['small'], max_tokens: 40 })
    await run({ model: 'small', input_text: 'x' })
    expect(await small.next()).toMatchObject({ max_tokens: 40 })
    await run({ model: 'small', input_text: 'x', max_tokens: 40 })
    const json = { model: 'small', input_text: 'x', max_tokens: 41 }
    const refused = await ask(place.url, 'POST /run/model', { as: buyer.authorization, json })
    expectError(refused, 400, 'invalid_request')
    expect(refused.body).toMatchObject({ details: [{ path: 'body.max_tokens' }] })
  })

  test('a model that nobody ever offered is 404, too few credits are 402', async () => {
    const json = { model: 'unknown', input_text: 'x' }
    expectError(await ask(place.url, 'POST /run/model', { as: buyer.authorization, json }), 404, 'model_not_found')
    await place.host({ models: ['gold'], price: 1_000_000_000_000n })
    const gold = { model: 'gold', input_text: 'x', max_tokens: 1 }
    expectError(
      await ask(place.url, 'POST /run/model', { as: buyer.authorization, json: gold }),
      402,
      'insufficient_credits',
    )
  })
})

describe('GET /jobs', () => {
  test('lists own jobs only, newest first, with their members, by status, limit 20 and offset 0 unless told', async () => {
    const lister = await place.user()
    const model = 'listed'
    const runner = await place.host({ models: [model], price: 5n })
    const made: string[] = []
    for (let n = 0; n < 23; n++) {
      const json = { model, input_text: `${n}`, max_tokens: 4 }
      const { body } = await ask(place.url, 'POST /run/model', { as: lister.authorization, json })
      made.unshift((body as { job_id: string }).job_id)
    }
    const [first, second, third] = [await runner.next(), await runner.next(), await runner.next()]
    await runner.results([
      { job_id: first?.job_id, tokens: ['a', 'b'], finish_reason: 'stop' },
      { job_id: second?.job_id, error: { code: 'engine_failed' } },
    ])
    const list = async (query = '') =>
      (await get(`/jobs${query}`, lister.authorization)) as unknown as {
        jobs: { job_id: string }[]
        total: number
      }
    const all = await list()
    expect(Object.keys(all).sort()).toEqual(['jobs', 'total'])
    expect([all.total, all.jobs.map(({ job_id }) => job_id)]).toEqual([23, made.slice(0, 20)])
    expect((await list('?limit=100')).jobs.map(({ job_id }) => job_id)).toEqual(made)
    expect((await list('?limit=2&offset=21')).jobs.map(({ job_id }) => job_id)).toEqual(made.slice(21))
    expect(await list('?offset=23')).toEqual({ jobs: [], total: 23 })
    const entry = { model, credits_used: 0, created_at: AT }
    const one = (job: { job_id: string } | null, rest: object) => ({
      jobs: [{ ...entry, job_id: job?.job_id, ...rest }],
      total: 1,
    })
    expect(await list('?status=completed')).toEqual(one(first, { status: 'completed', credits_used: 1e-8 }))
    expect(await list('?status=failed')).toEqual(one(second, { status: 'failed' }))
    expect(await list('?status=running')).toEqual(one(third, { status: 'running' }))
    expect(await list('?status=queued&limit=1')).toEqual({
      jobs: [{ ...entry, job_id: made[0], status: 'queued' }],
      total: 20,
    })
    expect((await get('/jobs', (await place.user()).authorization)) as object).toEqual({ jobs: [], total: 0 })
  })

  test.each([
    'status=done',
    'status=',
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'limit=',
    'offset=-1',
    'offset=1e99',
  ])('?%s is 400 and says where', async (query) => {
    const answer = await ask(place.url, `GET /jobs?${query}`, { as: buyer.authorization })
    expectError(answer, 400, 'invalid_request')
    expect((answer.body as { details: { path: string }[] }).details[0]?.path).toBe(`query.${query.split('=')[0]}`)
  })
})

test('GET /jobs/{id} tells a job’s whole life', async () => {
  const solo = await place.host({ models: ['life'], price: 7n })
  const { job_id } = await run({ model: 'life', input_text: 'tell', max_tokens: 3, temperature: 1.25 })
  const queued = {
    job_id,
    model: 'life',
    status: 'queued',
    created_at: AT,
    input_text: 'tell',
    max_tokens: 3,
    temperature: 1.25,
    output_text: null,
    tokens_generated: 0,
    credits_reserved: 21e-9,
    credits_used: 0,
    host_id: null,
    attempts: 0,
    continues: false,
    finish_reason: null,
    error: null,
    error_message: null,
    queue_position: 0,
    waiting_for: 'a host to be free: it is next in line',
    waiting_until: '2026-01-03T03:04:05.006Z',
    started_at: null,
    finished_at: null,
    routing: null,
  }
  expect(await get(`/jobs/${job_id}`)).toEqual(queued)
  await solo.next()
  const routing = {
    price_per_token: 7e-9,
    price_limit: 14e-9,
    gpu_utilization: 0,
    waiting_hosts: 1,
    reason: expect.stringMatching(/\w/),
  }
  const running = {
    ...queued,
    status: 'running',
    host_id: solo.host_id,
    attempts: 1,
    queue_position: null,
    waiting_for: null,
    waiting_until: null,
    started_at: AT,
    routing,
  }
  expect(await get(`/jobs/${job_id}`)).toEqual(running)
  await solo.results([{ job_id, tokens: ['it ', 'was'] }])
  expect(await get(`/jobs/${job_id}`)).toEqual({ ...running, tokens_generated: 2 })
  clock.advance(1500)
  await solo.results([{ job_id, offset: 2, tokens: ['!'], finish_reason: 'stop' }])
  expect(await get(`/jobs/${job_id}`)).toEqual({
    ...running,
    status: 'completed',
    output_text: 'it was!',
    tokens_generated: 3,
    credits_used: 21e-9,
    finish_reason: 'stop',
    finished_at: '2026-01-02T03:04:06.506Z',
  })
})
