import { Agent, get, type IncomingMessage } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../../server/src/accounts/passwords.ts'
import { loginFailures } from '../../../server/src/accounts/rate-limits.ts'
import { sealsBy } from '../../../server/src/accounts/second-factor/seals.ts'
import { systemClock } from '../../../server/src/base/clock.ts'
import { createLog } from '../../../server/src/base/log.ts'
import { isLogin, oneATurn } from '../../../server/src/http/one-a-turn.ts'
import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { memoryRateLimits } from '../../../server/src/live/memory-rate-limits.ts'
import { openLogins } from '../../../server/src/market/open-logins.ts'
import { ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

const FAR = '203.0.113.1'
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ limits: { login_failures: 1000 } })
})
afterAll(() => place.stop())

/** A door that notes who was let through, and what goes through it. */
function openDoor() {
  const begun: string[] = []
  const door = oneATurn(isLogin, ({ url = '' }) => {
    begun.push(url)
    if (url === 'throws') throw new Error('on purpose')
  })
  const come = (url: string, authorization?: string, destroyed = false) =>
    door({ url, headers: { authorization } } as IncomingMessage, { destroyed } as never)
  return { begun, come }
}

test('logins begin one a turn of the event loop, in their order; whatever else comes begins at once', async () => {
  const { begun, come } = openDoor()
  for (const at of [1, 2, 3]) come(`login ${at}`, 'BASIC eDp5')
  come('job', 'Bearer mkt_u_x')
  come('models')
  expect(begun).toEqual(['job', 'models'])
  for (const at of [1, 2, 3]) {
    await turn()
    expect(begun.at(-1)).toBe(`login ${at}`)
    expect(begun).toHaveLength(2 + at)
  }
  await turn()
  come('login 4', 'Basic eDp5')
  expect(begun).toHaveLength(5)
  await turn()
  expect(begun.at(-1)).toBe('login 4')
})

test('of logins whose callers have left nothing begins, and the ones behind them go on', async () => {
  const { begun, come } = openDoor()
  come('left', 'Basic eDp5', true)
  come('stays', 'Basic eDp5')
  for (let turns = 0; turns < 3; turns++) await turn()
  expect(begun).toEqual(['stays'])
})

test('a request of somebody known is answered before logins that came with it', async () => {
  const GUESSES = 20
  const user = await place.user()
  const agent = new Agent({ keepAlive: true })
  const order: string[] = []
  const send = (what: string, path: string, authorization = '') =>
    new Promise<void>((resolve, reject) => {
      get(place.url + path, { agent, headers: { authorization } }, (response) => {
        order.push(what)
        response.resume().once('end', resolve)
      }).once('error', reject)
    })
  // So that nobody has to be let in at the door of the machine first.
  await Promise.all(Array.from({ length: GUESSES + 1 }, () => send('opened', '/')))
  order.length = 0
  const guesses = Array.from({ length: GUESSES }, (_, at) => send('guess', '/users/me', basic(`nobody${at}`, 'x')))
  await Promise.all([...guesses, send('known', '/users/me', user.authorization)])
  agent.destroy()
  expect(order).toHaveLength(GUESSES + 1)
  expect(order.indexOf('known')).toBeLessThan(GUESSES / 2)
})

test('while no further password is looked at, a login is refused unseen, but for one that was right before', async () => {
  const limits = { ...DEFAULT_LIMITS, password_threads: 1, passwords_waiting: 1 }
  const seals = sealsBy(new Uint8Array(32))
  const { login, derive, crowd, close } = openLogins(
    { rates: memoryRateLimits(systemClock), log: createLog('silent'), limits, seals },
    undefined,
  )
  const [right, wrong] = [basic('ada', 'correct horse'), basic('ada', 'wrong')]
  login.known.add(right)
  const hashing = [hashPassword('x', derive), hashPassword('y', derive)]
  expect(await crowd.refusal(wrong, FAR)).toMatchObject({ code: 'rate_limited', retryAfterS: expect.any(Number) })
  expect(await crowd.refusal(right, FAR)).toBeUndefined()
  await Promise.all(hashing)
  expect(await crowd.refusal(wrong, FAR)).toBeUndefined()
  await close()
})

test('an address that is over its bound on guesses is refused unseen, and others are not', async () => {
  const failures = loginFailures(memoryRateLimits(systemClock), { ...DEFAULT_LIMITS, login_failures: 1 })
  const guess = (at: number) => failures.attempt(`nobody${at}`, FAR, async () => false)
  for (let at = 0; at < 10; at++) {
    expect(await failures.refusal(FAR)).toBeUndefined()
    await guess(at)
  }
  expect(await failures.refusal(FAR)).toMatchObject({ code: 'rate_limited', retryAfterS: expect.any(Number) })
  await expect(guess(10)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await failures.refusal('203.0.113.2')).toBeUndefined()
  expect(await failures.refusal('127.0.0.1')).toBeUndefined()
})

test('a login that is refused unseen has its body unread, and what looks at no credentials is answered', async () => {
  const crowded = await startMarketplace({ limits: { password_threads: 1, passwords_waiting: 4 } })
  const as = basic('nobody', 'x')
  const guess = async (at: number) => {
    expect((await ask(crowded.url, 'GET /users/me', { as: basic(`nobody${at}`, `guess ${at}`) })).status).toBe(429)
  }
  const guesses = Array.from({ length: 8 }, (_, at) => guess(at))
  // With the first that is refused five passwords are waiting, which takes a third of a second.
  await Promise.any(guesses)
  const broken = await ask(crowded.url, 'POST /users/me/tokens', { as, raw: '{ no JSON' })
  const open = await ask(crowded.url, 'GET /models', { as })
  await Promise.allSettled(guesses)
  await crowded.stop()
  expectError(broken, 429, 'rate_limited')
  expect(open.status).toBe(200)
})
