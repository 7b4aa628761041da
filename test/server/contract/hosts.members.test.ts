import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRole, disableUser } from '../../../server/src/accounts/user-store.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { ask, expectError, idOf } from './ask.ts'

let place: Marketplace
let buyer: TestUser
const clock = new ManualClock(Date.UTC(2026, 5, 1))
beforeAll(async () => {
  place = await startMarketplace({ clock })
  buyer = await place.user('buyer')
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const FORM = { gpu: 'RTX 4090', models: ['reg'], price_per_token: 0.001, backend: 'huggingface' }
const register = (json: object, as?: string) => ask(place.url, 'POST /hosts/register', { as, json })

describe('POST /hosts/register', () => {
  test('answers 201 with exactly three members', async () => {
    const answer = await register({ ...FORM, endpoint_url: 'http://10.0.0.1:9000/v1' })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        host_id: expect.stringMatching(idOf('host')),
        status: 'active',
        api_key: expect.stringMatching(/^mkt_h_[A-Za-z0-9_-]{43}$/),
      },
    ])
  })

  test.each([
    ['no endpoint_url', FORM],
    ['an endpoint_url of null', { ...FORM, endpoint_url: null }],
    ['an empty endpoint_url', { ...FORM, endpoint_url: '' }],
    ['langchain at a price of zero', { ...FORM, backend: 'langchain', price_per_token: 0 }],
    ['a price of one nano-credit', { ...FORM, price_per_token: 0.000000001 }],
    ['a worker with its endpoint', { ...FORM, backend: 'worker', endpoint_url: 'https://gpu.example.com/gen' }],
    ['100 models', { ...FORM, models: Array.from({ length: 100 }, (_, n) => `model-${n}`) }],
  ])('%s is accepted', async (_what, form) => expect((await register(form)).status).toBe(201))

  test.each([
    ['a worker without endpoint', { ...FORM, backend: 'worker' }, 'endpoint_url'],
    ['a worker with an empty one', { ...FORM, backend: 'worker', endpoint_url: '' }, 'endpoint_url'],
    ['an endpoint that is no http', { ...FORM, endpoint_url: 'ftp://x.example.com/' }, 'endpoint_url'],
    ['a file as endpoint', { ...FORM, endpoint_url: 'file:///etc/passwd' }, 'endpoint_url'],
    ['no models', { ...FORM, models: [] }, 'models'],
    ['101 models', { ...FORM, models: Array.from({ length: 101 }, (_, n) => `m${n}`) }, 'models'],
    ['a negative price', { ...FORM, price_per_token: -0.1 }, 'price_per_token'],
    ['a price of ten decimals', { ...FORM, price_per_token: 0.0000000001 }, 'price_per_token'],
    ['a price as text', { ...FORM, price_per_token: '0.1' }, 'price_per_token'],
    ['a price beyond the bound', { ...FORM, price_per_token: 9_000_001 }, 'price_per_token'],
    ['another backend', { ...FORM, backend: 'vllm' }, 'backend'],
    ['max_tokens of zero', { ...FORM, max_tokens: 0 }, 'max_tokens'],
    ['a model name with a line break', { ...FORM, models: ['a\nb'] }, 'models.0'],
  ])('%s is 400 and says where', async (_what, form, where) => {
    const answer = await register(form)
    expectError(answer, 400, 'invalid_request')
    expect((answer.body as { details: { path: string }[] }).details[0]?.path).toBe(`body.${where}`)
  })

  test('without max_tokens a host generates up to 4096', async () => {
    await register({ ...FORM, models: ['long'] })
    const { models } = (await ask(place.url, 'GET /models')).body as { models: { name: string; max_tokens: number }[] }
    expect(models.find(({ name }) => name === 'long')?.max_tokens).toBe(4096)
  })
})

test('POST /hosts/heartbeat answers exactly {status: acknowledged}', async () => {
  const host = await place.host({ models: ['beat'] })
  const json = { host_id: host.host_id, gpu_utilization: 0.5, available_models: ['beat'] }
  const answer = await ask(place.url, 'POST /hosts/heartbeat', { as: `Bearer ${host.api_key}`, json })
  expect([answer.status, answer.body]).toEqual([200, { status: 'acknowledged' }])
})

