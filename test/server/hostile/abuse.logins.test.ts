import { describe, expect, test } from 'vitest'
import { addressKey } from '../../../server/src/accounts/address.ts'
import { hourlyLimit, loginFailures, type Verdict } from '../../../server/src/accounts/rate-limits.ts'
import { createUser } from '../../../server/src/accounts/sign-up.ts'
import { systemClock } from '../../../server/src/base/clock.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { memoryRateLimits } from '../../../server/src/live/memory-rate-limits.ts'
import { ask, expectError } from '../contract/ask.ts'
import { startDocuments } from '../documents-service.ts'
import { startMarketplace } from '../marketplace.ts'

const FAILURES = 3
const logins = () => {
  const failures = loginFailures(memoryRateLimits(systemClock), { ...DEFAULT_LIMITS, login_failures: FAILURES })
  /** 'in', 'wrong' or 'refused'. */
  return async (account: string, address: string, right: Verdict): Promise<string> => {
    try {
      return (await failures.attempt(account, address, async () => right)) ? 'in' : 'wrong'
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', retryAfterS: expect.any(Number) })
      return 'refused'
    }
  }
}
const far = (n: number) => `203.0.${n >> 8}.${n & 255}`

describe('guesses at passwords', () => {
  test('of one address at one account are bounded; its owner is let in from another', async () => {
    const attempt = logins()
    for (let guess = 0; guess < FAILURES; guess++) expect(await attempt('ada', far(1), false)).toBe('wrong')
    expect(await attempt('ada', far(1), true)).toBe('refused')
    expect(await attempt('ada', far(2), true)).toBe('in')
    // Neither does the attacker's address lose its own account.
    expect(await attempt('eve', far(1), true)).toBe('in')
  })

  test('of one address at many accounts are bounded', async () => {
    const attempt = logins()
    const answers: string[] = []
    for (let guess = 0; guess < FAILURES * 10 + 5; guess++) answers.push(await attempt(`user${guess}`, far(1), false))
    expect(answers.filter((answer) => answer === 'wrong').length).toBe(FAILURES * 10)
    expect(answers.at(-1)).toBe('refused')
    expect(await attempt('user0', far(2), true)).toBe('in')
  })

  test('of many addresses at one account are bounded, and lock its owner out of no place they know', async () => {
    const attempt = logins()
    expect(await attempt('ada', far(1000), true)).toBe('in')
    const answers: string[] = []
    for (let guess = 0; guess < FAILURES * 10 + 5; guess++) answers.push(await attempt('ada', far(guess), false))
    expect(answers.filter((answer) => answer === 'wrong').length).toBe(FAILURES * 10)
    expect(await attempt('ada', far(1001), true)).toBe('refused')
    expect(await attempt('ada', far(1000), true)).toBe('in')
    expect(await attempt('bob', far(1001), true)).toBe('in')
  })

  test('at second factors by whoever has the password are bounded over all addresses too', async () => {
    const attempt = logins()
    const answers: string[] = []
    for (let place = 0; place < 40; place++) {
      // The password alone first: right, but it shows nobody to be the owner.
      answers.push(await attempt('ada', far(place), 'half'))
      for (let guess = 0; guess < FAILURES; guess++) answers.push(await attempt('ada', far(place), false))
    }
    expect(answers.filter((answer) => answer === 'wrong').length).toBe(FAILURES * 10)
    expect(answers.at(-1)).toBe('refused')
  })

  test('of an IPv6 network count together, and so do both forms of an IPv4 address', async () => {
    const attempt = logins()
    for (let guess = 0; guess < FAILURES; guess++) await attempt('ada', `2001:db8:0:1::${guess}`, false)
    expect(await attempt('ada', '2001:db8:0:1:ffff::9', true)).toBe('refused')
    expect(await attempt('ada', '2001:db8:0:2::1', true)).toBe('in')
    for (let guess = 0; guess < FAILURES; guess++) await attempt('bob', '::ffff:203.0.113.9', false)
    expect(await attempt('bob', '203.0.113.9', true)).toBe('refused')
  })

  test('that are refused leave nothing behind for the names that were made up', async () => {
    const attempt = logins()
    for (let guess = 0; guess < 100; guess++) await attempt(`made-up-${guess}`, far(1), false)
    // From the same address a name that was never counted is refused by address; from another it has all its guesses.
    for (let guess = 0; guess < FAILURES; guess++) expect(await attempt('made-up-99', far(2), false)).toBe('wrong')
  })
})

