import { afterAll, beforeAll, expect, test } from 'vitest'
import { enlist } from '../../../server/src/market/hosts/enlist.ts'
import { ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ models: ['llama'] })
})
afterAll(() => place.stop())

const ALIKE: [name: string, says: string][] = [
  ['lla\u200bma', 'must not contain U+200B (character 4), which cannot be seen'],
  ['\u202eamall', 'must not contain U+202E (character 1), which cannot be seen'],
  ['llama\u3164', 'must not contain U+3164 (character 6), which cannot be seen'],
  ['llama\ufe0f', 'must not contain U+FE0F (character 6), which cannot be seen'],
  ['llam\uff41', 'U+FF41 (character 5) is not; the name would be "llama"'],
  ['ll\u0430ma', 'must not have letters of another script within a word: U+0430'],
  ['gpt-4\u043e', 'must not have U+043E, which looks like a Latin letter, beside Latin ones'],
  ['claude \u0430\u0441', 'must not have U+0430, which looks like a Latin letter, beside Latin ones'],
  ['cafe\u0301', 'U+0301 (character 5) is not; the name would be "caf\u00e9"'],
  ['ll ma\u00a0', 'U+00A0 (character 6) is not'],
]

test.each(ALIKE)('a name that looks like another is refused: %j', async (name, says) => {
  const as = `Bearer ${host.api_key}`
  const requests: [line: string, as: string | undefined, json: object, path: string][] = [
    [
      'POST /hosts/register',
      undefined,
      { gpu: 'g', models: ['a', name], price_per_token: 0, backend: 'huggingface' },
      'body.models.1',
    ],
    [
      'POST /hosts/heartbeat',
      as,
      { host_id: host.host_id, gpu_utilization: 0, available_models: [name] },
      'body.available_models.0',
    ],
    ['PATCH /hosts/me', as, { models: [name] }, 'body.models.0'],
    ['POST /run/model', buyer.authorization, { model: name, input_text: 'x' }, 'body.model'],
  ]
  for (const [line, credential, json, path] of requests) {
    const answer = await ask(place.url, line, { as: credential, json })
    expectError(answer, 400, 'invalid_request')
    expect(answer.body).toMatchObject({ details: [{ path, message: expect.stringContaining(says) }] })
  }
  const messages = [{ role: 'user', content: 'x' }]
  const door = await ask(place.url, 'POST /v1/chat/completions', {
    as: buyer.authorization,
    json: { model: name, messages },
  })
  expect([door.status, door.text]).toEqual([400, expect.stringContaining('U+')])
})

test('names of other scripts, marks that no single letter has and emoji are names as ever', async () => {
  const models = ['模型/7b', 'модель', 'q\u0301ama', '\u{1f999} llama:8b-q4_K_M', 'caf\u00e9']
  const json = { gpu: 'g', models, price_per_token: 0, backend: 'huggingface' }
  expect((await ask(place.url, 'POST /hosts/register', { json })).status).toBe(201)
})

test('a host that had such a name before is shown, and may change it', async () => {
  const name = 'o\u200bld'
  const terms = { gpu: 'g', price_per_token: 1n, max_tokens: 10, backend: 'huggingface' as const, endpoint_url: null }
  const { host_id, api_key } = await enlist(place.market, { ...terms, models: [name] }, null)
  const as = `Bearer ${api_key}`
  for (const line of ['GET /hosts', 'GET /models']) expect((await ask(place.url, line)).text).toContain(name)
  expect((await ask(place.url, 'GET /hosts/me', { as })).status).toBe(200)
  const json = { host_id, gpu_utilization: 0, available_models: [] }
  expect((await ask(place.url, 'POST /hosts/heartbeat', { as, json })).status).toBe(200)
  expect((await ask(place.url, 'PATCH /hosts/me', { as, json: { models: ['old'] } })).status).toBe(200)
})

test.each(['/METRICS', '/Health', '/users/ME', '/Docs'])('a path in other letters is no path: %s', async (path) => {
  expectError(await ask(place.url, `GET ${path}`, { as: buyer.authorization }), 404, 'not_found')
})

test('a name of another script is taken, beside a word of Latin letters too', async () => {
  for (const name of ['\u0441\u0430\u0439\u0433\u0430-7b', '\u03b1-7b', '\u6a21\u578b7b', 'llama-3'])
    expect(
      (await ask(place.url, 'PATCH /hosts/me', { as: `Bearer ${host.api_key}`, json: { models: [name] } })).status,
    ).toBe(200)
})

test('what others read beside their own turns nothing round', async () => {
  const json = { gpu: 'A100 \u202e08H', models: ['a'], price_per_token: 0, backend: 'huggingface' }
  expectError(await ask(place.url, 'POST /hosts/register', { json }), 400, 'invalid_request')
  const withdrawal = { amount: 1, destination: 'IBAN\u2067 1' }
  const as = `Bearer ${host.api_key}`
  expectError(await ask(place.url, 'POST /hosts/withdrawals', { as, json: withdrawal }), 400, 'invalid_request')
})
