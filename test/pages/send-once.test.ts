import { ApiError, UnreachableError } from '@mkt/schemas/fetch-client'
import { afterAll, expect, test, vi } from 'vitest'
import { scriptMarket } from './scripted-market.ts'

scriptMarket(() => ({}))
afterAll(() => {
  vi.unstubAllGlobals()
})
const { createSendOnce } = await import('../../server/web/state/send-once.ts')

test('a key stays as long as nobody knows whether it arrived, and no longer', async () => {
  const keys: (string | undefined)[] = []
  const once = createSendOnce()
  const press = (fault?: Error) =>
    once(async (headers) => {
      keys.push(headers['idempotency-key'])
      if (fault) throw fault
    }).catch((error) => expect(error).toBe(fault))
  await press(new UnreachableError('http://market.test', new TypeError('fetch failed')))
  await press(new ApiError(502, 'internal_error', 'A proxy.', { answerer: 'stranger' }))
  await press(new ApiError(402, 'insufficient_credits', 'Too little.'))
  await press()
  await press()
  const [lost, again, refused, done, next] = keys
  expect([lost, again]).toEqual([refused, refused])
  expect(new Set([refused, done, next]).size).toBe(3)
  expect(keys).not.toContain(undefined)
})
