import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, expectError } from '../server/contract/ask.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../server/marketplace.ts'
import { SoftPasskey, type Wrong } from '../server/soft-passkey.ts'
import { onEveryDialect } from './databases.ts'
import { dumpTables } from './dump-tables.ts'

const PUBLIC = { origin: 'https://market.example.org', rpId: 'market.example.org' }
const FIVE_MINUTES = 5 * 60_000

await onEveryDialect((databases) => {
  const clock = new ManualClock()
  let place: Marketplace
  beforeAll(async () => {
    const location = await databases.fresh()
    place = await startMarketplace({ location, clock, publicUrl: PUBLIC.origin, trust: 'strangers' })
  })
  afterAll(() => place.stop())

  const basic = ({ username, password }: TestUser) =>
    `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const begin = (user: TestUser, as = user.authorization) =>
    place.connect(as).call(endpoints.beginPasskey, { body: { password: user.password } })
  const keep = (as: string, response: object) =>
    ask(place.url, 'POST /users/me/passkeys', { as, json: { name: 'a key', response } })
  /** A user with a passkey, which is their first second factor. */
  async function enrolled() {
    const user = await place.user()
    const passkey = new SoftPasskey(PUBLIC)
    const kept = await keep(user.authorization, passkey.create(await begin(user)))
    expect(kept.status).toBe(201)
    const { passkey_id, recovery_codes } = kept.body as { passkey_id: string; recovery_codes: string[] }
    return { user, passkey, passkey_id, recovery_codes }
  }
  const challenge = () => place.connect().call(endpoints.beginPasskeyLogin, {})
  const logIn = (response: object) =>
    ask(place.url, 'POST /users/passkeys/login', { json: { name: 'browser', response } })
  const logInWith = async (passkey: SoftPasskey, wrong?: Wrong) => logIn(passkey.get(await challenge(), wrong))
  const tokenOf = (answer: { body: unknown }) => `Bearer ${(answer.body as { token: string }).token}`
  const me = (as: string, code?: string) =>
    ask(place.url, 'GET /users/me', { as, ...(code ? { headers: { 'mkt-code': code } } : {}) })

  test('a passkey logs in by itself, with all that the password may; a password alone opens nothing then', async () => {
    const { user, passkey, recovery_codes } = await enrolled()
    expect(recovery_codes).toHaveLength(10)
    expectError(await me(user.authorization), 401, 'unauthorized')
    expectError(await me(basic(user)), 403, 'second_factor_required')
    const answer = await logInWith(passkey)
    expect(answer.status).toBe(201)
    expect((await me(tokenOf(answer))).body).toMatchObject({ username: user.username })
    // Among strangers only the password gave this.
    const json = { name: 'pays out', scopes: ['withdraw', 'account'], response: passkey.get(await challenge()) }
    expect(await ask(place.url, 'POST /users/passkeys/login', { json })).toMatchObject({ status: 201 })
    expect((await me(basic(user), recovery_codes[0])).status).toBe(200)
  })

  test('a code by a passkey stands beside the password, of its user, once and for five minutes', async () => {
    const { user, passkey } = await enrolled()
    const other = await enrolled()
    const code = async ({ passkey: by }: { passkey: SoftPasskey }) => {
      const body = { response: by.get(await challenge()) }
      return (await place.connect().call(endpoints.codeByPasskey, { body })).code
    }
    const first = await code({ passkey })
    const both = await Promise.all([me(basic(user), first), me(basic(user), first)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expectError(await me(basic(user), await code(other)), 401, 'unauthorized')
    const late = await code({ passkey })
    clock.advance(FIVE_MINUTES)
    expectError(await me(basic(user), late), 401, 'unauthorized')
  })

  test('an answer is good once, also where two come with it at once, and not after five minutes', async () => {
    const { passkey } = await enrolled()
    const answer = passkey.get(await challenge())
    const both = await Promise.all([logIn(answer), logIn(answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    expectError(await logIn(answer), 403, 'forbidden')
    const late = await challenge()
    clock.advance(FIVE_MINUTES)
    expectError(await logIn(passkey.get(late)), 403, 'forbidden')
    // One that was refused is used up too.
    const asked = await challenge()
    expectError(await logIn(passkey.get(asked, { unverified: true })), 403, 'forbidden')
    expectError(await logIn(passkey.get(asked)), 403, 'forbidden')
    expect((await logInWith(passkey)).status).toBe(201)
  })

  test('a copy of a passkey, whose count is not above the last one, opens nothing', async () => {
    const { passkey } = await enrolled()
    expect((await logInWith(passkey, { counter: 7 })).status).toBe(201)
    for (const counter of [7, 6, 0]) expectError(await logInWith(passkey, { counter }), 403, 'forbidden')
    expect((await logInWith(passkey, { counter: 8 })).status).toBe(201)
    const [left, right] = [
      passkey.get(await challenge(), { counter: 9 }),
      passkey.get(await challenge(), { counter: 9 }),
    ]
    const both = await Promise.all([logIn(left), logIn(right)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
  })

  test('one that never counts, as those that are synced, stays good', async () => {
    const { passkey } = await enrolled()
    for (let times = 0; times < 3; times++) expect((await logInWith(passkey, { counter: 0 })).status).toBe(201)
  })

  test("nobody uses or keeps what is another's", async () => {
    const [ada, bob] = [await enrolled(), await place.user()]
    // Asked by one, answered by the other.
    const asked = await begin(bob)
    const tokens = tokenOf(await logInWith(ada.passkey))
    expectError(await keep(tokens, new SoftPasskey(PUBLIC).create(asked)), 403, 'forbidden')
    // A challenge of a login is none of a creation.
    const login = { ...(await begin(bob)), ...(await challenge()) }
    expectError(await keep(bob.authorization, new SoftPasskey(PUBLIC).create(login)), 403, 'forbidden')
    // The very passkey of another, and one that says it were another's.
    expectError(await keep(bob.authorization, ada.passkey.create(await begin(bob))), 409, 'conflict')
    const handle = Buffer.from(bob.user_id).toString('base64url')
    expectError(await logInWith(ada.passkey, { userHandle: handle }), 403, 'forbidden')
    const params = { passkey_id: ada.passkey_id }
    const as = bob.authorization
    const remove = { as, json: { password: bob.password } }
    expectError(await ask(place.url, `DELETE /users/me/passkeys/${params.passkey_id}`, remove), 404, 'not_found')
    const rename = { as, json: { name: 'mine' } }
    expectError(await ask(place.url, `PATCH /users/me/passkeys/${params.passkey_id}`, rename), 404, 'not_found')
    expect((await ask(place.url, 'GET /users/me/passkeys', { as })).body).toEqual({ passkeys: [] })
  })

  test('a passkey is removed with the password and a code; the last one takes the second factor along', async () => {
    const { user, passkey, passkey_id, recovery_codes } = await enrolled()
    const as = tokenOf(await logInWith(passkey))
    const remove = (json: object, code?: string) => {
      const headers = code ? { headers: { 'mkt-code': code } } : {}
      return ask(place.url, `DELETE /users/me/passkeys/${passkey_id}`, { as, json, ...headers })
    }
    expectError(await remove({}), 400, 'invalid_request')
    expectError(await remove({ password: 'wrong' }, recovery_codes[0]), 403, 'forbidden')
    expectError(await remove({ password: user.password }), 403, 'second_factor_required')
    expect((await remove({ password: user.password }, recovery_codes[1])).status).toBe(204)
    expect((await me(basic(user))).status).toBe(200)
    expectError(await logInWith(passkey), 403, 'forbidden')
    const factor = await ask(place.url, 'GET /users/me/second-factor', { as })
    expect(factor.body).toEqual({ enabled: false, app: false, passkeys: 0, recovery_codes: 0 })
    const acts = (await ask(place.url, 'GET /users/me/export', { as: basic(user) })).body
    const named = { acts_of_operators: [], own_acts: [{ act: 'passkey.add' }, { act: 'passkey.remove' }] }
    expect(acts).toMatchObject(named)
  })

  test('of an account that ended no passkey is left, and what the export holds of one is what is kept', async () => {
    const { user, passkey, recovery_codes } = await enrolled()
    const as = tokenOf(await logInWith(passkey, { counter: 3 }))
    // A second passkey revokes nothing.
    const second = { as, headers: { 'mkt-code': recovery_codes[0] ?? '' }, json: { password: user.password } }
    const asked = (await ask(place.url, 'POST /users/me/passkeys/options', second)).body as Awaited<
      ReturnType<typeof begin>
    >
    expect(asked.excludeCredentials.map(({ id }) => id)).toEqual([passkey.id])
    const kept = await keep(as, new SoftPasskey(PUBLIC).create(asked))
    expect(kept.body).toMatchObject({ recovery_codes: [] })
    const code = recovery_codes[1] ?? ''
    const held = await ask(place.url, 'GET /users/me/export', { as: basic(user), headers: { 'mkt-code': code } })
    const shown = { credential_id: passkey.id, name: 'a key', counter: 3, transports: ['internal'], synced: false }
    expect((held.body as { passkeys: object[] }).passkeys).toMatchObject([shown, { counter: 0, last_used_at: null }])
    await challenge()
    const end = { as, headers: { 'mkt-code': recovery_codes[2] ?? '' }, json: { password: user.password } }
    expect((await ask(place.url, 'DELETE /users/me', end)).status).toBe(204)
    const left = (await dumpTables(place.location)).filter((row) =>
      /^(passkeys|one_time_secrets|recovery_codes) /.test(row),
    )
    expect(left.filter((row) => row.includes(user.user_id))).toEqual([])
    expectError(await logInWith(passkey), 403, 'forbidden')
  })
})
