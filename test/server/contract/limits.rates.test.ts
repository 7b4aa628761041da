import { market as endpoints } from '@mkt/schemas'
import { afterEach, describe, expect, test } from 'vitest'
import type { Limits } from '../../../server/src/limits.ts'
import { type Marketplace, type MarketplaceOptions, startMarketplace } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'

let place: Marketplace
afterEach(() => place.stop())
const start = async (options: MarketplaceOptions) => {
  place = await startMarketplace(options)
}
const limited = (limits: Partial<Limits>) => start({ limits })
const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const retryAfter = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'))
const FORM = { gpu: 'G', models: ['m'], price_per_token: 0.001, backend: 'huggingface' }

// From loopback everything is allowed ten times; a burst is a fifth of an hour's.
test('signups: a burst of 2 at 1 an hour, then 429 with Retry-After, whatever the body', async () => {
  await limited({ signups_per_hour: 1 })
  const signUp = (n: number) =>
    ask(place.url, 'POST /users', {
      json: { username: `u${n}-x`, email: `u${n}@example.com`, password: 'correct horse' },
    })
  expect([(await signUp(1)).status, (await signUp(2)).status]).toEqual([201, 201])
  const refused = await signUp(3)
  expectError(refused, 429, 'rate_limited')
  expect(retryAfter(refused)).toBeGreaterThan(0)
  expect(retryAfter(refused)).toBeLessThanOrEqual(3600)
  expect((await place.connect().call(endpoints.metrics, {})).total_users).toBe(2)
})

test('registrations of hosts likewise', async () => {
  await limited({ registrations_per_hour: 1 })
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) statuses.push((await ask(place.url, 'POST /hosts/register', { json: FORM })).status)
  expect(statuses).toEqual([201, 201, 429])
})

describe('failed logins', () => {
  test('after ten of one account even the right password is 429; tokens and other accounts go on', async () => {
    await limited({ login_failures: 1 })
    const [ada, bob] = [await place.user('ada'), await place.user('bob')]
    const login = (password: string) => ask(place.url, 'GET /users/me', { as: basic('ADA', password) })
    for (let n = 0; n < 10; n++) expectError(await login(`wrong ${n}`), 401, 'unauthorized')
    for (const password of ['wrong', ada.password]) {
      const refused = await login(password)
      expectError(refused, 429, 'rate_limited')
      expect(retryAfter(refused)).toBeGreaterThan(0)
    }
    expect((await ask(place.url, 'GET /users/me', { as: ada.authorization })).status).toBe(200)
    expect((await ask(place.url, 'GET /users/me', { as: basic('bob', bob.password) })).status).toBe(200)
  })

  test('guesses sent all at once are not answered more often than one after the other', async () => {
    await limited({ login_failures: 1 })
    await place.user('ada')
    const guesses = Array.from({ length: 30 }, (_, n) =>
      ask(place.url, 'GET /users/me', { as: basic('ada', `guess ${n}`) }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true)
  })

  test('the right password counts as no failure, however often', async () => {
    await limited({ login_failures: 1 })
    const ada = await place.user('ada')
    const calls = Array.from({ length: 30 }, () => ask(place.url, 'GET /users/me', { as: basic('ada', ada.password) }))
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})

test('tests and retries of webhooks: a burst of a fifth an hour for a user, whichever of them; then 429', async () => {
  await limited({ webhook_sends_per_hour: 15 })
  const [one, other] = [await place.user(), await place.user()]
  const { webhook_id } = await one.client.call(endpoints.createWebhook, { body: { url: 'http://127.0.0.1:9/' } })
  const own = `POST /users/me/webhooks/${webhook_id}`
  const { delivery_id } = (await ask(place.url, `${own}/test`, { as: one.authorization })).body as {
    delivery_id: string
  }
  const retry = () => ask(place.url, `${own}/deliveries/${delivery_id}/retry`, { as: one.authorization })
  expect([(await retry()).status, (await retry()).status]).toEqual([202, 202])
  const refused = [await retry(), await ask(place.url, `${own}/test`, { as: one.authorization })]
  for (const answer of refused) {
    expectError(answer, 429, 'rate_limited')
    expect(retryAfter(answer)).toBeGreaterThan(0)
    expect(answer.text).toContain('Too many tests and retries of webhooks; try again in ')
  }
  expect((await ask(place.url, `${own}/test`, { as: other.authorization })).status).toBe(404)
})

test('a user may have so many queued jobs; then 429, until one has left the queue', async () => {
  await limited({ queued_jobs: 2 })
  const [buyer, other, host] = [await place.user(), await place.user(), await place.host()]
  const run = (as: string) =>
    ask(place.url, 'POST /run/model', { as, json: { model: 'm', input_text: 'x', max_tokens: 1 } })
  const first = (await run(buyer.authorization)).body as { job_id: string }
  await run(buyer.authorization)
  const refused = await run(buyer.authorization)
  expectError(refused, 429, 'too_many_queued')
  expect(retryAfter(refused)).toBeGreaterThan(0)
  expect((await run(other.authorization)).status).toBe(202)
  expect((await host.next())?.job_id).toBe(first.job_id)
  expect((await run(buyer.authorization)).status).toBe(202)
  expect((await place.audit()).faults).toEqual([])
})

test('signup credits are what is configured; none is none', async () => {
  await start({ signupCredits: 0 })
  const buyer = await place.user()
  await place.host({ price: 1n })
  await place.host({ price: 0n, models: ['free'] })
  expect((await buyer.client.call(endpoints.me, {})).credits).toBe(0n)
  const run = (model: string) =>
    ask(place.url, 'POST /run/model', { as: buyer.authorization, json: { model, input_text: 'x' } })
  expectError(await run('m'), 402, 'insufficient_credits')
  expect((await run('free')).status).toBe(202)
  await place.grant(buyer.user_id, 128n)
  expect((await run('m')).status).toBe(202)
  expect((await buyer.client.call(endpoints.me, {})).credits).toBe(0n)
  expect(await place.audit()).toMatchObject({ faults: [], issued_nano: 128n })
})

test('where hosts need an account, registering without one is 401', async () => {
  await start({ registration: 'accounts' })
  const owner = await place.user()
  const refused = await ask(place.url, 'POST /hosts/register', { json: FORM })
  expectError(refused, 401, 'unauthorized')
  expect(refused.headers.get('www-authenticate')).toBeTruthy()
  expect((await ask(place.url, 'POST /hosts/register', { as: owner.authorization, json: FORM })).status).toBe(201)
})

test('of users who wait, each gets a turn: a thousand jobs of one delay the single job of another by one', async () => {
  await start({})
  const [many, one, host] = [await place.user(), await place.user(), await place.host({ price: 1n })]
  const run = async (user: typeof one, n: number) =>
    (await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: `${n}`, max_tokens: 1 } })).job_id
  const first = await run(many, 0)
  await Promise.all(Array.from({ length: 50 }, (_, n) => run(many, n + 1)))
  const single = await run(one, 0)
  const order = [(await host.next())?.job_id, (await host.next())?.job_id]
  expect(order.sort()).toEqual([first, single].sort())
})