test('wrong codes of an app are bounded for an account, but not recovery codes and places that are known', async () => {
  const failures = loginFailures(memoryRateLimits(systemClock), DEFAULT_LIMITS)
  let looked = 0
  const code = (place: number, said: string, right = false) =>
    failures.code({ account: 'ada', address: far(place), code: said }, async () => {
      looked++
      return right
    })
  await failures.attempt('ada', far(999), async () => true)
  for (let guess = 0; guess < 100; guess++) expect(await code(guess, `${100_000 + guess}`)).toBe(false)
  await expect(code(500, '123456', true)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(looked).toBe(100)
  expect(await code(500, '3fD42f_V0jRMRqwA', true)).toBe(true)
  expect(await code(999, '123456', true)).toBe(true)
  expect(await failures.code({ account: 'bob', address: far(1), code: '123456' }, async () => true)).toBe(true)
})

test.each([
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.1'],
  ['', ''],
])('the address %s counts as %s', (address, key) => expect(addressKey(address)).toBe(key))

test('signups and registrations of an IPv6 network count together', async () => {
  const limit = hourlyLimit(memoryRateLimits(systemClock), 5, 'signups')
  await limit.consume('2001:db8:0:1::1')
  await expect(limit.consume('2001:db8:0:1::2')).rejects.toMatchObject({ code: 'rate_limited' })
  await limit.consume('2001:db8:0:2::1')
})

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

test('an account without a password is let in by none, and is refused as any other', async () => {
  const place = await startMarketplace()
  try {
    const { database, clock } = place
    const deps = { database, clock, ids: createIds(clock), welcome: async () => undefined }
    const form = { username: 'keyed', email: 'keyed@example.com', password_hash: 'none', role: 'user' as const }
    await database.transaction((tx) => createUser(tx, deps, form))
    const answers = await Promise.all(
      ['none', '', 'the password of nobody'].map((password) =>
        ask(place.url, 'GET /users/me', { as: basic('keyed', password) }),
      ),
    )
    const unknown = await ask(place.url, 'GET /users/me', { as: basic('unknown', 'none') })
    for (const answer of answers) {
      expectError(answer, 401, 'unauthorized')
      expect(answer.text).toBe(unknown.text)
    }
  } finally {
    await place.stop()
  }
})

test('the documents service tries no password: right and wrong ones are refused alike, and unlimited', async () => {
  const place = await startDocuments()
  try {
    await place.user('ada')
    for (let guess = 0; guess < 400; guess++) {
      const answer = await ask(place.url, 'GET /documents', { as: basic('ada', `guess ${guess}`) })
      expect([answer.status, answer.text]).toEqual([401, '{"error":"unauthorized"}'])
    }
  } finally {
    await place.stop()
  }
})

test('probing for keys: known, revoked, cut off and other kinds are told apart by nothing but the answer', async () => {
  const place = await startMarketplace()
  try {
    const [user, host] = [await place.user(), await place.host()]
    const almost = [
      user.token.slice(0, -1),
      `${user.token}x`,
      user.token.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
    ]
    const unknown = ['mkt_u_', 'mkt_h_', 'mkt_x_abc', 'x', host.api_key.toUpperCase(), `mkt_u_${'a'.repeat(10_000)}`]
    const texts = new Set<string>()
    for (const secret of [...almost, ...unknown]) {
      const answer = await ask(place.url, 'GET /users/me', { as: `Bearer ${secret}` })
      expectError(answer, 401, 'unauthorized')
      texts.add(answer.text)
    }
    expect(texts.size).toBe(1)
    expect((await ask(place.url, 'GET /users/me', { as: user.authorization })).status).toBe(200)
  } finally {
    await place.stop()
  }
})
