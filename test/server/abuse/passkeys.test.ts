import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../../../server/src/accounts/mail/mailer.ts'
import { relyingPartyOf } from '../../../server/src/accounts/passkeys/relying-party.ts'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { dumpTables } from '../../conformance/dump-tables.ts'
import { ask, expectError } from '../contract/ask.ts'
import { until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { SoftPasskey, type Wrong } from '../soft-passkey.ts'

const PUBLIC = { origin: 'https://market.example.org:8443', rpId: 'market.example.org' }
const clock = new ManualClock()
const sent: Mail[] = []
const mailer = { send: (mail: Mail) => void sent.push(mail), idle: async () => undefined, close: async () => undefined }
let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ clock, publicUrl: `${PUBLIC.origin}/mkt`, adminFactor: true, mailer })
})
afterAll(() => place.stop())

const basic = ({ username, password }: TestUser) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const begin = (user: TestUser, as = basic(user)) =>
  place.connect(as).call(endpoints.beginPasskey, { body: { password: user.password } })
async function add(user: TestUser, passkey: SoftPasskey, wrong?: Wrong) {
  const json = { name: 'phone', response: passkey.create(await begin(user), wrong) }
  return await ask(place.url, 'POST /users/me/passkeys', { as: basic(user), json })
}
async function logIn(passkey: SoftPasskey, wrong?: Wrong) {
  const response = passkey.get(await place.connect().call(endpoints.beginPasskeyLogin, {}), wrong)
  return await ask(place.url, 'POST /users/passkeys/login', { json: { name: 'browser', response } })
}

const WRONG: [string, Wrong][] = [
  ['of another origin', { origin: 'https://evil.example.org' }],
  ['of the same name at another port', { origin: 'https://market.example.org' }],
  ['for another name', { rpId: 'example.org' }],
  ['in a frame of another page', { crossOrigin: true }],
  ['without its user being verified', { unverified: true }],
  ['of another ceremony', { type: 'payment.get' }],
]

describe('an answer', () => {
  test.each(WRONG)('%s is no new passkey', async (_what, wrong) => {
    const user = await place.user()
    expectError(await add(user, new SoftPasskey(PUBLIC), wrong), 403, 'forbidden')
    expect((await add(user, new SoftPasskey(PUBLIC))).status).toBe(201)
  })

  test('with certificates, which nobody asked for, is no new passkey', async () => {
    expectError(await add(await place.user(), new SoftPasskey(PUBLIC), { certified: true }), 403, 'forbidden')
  })

  test.each(WRONG)('%s opens nothing', async (_what, wrong) => {
    const passkey = new SoftPasskey(PUBLIC)
    expect((await add(await place.user(), passkey)).status).toBe(201)
    expectError(await logIn(passkey, wrong), 403, 'forbidden')
    expect((await logIn(passkey)).status).toBe(201)
  })

  test('that another key has signed opens nothing', async () => {
    const [passkey, forged] = [new SoftPasskey(PUBLIC), new SoftPasskey(PUBLIC)]
    const user = await place.user()
    expect((await add(user, passkey)).status).toBe(201)
    const asked = await place.connect().call(endpoints.beginPasskeyLogin, {})
    const userHandle = Buffer.from(user.user_id).toString('base64url')
    const response = { ...forged.get(asked, { userHandle, counter: 9 }), id: passkey.id, rawId: passkey.id }
    expectError(await ask(place.url, 'POST /users/passkeys/login', { json: { name: 'x', response } }), 403, 'forbidden')
  })

  test('says at which address passkeys are used', async () => {
    const answer = await add(await place.user(), new SoftPasskey(PUBLIC), { origin: 'https://old.example.org' })
    expect(answer.text).toContain(PUBLIC.origin)
  })
})

