import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let user: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  user = await place.user()
  for (let n = 0; n < 3; n++) {
    await place.host()
    const json = { model: 'm', input_text: 'secret', max_tokens: 1 }
    expect((await ask(place.url, 'POST /run/model', { as: user.authorization, json })).status).toBe(202)
  }
})
afterAll(() => place.stop())

test.each(['/users/me', '/jobs', '/users/me/tokens', '/users/me/hosts', '/health', '/hosts'])(
  'no cache may keep the answer of %s',
  async (path) => {
    const { status, headers } = await ask(place.url, `GET ${path}`, { as: user.authorization })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  },
)

test('of a parameter that stands twice the last one counts', async () => {
  const { body } = await ask(place.url, 'GET /jobs?limit=1&limit=2', { as: user.authorization })
  expect((body as { jobs: unknown[] }).jobs.length).toBe(2)
})

test.each(['nonsense', 'usr_1', 'job_', 'job_UPPER', 'job_01k9zq4v7m3x8e2r5t6y7u8w9a'])(
  'a job of the id %s is not there, whatever is wrong with the id',
  async (id) => {
    const { status, body } = await ask(place.url, `GET /jobs/${id}`, { as: user.authorization })
    expect([status, (body as { error: string }).error]).toEqual([404, 'not_found'])
  },
)
