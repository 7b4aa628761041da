import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { ask, expectError, ISO, idOf } from './ask.ts'

let place: Marketplace
let ada: TestUser
const clock = new ManualClock(Date.UTC(2026, 4, 6, 7, 8, 9, 10))
beforeAll(async () => {
  place = await startMarketplace({ clock, signupCredits: 12.5 * 2 })
  ada = await place.user('ada')
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const signUp = (json: unknown) => ask(place.url, 'POST /users', { json })
const DAY_MS = 86_400_000

describe('POST /users', () => {
  test('answers 201 with exactly five members and the signup credits', async () => {
    const answer = await signUp({
      username: 'Bob.B-o_b',
      email: 'bob@example.com',
      password: '12345678',
      role: 'admin',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      user_id: expect.stringMatching(idOf('usr')),
      username: 'Bob.B-o_b',
      email: 'bob@example.com',
      credits: 25,
      created_at: '2026-05-06T07:08:09.010Z',
    })
    expect(answer.text).not.toContain('12345678')
  })

  test('a name or an address that is taken is 409, letter case aside', async () => {
    const password = 'long enough'
    expectError(await signUp({ username: 'ADA', email: 'other@example.com', password }), 409, 'username_taken')
    expectError(await signUp({ username: 'ada2', email: 'ADA@Example.com', password }), 409, 'email_taken')
    expectError(await signUp({ username: 'ada', email: 'ada@example.com', password }), 409, 'username_taken')
  })

  test('two signups at once with one name make one account', async () => {
    const form = (n: number) => ({ username: 'racer', email: `racer${n}@example.com`, password: 'long enough' })
    const statuses = await Promise.all([1, 2, 3].map(async (n) => (await signUp(form(n))).status))
    expect(statuses.sort()).toEqual([201, 409, 409])
  })

  test.each([
    ['a username of 3', { username: 'abc', email: 'abc@example.com', password: 'x'.repeat(8) }],
    [
      'a username of 64 and a password of 1024',
      { username: 'u'.repeat(64), email: 'u64@example.com', password: 'é'.repeat(1024) },
    ],
    [
      'any characters in a password',
      { username: 'anychars', email: 'any@example.com', password: '\0\ud800 🎉:"\n more' },
    ],
  ])('%s is accepted and logs in', async (_what, form) => {
    expect((await signUp(form)).status).toBe(201)
    const as = `Basic ${Buffer.from(`${form.username}:${form.password}`).toString('base64')}`
    expect((await ask(place.url, 'GET /users/me', { as })).status).toBe(200)
  })
})

test('GET /users/me has exactly five members; token and password speak for the same user', async () => {
  const expected = {
    user_id: ada.user_id,
    username: 'ada',
    credits: 25,
    total_jobs: 0,
    created_at: expect.stringMatching(ISO),
  }
  const basic = `Basic ${Buffer.from('ada:correct horse').toString('base64')}`
  for (const as of [ada.authorization, `bearer ${ada.token}`, basic, basic.replace('Basic', 'BASIC')]) {
    const answer = await ask(place.url, 'GET /users/me', { as })
    expect([answer.status, answer.body]).toEqual([200, expected])
  }
})

test('total_jobs counts what was submitted, credits what can be spent', async () => {
  const carl = await place.user('carl')
  await place.host({ price: 1_500_000_000n })
  const json = { model: 'm', input_text: 'x', max_tokens: 3 }
  await ask(place.url, 'POST /run/model', { as: carl.authorization, json })
  const { body } = await ask(place.url, 'GET /users/me', { as: carl.authorization })
  expect(body).toMatchObject({ credits: 20.5, total_jobs: 1 })
})

describe('bearer tokens', () => {
  const create = (json: unknown) => ask(place.url, 'POST /users/me/tokens', { as: ada.authorization, json })

  test('are shown once, listed newest first without their text, and end when revoked', async () => {
    const answer = await create({ name: 'laptop' })
    expect(answer.status).toBe(201)
    const made = answer.body as { token_id: string; token: string; created_at: string }
    expect(made).toEqual({
      token_id: expect.stringMatching(idOf('tok')),
      name: 'laptop',
      token: expect.stringMatching(/^mkt_u_[A-Za-z0-9_-]{43}$/),
      created_at: expect.stringMatching(ISO),
      expires_at: null,
    })
    const as = `Bearer ${made.token}`
    const list = await ask(place.url, 'GET /users/me/tokens', { as })
    const { token: _secret, ...shown } = made
    expect((list.body as { tokens: object[] }).tokens[0]).toEqual(shown)
    expect(list.text).not.toContain(made.token)

    const revoked = await ask(place.url, `DELETE /users/me/tokens/${made.token_id}`, { as })
    expect([revoked.status, revoked.text, revoked.headers.get('content-type')]).toEqual([204, '', null])
    expectError(await ask(place.url, 'GET /users/me', { as }), 401, 'unauthorized')
    const again = await ask(place.url, `DELETE /users/me/tokens/${made.token_id}`, { as: ada.authorization })
    expectError(again, 404, 'not_found')
  })

  test('expire at the moment they say', async () => {
    const made = (await create({ name: 'short', expires_in_days: 2 })).body as { token: string; expires_at: string }
    expect(Date.parse(made.expires_at)).toBe(clock.now() + 2 * DAY_MS)
    clock.advance(2 * DAY_MS - 1)
    const as = `Bearer ${made.token}`
    expect((await ask(place.url, 'GET /users/me', { as })).status).toBe(200)
    clock.advance(1)
    expectError(await ask(place.url, 'GET /users/me', { as }), 401, 'unauthorized')
    const { tokens } = (await ask(place.url, 'GET /users/me/tokens', { as: ada.authorization })).body as {
      tokens: { name: string }[]
    }
    expect(tokens.map(({ name }) => name)).not.toContain('short')
  })

  test("another user's token cannot be revoked", async () => {
    const eve = await place.user('eve')
    const { token_id } = (await create({ name: 'mine' })).body as { token_id: string }
    expectError(
      await ask(place.url, `DELETE /users/me/tokens/${token_id}`, { as: eve.authorization }),
      404,
      'not_found',
    )
    const list = await ask(place.url, 'GET /users/me/tokens', { as: ada.authorization })
    expect(list.text).toContain(token_id)
  })
})
