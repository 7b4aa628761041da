import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markFactor } from '../../server/src/accounts/second-factor/store.ts'
import { shutUserOut } from '../../server/src/accounts/shut-out.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const clock = new ManualClock()
let place: Marketplace
let ada: TestUser
beforeAll(async () => {
  place = await startMarketplace({ clock })
  ada = await place.user('ada')
})
afterAll(() => place.stop())

const OPERATOR = { actor: 'command line', via: 'command line', origin: 'test' } as const
const OURS = { 'sec-fetch-site': 'same-origin' }

async function signIn(user: TestUser = ada, headers: Record<string, string> = OURS) {
  const { username, password } = user
  const body = JSON.stringify({ username, password })
  const answer = await fetch(`${place.url}/session`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'a browser', ...headers },
  })
  const set = answer.headers.get('set-cookie') ?? ''
  return { status: answer.status, body: await answer.json(), set, cookie: set.split(';')[0] ?? '' }
}

const ask = async (path: string, cookie: string, { method = 'GET', headers = {} as Record<string, string> } = {}) =>
  await fetch(place.url + path, { method, headers: { cookie, ...headers } })

test('a cookie stands for the password: out of reach of scripts and of other sites', async () => {
  const { status, body, set, cookie } = await signIn()
  expect([status, body]).toEqual([
    200,
    { username: 'ada', user_id: ada.user_id, admin: false, expires_at: expect.any(String) },
  ])
  expect(set).toMatch(/^mkt_session=mkt_s_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
  expect(await (await ask('/users/me', cookie)).json()).toMatchObject({ username: 'ada' })
  expect(await (await ask('/session', cookie)).json()).toEqual(body)
})

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 201],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ origin: 'OWN' }, 201],
  [{ origin: 'http://elsewhere.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'OWN' }, 403],
  [{}, 403],
])('what changes something must come from our pages: %o is %d', async (said, status) => {
  const { cookie } = await signIn()
  const headers = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value.replace('OWN', place.url)]),
  )
  const answer = await fetch(`${place.url}/users/me/tokens`, {
    method: 'POST',
    body: JSON.stringify({ name: 'x' }),
    headers: { 'content-type': 'application/json', cookie, ...headers },
  })
  expect(answer.status).toBe(status)
  // What only reads may: no page of somebody else can read the answer.
  expect((await ask('/users/me', cookie, { headers })).status).toBe(200)
})

test('a page of somebody else signs nobody in', async () => {
  expect((await signIn(ada, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await signIn(ada, { origin: 'http://elsewhere.example' })).status).toBe(403)
})

test('a wrong password is a 401 and sets no cookie', async () => {
  const { status, set } = await signIn({ ...ada, password: 'wrong' })
  expect([status, set]).toEqual([401, ''])
})

const isOpen = async (cookie: string) => (await ask('/session', cookie)).status === 200

test('a session ends where one signs out, here or from another browser', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const { sessions } = await ada.client.call(endpoints.listSessions, {})
  expect(sessions[0]).toMatchObject({ agent: 'a browser', address: expect.any(String) })
  expect(JSON.stringify(sessions)).not.toContain('mkt_s_')
  const listed = await (await ask('/users/me/sessions', there.cookie)).json()
  const [mine] = (listed as { sessions: { session_id: string; current: boolean }[] }).sessions.filter((s) => s.current)
  await ada.client.call(endpoints.revokeSession, { params: { session_id: mine?.session_id ?? '' } })
  expect([await isOpen(here.cookie), await isOpen(there.cookie)]).toEqual([true, false])
  const out = await ask('/session', here.cookie, { method: 'DELETE', headers: OURS })
  expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
  expect(await isOpen(here.cookie)).toBe(false)
})

test('a session ends twelve hours after its last use', async () => {
  const { cookie } = await signIn()
  for (let hours = 0; hours < 20; hours += 10) {
    clock.advance(10 * 3_600_000)
    expect(await isOpen(cookie)).toBe(true)
  }
  clock.advance(12 * 3_600_000 + 1)
  expect(await isOpen(cookie)).toBe(false)
})

test('a session ends with the password that it stands for, and with the account', async () => {
  const eve = await place.user('eve')
  const { cookie } = await signIn(eve)
  const change = { current_password: eve.password, new_password: 'another horse' }
  await eve.client.call(endpoints.changePassword, { body: change })
  expect(await isOpen(cookie)).toBe(false)
  const again = await signIn({ ...eve, password: 'another horse' })
  expect(again.status).toBe(200)
  const closing = { method: 'DELETE', headers: { cookie: again.cookie, 'content-type': 'application/json', ...OURS } }
  const closed = await fetch(`${place.url}/users/me`, {
    ...closing,
    body: JSON.stringify({ password: 'another horse' }),
  })
  expect([closed.status, await isOpen(again.cookie)]).toEqual([204, false])
})

test('a session ends where the browser signs in anew: nobody can have planted one, or left one there', async () => {
  const first = await signIn(await place.user('before'))
  const second = await signIn(ada, { ...OURS, cookie: first.cookie })
  expect(second.cookie).not.toBe(first.cookie)
  expect([await isOpen(first.cookie), await isOpen(second.cookie)]).toEqual([false, true])
  const planted = `mkt_session=mkt_s_${'x'.repeat(43)}`
  const third = await signIn(ada, { ...OURS, cookie: planted })
  expect([third.cookie === planted, await isOpen(planted)]).toEqual([false, false])
})

test('it ends where an operator shuts its user out, for good, and others may sign in on that browser', async () => {
  const mallory = await place.user('mallory')
  const { cookie } = await signIn(mallory)
  const disable = async (disabled: boolean) =>
    await place.database.transaction((tx) => shutUserOut(tx, { clock }, OPERATOR, mallory.user_id, disabled))
  await disable(true)
  expect((await ask('/session', cookie)).status).toBe(401)
  expect((await signIn(mallory)).status).toBe(403)
  expect((await signIn(ada, { ...OURS, cookie })).status).toBe(200)
  await disable(false)
  expect(await isOpen(cookie)).toBe(false)
})

test('a session ends with the second factor that it was opened without', async () => {
  const user = await place.user('factor')
  const { cookie } = await signIn(user)
  await place.database.transaction((tx) => markFactor(tx, user.user_id, clock.now()))
  expect(await isOpen(cookie)).toBe(false)
  const { status, body, set } = await signIn(user)
  expect([status, (body as { error: string }).error, set]).toEqual([403, 'second_factor_required', ''])
})

test.each(['mkt_session=', 'mkt_session=mkt_s_x', 'mkt_session=mkt_u_abc', 'other=1; mkt_session="x"'])(
  'a cookie that is none opens nothing: %s',
  async (cookie) => expect((await ask('/users/me', cookie)).status).toBe(401),
)
