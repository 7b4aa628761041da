import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { documentsKey } from '../documents-key.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask } from './ask.ts'

let place: Marketplace
let clock: ManualClock
let buyer: TestUser
let admin: TestUser
let host: TestHost
let other: TestHost
beforeAll(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  buyer = await place.user('ada')
  admin = await place.user('boss')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  host = await place.host()
  other = await place.host()
})
afterAll(() => place.stop())

const says = async (line: string, as: string | undefined, json?: object) => {
  const { status, body } = await ask(place.url, line, { as, ...(json ? { json } : {}) })
  const { error, message } = body as { error: string; message: string }
  return `${status} ${error}: ${message}`
}
const key = () => `Bearer ${host.api_key}`
const token = async () => {
  const { token_id, token } = await buyer.client.call(endpoints.createToken, {
    body: { name: 't', expires_in_days: 1 },
  })
  return { token_id, as: `Bearer ${token}` }
}

test('nobody, and somebody of another kind, read what is needed and what was sent', async () => {
  const wanted = "A user's token (mkt_u_...), or username and password, is needed"
  expect(await says('GET /users/me', undefined)).toBe(`401 unauthorized: ${wanted} in the Authorization header.`)
  expect(await says('GET /users/me', key())).toBe(`403 forbidden: This is the key of a host. ${wanted} here.`)
  expect(await says('GET /hosts/me', buyer.authorization)).toBe(
    "403 forbidden: These are a user's credentials. A host's key (mkt_h_...) is needed here.",
  )
  const documents = await documentsKey(admin.client, buyer.client, buyer.user_id)
  expect(await says('GET /users/me', `Bearer ${documents}`)).toBe(
    `403 forbidden: This is a key of the documents service. ${wanted} here.`,
  )
  expect(await says('GET /admin/users', buyer.authorization)).toBe(
    '403 forbidden: The account "ada" has not the admin role, which this needs; an operator gives it.',
  )
  const json = { host_id: other.host_id }
  expect(await says('POST /hosts/next-job', key(), json)).toBe(
    `403 forbidden: This is the key of ${host.host_id}, and the request names another host.`,
  )
})

test('a secret that opens nothing says why: strange, unknown, revoked, replaced, expired', async () => {
  for (const unknown of ['sk-abc', 'mkt_u_abc'])
    expect(await says('GET /users/me', `Bearer ${unknown}`)).toBe(
      '401 unauthorized: This token or key is not known here; it may be of another server, or not whole: users have mkt_u_..., hosts mkt_h_....',
    )
  const revoked = await token()
  await buyer.client.call(endpoints.revokeToken, { params: { token_id: revoked.token_id } })
  expect(await says('GET /users/me', revoked.as)).toBe(
    '401 unauthorized: This token was revoked; log in again, or use another token.',
  )
  await other.client.call(endpoints.rotateHostKey, {})
  expect(await says('GET /hosts/me', `Bearer ${other.api_key}`)).toBe(
    "401 unauthorized: This host's key was revoked; use the key that replaced it.",
  )
  const old = await token()
  clock.advance(2 * 86_400_000)
  expect(await says('GET /users/me', old.as)).toMatch(
    /^401 unauthorized: This token expired on 2026-01-\d\dT\S+Z; log in again, or use another token\.$/,
  )
})

test('a disabled user and a disabled host read that they are, and who can change it', async () => {
  const user = await place.user('eve')
  await admin.client.call(endpoints.changeUser, { params: { user_id: user.user_id }, body: { disabled: true } })
  const message =
    '403 forbidden: The account "eve" was disabled by the operator of this marketplace; only they can enable it.'
  const basic = `Basic ${Buffer.from(`eve:${user.password}`).toString('base64')}`
  for (const as of [user.authorization, basic]) expect(await says('GET /users/me', as)).toBe(message)
  await admin.client.call(endpoints.changeAnyHost, { params: { host_id: host.host_id }, body: { disabled: true } })
  expect(await says('GET /hosts/me', key())).toBe(
    `403 forbidden: The host ${host.host_id} was disabled by the operator of this marketplace; only the operator can enable it, and its earnings are frozen until then.`,
  )
})
