import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialUse } from '../../server/src/accounts/credential-use.ts'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import type { Database } from '../../server/src/storage/database.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let user: TestUser
let ahead_ms = 0
beforeAll(async () => {
  place = await startMarketplace({ clock: { ...systemClock, now: () => systemClock.now() + ahead_ms } })
  user = await place.user()
})
afterAll(async () => {
  await place.stop()
})

const usedAt = async (name: string) => {
  const { tokens } = await user.client.call(endpoints.listTokens, { query: { detail: 'full' } })
  return tokens.find((token) => token.name === name)?.last_used_at
}

test('a token says when it was used last, to ten minutes, and one that was not says so', async () => {
  const { token } = await user.client.call(endpoints.createToken, { body: { name: 'nightly' } })
  expect(await usedAt('nightly')).toBeNull()
  await place.connect(`Bearer ${token}`).call(endpoints.me, {})
  const first = await usedAt('nightly')
  expect(Date.parse(first ?? '')).toBeGreaterThan(systemClock.now() - 60_000)
  ahead_ms = 540_000
  await place.connect(`Bearer ${token}`).call(endpoints.me, {})
  expect(await usedAt('nightly')).toBe(first)
  ahead_ms = 660_000
  await place.connect(`Bearer ${token}`).call(endpoints.me, {})
  expect(await usedAt('nightly')).not.toBe(first)
  const { tokens } = await user.client.call(endpoints.listTokens, {})
  expect(tokens.every((one) => !('last_used_at' in one))).toBe(true)
})

test('what comes at once is noted once, and nothing fails where it cannot be noted', async () => {
  let tried = 0
  const transaction = async () => {
    tried++
    throw new Error('the disk is full')
  }
  const used = credentialUse({
    database: { transaction } as unknown as Database,
    clock: systemClock,
    log: createLog('silent'),
  })
  const token = { credential_id: 'tok_1', last_used_at: null }
  await Promise.all(Array.from({ length: 50 }, () => used(token)))
  expect(tried).toBe(1)
})
