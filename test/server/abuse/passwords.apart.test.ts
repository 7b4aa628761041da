import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, open, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HashingThreads } from '../../../server/src/accounts/hashing-threads.ts'
import { createVerifier, hashPassword } from '../../../server/src/accounts/passwords.ts'
import { loginFailures } from '../../../server/src/accounts/rate-limits.ts'
import { systemClock } from '../../../server/src/base/clock.ts'
import { DomainError } from '../../../server/src/base/errors.ts'
import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { memoryRateLimits } from '../../../server/src/live/memory-rate-limits.ts'
import { type Asked, ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

const POOL = 4
let place: Marketplace
const hashing = new HashingThreads({ threads: 1, waiting: 1 })
beforeAll(async () => {
  place = await startMarketplace({ limits: { password_threads: 1, passwords_waiting: 2 } })
})
afterAll(async () => {
  await hashing.close()
  await place.stop()
})

test('a password is hashed and verified while every thread that commits wait on is taken', async () => {
  const hash = await hashPassword('correct horse', hashing.derive)
  const folder = mkdtempSync(join(tmpdir(), 'mkt-pool-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opening a pipe to read takes a thread of the pool until somebody opens it to write.
  const taken = Array.from({ length: POOL }, () => promisify(open)(pipe, 'r'))
  try {
    const verify = createVerifier(hashing.derive)
    expect(await verify('correct horse', hash)).toBe(true)
    expect(await verify('another horse', hash)).toBe(false)
  } finally {
    const writer = openSync(pipe, 'r+')
    for (const file of await Promise.all(taken)) closeSync(file)
    closeSync(writer)
    rmSync(folder, { recursive: true })
  }
})

test('of passwords that come at once a bounded number waits; the others are told when to come back', async () => {
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => hashPassword('x', hashing.derive)))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(all[3]).toMatchObject({ reason: { code: 'rate_limited', retryAfterS: expect.any(Number) } })
  // Who was refused has taken nobody's place.
  await hashPassword('x', hashing.derive)
})

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

test('wrong passwords by the dozen are refused with 429, and the next right one is let in', async () => {
  const user = await place.user('ada')
  const guesses = Array.from({ length: 24 }, (_, at) =>
    ask(place.url, 'GET /users/me', { as: basic(`nobody${at}`, `guess ${at}`) }),
  )
  const answers = await Promise.all(guesses)
  const [looked, refused] = [401, 429].map((status) => answers.filter((answer) => answer.status === status))
  expect(looked?.length).toBeGreaterThan(0)
  expect(refused?.length).toBeGreaterThan(0)
  expect((looked?.length ?? 0) + (refused?.length ?? 0)).toBe(24)
  expectError(refused?.[0] as Asked, 429, 'rate_limited')
  expect(Number(refused?.[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(place.url, 'GET /users/me', { as: basic(user.username, user.password) })).status).toBe(200)
})

test('a password that nobody looked at counts as no guess', async () => {
  const failures = loginFailures(memoryRateLimits(systemClock), { ...DEFAULT_LIMITS, login_failures: 1 })
  const busy = new DomainError('rate_limited', 'busy')
  for (let at = 0; at < 5; at++)
    await expect(failures.attempt('ada', '203.0.113.1', () => Promise.reject(busy))).rejects.toBe(busy)
  expect(await failures.attempt('ada', '203.0.113.1', async () => true)).toBe(true)
})
