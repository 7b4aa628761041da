import { market as endpoints, MAX_NANO } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'

let place: Marketplace
let admin: TestUser
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 0 })
  admin = await place.user()
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

const textOf = async (user: TestUser) => (await ask(place.url, 'GET /users/me', { as: user.authorization })).text
const grant = (user: TestUser, amount: unknown) =>
  ask(place.url, `POST /admin/users/${user.user_id}/credits`, {
    as: admin.authorization,
    json: { amount, reason: 'test' },
  })

test.each([
  [1n, '0.000000001'],
  [1_000_000_000n, '1'],
  [8_388_607_999_999_999n, '8388607.999999999'],
  [8_388_608_000_000_001n, '8388608.000000001'],
  [8_765_432_123_456_789n, '8765432.123456789'],
  [MAX_NANO - 1n, '8999999.999999999'],
  [MAX_NANO, '9000000'],
])('a balance of %d nano-credits is printed as %s, and the client can read it', async (nano, text) => {
  const user = await place.user()
  await place.grant(user.user_id, nano)
  expect(await textOf(user)).toContain(`"credits":${text},`)
  const { credits } = await user.client.call(endpoints.me, {})
  // Above 2^23 credits neighbouring doubles are 1.86 nano-credits apart.
  const off = credits - nano
  expect(nano < 8_388_608_000_000_000n ? off === 0n : off >= -1n && off <= 1n).toBe(true)
})

test('any balance below 8,388,608 credits comes through JSON unchanged', async () => {
  const user = await place.user()
  let balance = 0n
  const steps = fc.bigInt({ min: 1n, max: 500_000_000_000_001n })
  const one = fc.asyncProperty(steps, async (nano) => {
    if (balance + nano >= 8_388_608_000_000_000n) return
    balance += nano
    await place.grant(user.user_id, nano)
    expect((await user.client.call(endpoints.me, {})).credits).toBe(balance)
  })
  await fc.assert(one, { seed: 9, numRuns: 30 })
  expect(balance).toBeGreaterThan(10n ** 15n)
})

test.each([0, -1, 1e-10, 0.1234567891, 9_000_000.1, 1e300, '5', null, Number('8400000.123456702')])(
  'an amount of %s is refused',
  async (amount) => {
    const user = await place.user()
    expectError(await grant(user, amount), 400, 'invalid_request')
    expect(await textOf(user)).toContain('"credits":0,')
  },
)

test('a balance never goes over 9,000,000 credits', async () => {
  const user = await place.user()
  expect((await grant(user, 8_999_999.5)).status).toBe(201)
  expectError(await grant(user, 0.500000001), 400, 'invalid_request')
  expect((await grant(user, 0.5)).status).toBe(201)
  expect(await textOf(user)).toContain('"credits":9000000,')
})

test('a job that would reserve more than anyone can have is 402', async () => {
  const user = await place.user()
  await place.grant(user.user_id, MAX_NANO)
  await place.host({ models: ['vast'], price: MAX_NANO, max_tokens: 1_000_000 })
  const run = (max_tokens: number) =>
    ask(place.url, 'POST /run/model', { as: user.authorization, json: { model: 'vast', input_text: 'x', max_tokens } })
  expectError(await run(1_000_000), 402, 'insufficient_credits')
  expectError(await run(2), 402, 'insufficient_credits')
  expect((await run(1)).status).toBe(202)
  expect(await textOf(user)).toContain('"credits":0,')
})