describe('POST /hosts/next-job', () => {
  test('is 204 without a body when there is nothing, else five members, and attempt and options when wait_seconds was given', async () => {
    const host = await place.host({ models: ['next'] })
    const poll = (more = {}) =>
      ask(place.url, 'POST /hosts/next-job', { as: `Bearer ${host.api_key}`, json: { host_id: host.host_id, ...more } })
    for (const more of [{}, { wait_seconds: 0 }]) {
      const none = await poll(more)
      expect([none.status, none.text, none.headers.get('content-type')]).toEqual([204, '', null])
    }
    const json = { model: 'next', input_text: 'hi ✓', max_tokens: 9, temperature: 1.5 }
    const options = { stop: ['.'], top_p: 0.5, seed: 7 }
    const ids: string[] = []
    for (let n = 0; n < 2; n++) {
      const { body } = await ask(place.url, 'POST /run/model', {
        as: buyer.authorization,
        json: { ...json, ...options },
      })
      ids.push((body as { job_id: string }).job_id)
    }
    const plain = await poll()
    expect([plain.status, plain.body]).toEqual([200, { job_id: ids[0], ...json }])
    expect((await poll({ wait_seconds: 0 })).body).toEqual({ job_id: ids[1], ...json, attempt: 1, ...options })
    expect((await poll()).status).toBe(204)
  })
})

test('GET /admin/users and /admin/hosts have exactly their members, newest first, with totals', async () => {
  const admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const host = await place.host({ models: ['paid'], price: 1_000_000_000n })
  await ask(place.url, 'POST /run/model', {
    as: buyer.authorization,
    json: { model: 'paid', input_text: 'x', max_tokens: 5 },
  })
  const offer = await host.next()
  await host.results([{ job_id: offer?.job_id, tokens: ['a', 'b'], finish_reason: 'stop' }])
  clock.advance(1000)
  await host.heartbeat()

  const users = await ask(place.url, 'GET /admin/users', { as: admin.authorization })
  const created_at = '2026-06-01T00:00:00.000Z'
  expect(users.body).toEqual({
    users: [
      { user_id: admin.user_id, username: 'operator', credits: 100, total_jobs: 0, created_at },
      { user_id: buyer.user_id, username: 'buyer', credits: expect.closeTo(97.982, 6), total_jobs: 3, created_at },
    ],
    total: 2,
  })
  const hosts = (await ask(place.url, 'GET /admin/hosts?limit=1', { as: admin.authorization })).body
  expect(hosts).toEqual({
    hosts: [
      {
        host_id: host.host_id,
        gpu: 'Test GPU',
        status: 'active',
        total_jobs_completed: 1,
        total_earnings: 1.76,
        last_heartbeat: '2026-06-01T00:00:01.000Z',
      },
    ],
    total: expect.any(Number),
  })
  expect((hosts as { total: number }).total).toBeGreaterThan(5)

  await place.database.transaction((tx) => disableUser(tx, buyer.user_id, true, 1))
  const full = await ask(place.url, 'GET /admin/users?detail=full', { as: admin.authorization })
  const [operator, shutOut] = (users.body as { users: object[] }).users
  const detailed = [
    { ...operator, disabled: false },
    { ...shutOut, disabled: true },
  ]
  expect(full.body).toEqual({ users: detailed, total: 2 })
  const found = await ask(place.url, 'GET /admin/users?detail=full&search=buy', { as: admin.authorization })
  expect(found.body).toEqual({ users: detailed.slice(1), total: 1 })
  await place.database.transaction((tx) => disableUser(tx, buyer.user_id, false, 1))
  const [seller] = (hosts as { hosts: object[] }).hosts
  const change = { as: admin.authorization, json: { disabled: true } }
  await ask(place.url, `PATCH /admin/hosts/${host.host_id}`, change)
  const listed = await ask(place.url, 'GET /admin/hosts?limit=1&detail=full', { as: admin.authorization })
  expect((listed.body as { hosts: object[] }).hosts).toEqual([
    { ...seller, status: expect.any(String), disabled: true, flagged: false, models: 1, ready_models: 1 },
  ])
})
