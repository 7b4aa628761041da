import { existsSync, readFileSync } from 'node:fs'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'

const NO_JOB = 'job_01k9zq4v7m3x8e2r5t6y7u8w9a'
let place: Marketplace
let owner: TestUser
let spy: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  owner = await place.user('owner')
  spy = await place.user('spy')
  host = await place.host({ price: 5n })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async () =>
  (await owner.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'my secret prompt' } })).job_id
const finished = async () => {
  const job_id = await submit()
  await host.next()
  await host.results([{ job_id, tokens: ['my secret answer'], finish_reason: 'stop' }])
  return job_id
}

describe.each(['GET /jobs/{id}', 'GET /jobs/{id}?wait=5', 'GET /jobs/{id}/stream', 'POST /jobs/{id}/cancel'])(
  '%s',
  (line) => {
    test("of another user's job is byte for byte that of a job that does not exist, at once", async () => {
      const made = [await finished(), await submit()]
      for (const job_id of made) {
        const other = await ask(place.url, line.replace('{id}', job_id), { as: spy.authorization })
        const none = await ask(place.url, line.replace('{id}', NO_JOB), { as: spy.authorization })
        expectError(other, 404, 'not_found')
        expect(other.text).toBe(none.text)
        const shown = (headers: Headers) => [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
        expect(shown(other.headers)).toEqual(shown(none.headers))
      }
      const job = await owner.client.call(endpoints.getJob, { params: { job_id: made[1] as string }, query: {} })
      expect(job.status).toBe('queued')
      await owner.client.call(endpoints.cancelJob, { params: { job_id: made[1] as string } })
    })

    test.each([
      'x',
      'job_',
      'JOB_01k9zq4v7m3x8e2r5t6y7u8w9a',
      'usr_01k9zq4v7m3x8e2r5t6y7u8w9a',
      '..%2f..%2fetc',
      '%00',
      '%E0%A4%A',
      `job_${'a'.repeat(500)}`,
      "job_'or'1'='1",
      '🎉',
    ])('of the id %s is 404', async (id) =>
      expectError(await ask(place.url, line.replace('{id}', id), { as: owner.authorization }), 404, 'not_found'),
    )
  },
)

test('an admin reads no job of another user', async () => {
  const admin = await place.user('admin')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const job_id = await finished()
  expectError(await ask(place.url, `GET /jobs/${job_id}`, { as: admin.authorization }), 404, 'not_found')
})

test('no public or admin answer shows prompts, answers, addresses of people, endpoints, owners or keys', async () => {
  const form = {
    gpu: 'G',
    models: ['m'],
    price_per_token: 0.1,
    backend: 'worker',
    endpoint_url: 'http://10.1.2.3:7777/private',
  }
  const registered = await ask(place.url, 'POST /hosts/register', { as: owner.authorization, json: form })
  const { api_key } = registered.body as { api_key: string }
  await finished()
  const admin = await place.user('admin2')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const lines = ['/', '/health', '/models', '/hosts', '/metrics', '/admin/users', '/admin/hosts']
  for (const path of lines) {
    const { status, text } = await ask(place.url, `GET ${path}`, {
      as: path.startsWith('/admin') ? admin.authorization : undefined,
    })
    expect(status).toBe(200)
    for (const secret of ['my secret', '@example.com', '10.1.2.3', api_key, 'password', 'argon2'])
      expect([path, text.includes(secret)]).toEqual([path, false])
    if (!path.startsWith('/admin')) expect(text).not.toContain(owner.user_id)
  }
})

test('a wrong password and an unknown name get the same words', async () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const wrong = await ask(place.url, 'GET /users/me', { as: basic('owner:not it') })
  const unknown = await ask(place.url, 'GET /users/me', { as: basic('nobody-here:not it') })
  expectError(wrong, 401, 'unauthorized')
  expect(unknown.text).toBe(wrong.text)
})

test('secrets are not in the database, only their hashes', async () => {
  if (!('sqlite' in place.location)) throw new Error('this test reads the SQLite file')
  const files = [place.location.sqlite, `${place.location.sqlite}-wal`].filter((file) => existsSync(file))
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)))
  expect(bytes.includes(owner.user_id)).toBe(true)
  for (const secret of [owner.token, host.api_key, owner.password]) expect(bytes.includes(secret)).toBe(false)
})
