import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const MINUTE = 60_000
const clock = new ManualClock()
let stripe: FakeStripe
let place: Marketplace
beforeAll(async () => {
  stripe = await startFakeStripe()
  const limits = { purchases_unpaid: 3, purchases_per_hour: 6 }
  place = await startMarketplace({ clock, limits, signupCredits: 0, payments: stripe.payments() })
})
afterAll(async () => {
  await place.stop()
  await stripe.close()
})

const buy = (user: TestUser, key = 'k') =>
  user.client.call(
    endpoints.createPurchase,
    { body: { credits: 50n * NANO_PER_CREDIT } },
    { headers: { 'idempotency-key': key } },
  )
const statuses = async (user: TestUser) =>
  (await user.client.call(endpoints.listPurchases, { query: {} })).purchases.map(({ status }) => status)

test('a failure that Stripe would repeat for a day ends its purchase: the same key begins another, which works', async () => {
  const user = await place.user()
  for (const status of [500, 503]) {
    stripe.failNext(status)
    await expect(buy(user)).rejects.toMatchObject({
      status: 503,
      code: 'payments_unavailable',
      message: expect.stringContaining('nothing was charged. Try again'),
      retryAfterS: 30,
    })
  }
  const opened = await buy(user)
  expect(await buy(user)).toEqual(opened)
  expect(new Set(stripe.seen.slice(-3).map(({ key }) => key)).size).toBe(3)
  expect(await statuses(user)).toEqual(['pending', 'failed', 'failed'])
})

test('a key whose checkout could not be opened while Stripe would have taken it begins another purchase', async () => {
  const user = await place.user()
  const unheard = async () => {
    stripe.failNext(0)
    await expect(buy(user)).rejects.toMatchObject({ status: 503, code: 'payments_unavailable' })
    return stripe.seen.at(-1)?.key
  }
  const first = await unheard()
  clock.advance(28 * MINUTE)
  expect(await unheard()).toBe(first)
  clock.advance(2 * MINUTE)
  const second = await unheard()
  expect(second).not.toBe(first)
  const opened = await buy(user)
  expect(opened.purchase_id).toBe(second)
  // Stripe takes an end that is half an hour ahead at least.
  expect(Number(stripe.seen.at(-1)?.form.expires_at)).toBe(Math.floor((clock.now() + 60 * MINUTE) / 1000))
  clock.advance(40 * MINUTE)
  // A page that was opened stays what the key stands for.
  expect(await buy(user)).toEqual(opened)
  expect(await statuses(user)).toEqual(['pending', 'failed'])
})

test('a user has few unpaid purchases, and begins few an hour; the refusal says what to do', async () => {
  const user = await place.user()
  for (const key of ['1', '2', '3']) await buy(user, key)
  const asked = stripe.seen.length
  clock.advance(20 * MINUTE)
  await expect(buy(user, '4')).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: expect.stringMatching(/3 purchases to pay: pay one of them.*in 2400 seconds/),
    retryAfterS: 2400,
  })
  // A repetition is no further one, and others are not concerned.
  await buy(user, '1')
  expect(stripe.seen).toHaveLength(asked)
  await buy(await place.user(), '4')
  clock.advance(40 * MINUTE)
  for (const key of ['5', '6', '7']) await buy(user, key)
  const eager = await place.user()
  for (let tried = 0; tried < 6; tried++) {
    stripe.failNext(500)
    await expect(buy(eager)).rejects.toMatchObject({ status: 503 })
  }
  clock.advance(MINUTE)
  await expect(buy(eager)).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('6 purchases within an hour'),
    retryAfterS: 3540,
  })
  clock.advance(59 * MINUTE)
  await buy(eager)
})