test('a passkey signs its user in on a browser, once, and on a page of this server only', async () => {
  const [user, passkey] = [await place.user(), new SoftPasskey(PUBLIC)]
  expect((await add(user, passkey)).status).toBe(201)
  const open = async (response: object, headers = {}) =>
    await fetch(`${place.url}/session/passkey`, {
      method: 'POST',
      body: JSON.stringify({ response }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    })
  const proof = async (wrong?: Wrong) => passkey.get(await place.connect().call(endpoints.beginPasskeyLogin, {}), wrong)
  const response = await proof()
  expect((await open(response, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const opened = await open(response)
  expect([opened.status, await opened.json()]).toEqual([200, expect.objectContaining({ user_id: user.user_id })])
  const set = opened.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/^mkt_session=mkt_s_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/)
  const me = await fetch(`${place.url}/users/me`, { headers: { cookie: set.split(';')[0] ?? '' } })
  expect(await me.json()).toMatchObject({ user_id: user.user_id })
  for (const used of [response, await proof({ origin: 'https://evil.example.org' })]) {
    const refused = await open(used)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null])
  }
})

test('options need the password, and ask for passkeys that say whose they are and know their user', async () => {
  const user = await place.user()
  const wrong = { as: user.authorization, json: { password: 'wrong' } }
  expectError(await ask(place.url, 'POST /users/me/passkeys/options', wrong), 403, 'forbidden')
  expect(await begin(user)).toMatchObject({
    rp: { id: PUBLIC.rpId },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const asked = await place.connect().call(endpoints.beginPasskeyLogin, {})
  expect(asked).toMatchObject({ rpId: PUBLIC.rpId, userVerification: 'required', allowCredentials: [] })
})

test('where admins need a second factor a passkey is one, and one of a disabled user opens nothing', async () => {
  const boss = await place.user('boss')
  await place.database.transaction((tx) => changeRole(tx, boss.user_id, 'admin'))
  expectError(await ask(place.url, 'GET /admin/users', { as: basic(boss) }), 403, 'second_factor_required')
  const [own, passkey] = [new SoftPasskey(PUBLIC), new SoftPasskey(PUBLIC)]
  expect((await add(boss, own)).status).toBe(201)
  const as = `Bearer ${((await logIn(own)).body as { token: string }).token}`
  expect((await ask(place.url, 'GET /admin/users', { as })).status).toBe(200)
  const user = await place.user()
  expect((await add(user, passkey)).status).toBe(201)
  const disabled = await ask(place.url, `PATCH /admin/users/${user.user_id}`, { as, json: { disabled: true } })
  expect(disabled.status).toBe(200)
  expectError(await logIn(passkey), 403, 'forbidden')
})

test('passkeys are named, and their user hears of each that comes or goes, at the address that is proven', async () => {
  const user = await place.user('told')
  const code = /token=(mkt_m_[\w-]+)/.exec(sent.findLast(({ to }) => to === 'told@example.com')?.text ?? '')?.[1]
  expect((await ask(place.url, `POST /users/email/verify?token=${code}`)).status).toBe(200)
  const passkey = new SoftPasskey(PUBLIC)
  const { passkey_id, recovery_codes } = (await add(user, passkey)).body as {
    passkey_id: string
    recovery_codes: string[]
  }
  const as = `Bearer ${((await logIn(passkey)).body as { token: string }).token}`
  const path = `/users/me/passkeys/${passkey_id}`
  expect((await ask(place.url, `PATCH ${path}`, { as, json: { name: 'old phone' } })).status).toBe(200)
  const { passkeys } = (await ask(place.url, 'GET /users/me/passkeys', { as })).body as { passkeys: object[] }
  expect(passkeys).toMatchObject([{ passkey_id, name: 'old phone', last_used_at: expect.any(String) }])
  const headers = { 'mkt-code': recovery_codes[0] ?? '' }
  const gone = await ask(place.url, `DELETE ${path}`, { as, headers, json: { password: user.password } })
  expect(gone.status).toBe(204)
  const heard = sent.filter(({ to, subject }) => to === 'told@example.com' && subject.includes('passkey'))
  expect(heard.map(({ subject }) => subject)).toEqual(['A passkey was added', 'A passkey was removed'])
  expect(heard.map(({ text }) => /"(\w+ ?phone|phone)"/.exec(text)?.[1])).toEqual(['phone', 'old phone'])
})

test('requests that nobody answers are bounded, and forgotten once they are over', async () => {
  const own = new ManualClock()
  const small = await startMarketplace({
    clock: own,
    publicUrl: PUBLIC.origin,
    limits: { passkey_requests_per_hour: 5 },
  })
  const asked = () => ask(small.url, 'POST /users/passkeys/options')
  const kept = async () =>
    (await dumpTables(small.location)).filter((row) => row.startsWith('one_time_secrets ')).length
  const statuses = []
  for (let count = 0; count < 12; count++) statuses.push((await asked()).status)
  expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
  expect(await kept()).toBe(10)
  own.advance(10 * 60_000)
  await until(async () => (await kept()) === 0)
  await small.stop()
})

describe('the address that browsers know', () => {
  test.each([
    ['https://market.example.org', { id: 'market.example.org', origin: 'https://market.example.org' }],
    ['https://market.example.org:8443/sub', { id: 'market.example.org', origin: 'https://market.example.org:8443' }],
    ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ])('%s has passkeys', (url, party) => expect(relyingPartyOf(url)).toEqual(party))

  test.each([
    undefined,
    'http://market.example.org',
    'https://192.0.2.7',
    'https://[2001:db8::1]:8443',
    'http://127.0.0.1:8080',
  ])('%s has none, and whoever asks is told what to set', (url) => expect(relyingPartyOf(url)).toMatch(/--market-url/))
})

test('a market without a public address refuses all of it with one sentence', async () => {
  const bare = await startMarketplace({ clock })
  const user = await bare.user()
  const begun = { as: user.authorization, json: { password: user.password } }
  for (const answer of [
    await ask(bare.url, 'POST /users/passkeys/options'),
    await ask(bare.url, 'POST /users/me/passkeys/options', begun),
  ]) {
    expectError(answer, 404, 'not_found')
    expect(answer.text).toContain('--market-url')
  }
  await bare.stop()
})
