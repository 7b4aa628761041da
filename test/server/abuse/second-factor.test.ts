import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { base32, codeAt, stepAt, stepOf } from '../../../server/src/accounts/second-factor/totp.ts'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { ask, expectError } from '../contract/ask.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

const STEP_MS = 30_000
const clock = new ManualClock()
let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ clock, adminFactor: true })
})
afterAll(() => place.stop())

describe('codes', () => {
  const secret = Buffer.from('12345678901234567890')

  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('of RFC 6238 at %i s', (seconds, code) => expect(codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code))

  test('are of the step before, this one and the next', () => {
    const at = 1_000_000 * STEP_MS
    const found = [-2, -1, 0, 1, 2].map((away) => stepOf(secret, codeAt(secret, 1_000_000 + away), at))
    expect(found).toEqual([undefined, 999_999, 1_000_000, 1_000_001, undefined])
  })

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of RFC 4648: %s', (text, wanted) => expect(base32(Buffer.from(text))).toBe(wanted))
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

const basic = ({ username, password }: TestUser) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const me = (user: TestUser, code?: string, as = basic(user)) =>
  ask(place.url, 'GET /users/me', { as, ...(code ? { headers: { 'mkt-code': code } } : {}) })

/** A user with a second factor, whose app says the code of this moment. */
async function enrolled(name?: string) {
  const user = await place.user(name)
  const { password } = user
  const { secret } = await user.client.call(endpoints.beginSecondFactor, { body: { password } })
  const now = () => codeAt(fromBase32(secret), stepAt(clock.now()))
  const body = { password, code: now() }
  const { recovery_codes } = await user.client.call(endpoints.confirmSecondFactor, { body })
  return { user, now, recovery_codes, used: body.code }
}

test('a password alone opens nothing once the app is confirmed, nor does a token of before', async () => {
  const { user, now, used } = await enrolled()
  expectError(await me(user), 403, 'second_factor_required')
  expectError(await me(user, undefined, user.authorization), 401, 'unauthorized')
  // The code that confirmed is used up.
  expectError(await me(user, used), 401, 'unauthorized')
  clock.advance(STEP_MS)
  expect((await me(user, now())).status).toBe(200)
})

test('a code is good once, also where two come with it at once, and not after its time', async () => {
  const { user, now } = await enrolled()
  clock.advance(STEP_MS)
  const code = now()
  const both = await Promise.all([me(user, code), me(user, code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expectError(await me(user, code), 401, 'unauthorized')
  const late = codeAt(Buffer.alloc(20), stepAt(clock.now()))
  expectError(await me(user, late), 401, 'unauthorized')
})

test('a recovery code is good once in the place of a code', async () => {
  const { user, recovery_codes } = await enrolled()
  const [first = ''] = recovery_codes
  expect(recovery_codes).toHaveLength(10)
  expect((await me(user, first)).status).toBe(200)
  expectError(await me(user, first), 401, 'unauthorized')
  expect((await me(user, recovery_codes[1])).status).toBe(200)
})

test('guesses at codes are bounded as those at passwords are', async () => {
  const { user } = await enrolled()
  let last = 401
  for (let tries = 0; tries < 301 && last === 401; tries++) last = (await me(user, '000000')).status
  expect(last).toBe(429)
})

test('whoever has a token and the password does not change the account without a code', async () => {
  const { user, now } = await enrolled()
  clock.advance(STEP_MS)
  const headers = { 'mkt-code': now() }
  const made = await ask(place.url, 'POST /users/me/tokens', { as: basic(user), headers, json: { name: 'x' } })
  const as = `Bearer ${(made.body as { token: string }).token}`
  const json = { password: user.password }
  for (const line of ['DELETE /users/me', 'DELETE /users/me/second-factor'])
    expectError(await ask(place.url, line, { as, json }), 403, 'second_factor_required')
  clock.advance(STEP_MS)
  const right = { 'mkt-code': now() }
  expect((await ask(place.url, 'DELETE /users/me/second-factor', { as, headers: right, json })).status).toBe(204)
  expect((await me(user)).status).toBe(200)
})

test('where admins need a second factor, one without does nothing of an admin', async () => {
  const { user, now } = await enrolled('boss')
  const bare = await place.user('bare')
  for (const { user_id } of [user, bare]) await place.database.transaction((tx) => changeRole(tx, user_id, 'admin'))
  expectError(await ask(place.url, 'GET /admin/users', { as: bare.authorization }), 403, 'second_factor_required')
  clock.advance(STEP_MS)
  const headers = { 'mkt-code': now() }
  expect((await ask(place.url, 'GET /admin/users', { as: basic(user), headers })).status).toBe(200)
})
