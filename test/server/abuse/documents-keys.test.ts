import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { ask, expectError } from '../contract/ask.ts'
import { type DocumentsService, startDocuments } from '../documents-service.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

const clock = new ManualClock()
let documents: DocumentsService
let place: Marketplace
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  documents = await startDocuments({ threads: 1, clock })
  place = await startMarketplace({ location: { sqlite: join(documents.data, 'mkt.db') }, clock, trust: 'strangers' })
  admin = await place.user('boss')
  owner = await place.user('ada')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  await documents.stop()
})

const PATH = '/users/me/documents-keys'
const make = async () => {
  const params = { user_id: owner.user_id }
  return await admin.client.call(endpoints.createDocumentsKey, { params })
}
const password = (user: TestUser) => `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`
const opens = async (secret: string) => {
  const answer = await fetch(`${documents.url}/documents`, { headers: { authorization: `Bearer ${secret}` } })
  return answer.status === 200
}
const keys = async () => (await owner.client.call(endpoints.listDocumentsKeys, {})).keys

test("an admin who makes a key for somebody's documents cannot read them by it, nor fetch its secret", async () => {
  const made = await make()
  expect(made.key).toBeUndefined()
  expect(made.claim).toBe(`${PATH}/${made.key_id}/claim`)
  for (const as of [admin.authorization, password(admin)])
    expect((await ask(place.url, `POST ${made.claim}`, { as })).status).toBeGreaterThan(400)
  for (const guess of [`unclaimed:${made.key_id}`, `mkt_d_unclaimed:${made.key_id}`])
    expect(await opens(guess)).toBe(false)
})

test('its owner fetches the secret once, with the password where strangers are, and sees who made it and its use', async () => {
  const { key_id = '', claim } = await make()
  const [newest] = await keys()
  expect(newest).toMatchObject({ key_id, made_by: admin.user_id, last_used_at: null, claimed: false })
  expectError(await ask(place.url, `POST ${claim}`, { as: owner.authorization }), 403, 'password_required')
  const fetched = await ask(place.url, `POST ${claim}`, { as: password(owner) })
  const { key } = fetched.body as { key: string }
  expectError(await ask(place.url, `POST ${claim}`, { as: password(owner) }), 404, 'not_found')
  expect(await opens(key)).toBe(true)
  const first = (await keys())[0]
  expect(first).toMatchObject({ claimed: true, last_used_at: new Date(clock.now()).toISOString() })
  clock.advance(599_000)
  expect(await opens(key)).toBe(true)
  expect((await keys())[0]?.last_used_at).toBe(first?.last_used_at)
  clock.advance(1000)
  expect(await opens(key)).toBe(true)
  expect((await keys())[0]?.last_used_at).toBe(new Date(clock.now()).toISOString())
  const other = await place.user()
  expectError(await ask(place.url, `DELETE ${PATH}/${key_id}`, { as: other.authorization }), 404, 'not_found')
  expect((await ask(place.url, `DELETE ${PATH}/${key_id}`, { as: owner.authorization })).status).toBe(204)
  expect(await opens(key)).toBe(false)
  expect((await keys()).map((one) => one.key_id)).not.toContain(key_id)
})

test("an admin's own key is in the answer, and that of an account without a password is for the machine's operator", async () => {
  const own = await admin.client.call(endpoints.createDocumentsKey, { params: { user_id: 'boss' } })
  expect(Object.keys(own)).toEqual(['key'])
  expect(await opens(own.key ?? '')).toBe(true)
  const machine = await documents.user('machine')
  const asked = { as: admin.authorization }
  expectError(await ask(place.url, `POST /admin/users/${machine.user_id}/documents-keys`, asked), 409, 'conflict')
})
