import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailer, type Mailer } from '../../../server/src/accounts/mail/mailer.ts'
import { changePassword, closeAccount } from '../../../server/src/accounts/own-account.ts'
import { sealsBy } from '../../../server/src/accounts/second-factor/seals.ts'
import { userByName } from '../../../server/src/accounts/user-store.ts'
import { createLog } from '../../../server/src/base/log.ts'
import { ask, expectError } from '../contract/ask.ts'
import { until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { quickDerive } from '../quick-derive.ts'
import { startInbox } from '../smtp-inbox.ts'

const HOUR_MS = 3_600_000
const clock = new ManualClock()
let inbox: Awaited<ReturnType<typeof startInbox>>
let mailer: Mailer
let place: Marketplace
beforeAll(async () => {
  inbox = await startInbox()
  mailer = createMailer({ url: inbox.url, from: 'market@example.org' }, createLog('silent'))
  place = await startMarketplace({ clock, mailer, trust: 'strangers' })
})
afterAll(async () => {
  await place.stop()
  await mailer.close()
  await inbox.close()
})

const signUp = (username: string, email: string) =>
  ask(place.url, 'POST /users', { json: { username, email, password: 'correct horse' } })
const basic = (username: string, password = 'correct horse') =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const isIn = async (username: string, password?: string) =>
  (await ask(place.url, 'GET /users/me', { as: basic(username, password) })).status === 200

/** The newest mail's code to an address; the mail is waited for. */
async function codeOf(address: string, subject: string, count = 1): Promise<string> {
  await until(() => inbox.of(address, subject).length >= count)
  return /mkt_m_[\w-]{43}/.exec(inbox.of(address, subject)[count - 1]?.raw ?? '')?.[0] ?? ''
}
const verify = (code: string) => ask(place.url, `POST /users/email/verify?token=${code}`)
const isVerified = async (username: string) =>
  ((await ask(place.url, 'GET /users/me?detail=full', { as: basic(username) })).body as { email_verified: boolean })
    .email_verified
async function proven(username: string, email: string): Promise<void> {
  expect((await signUp(username, email)).status).toBe(201)
  expect((await verify(await codeOf(email, 'Is this your address'))).status).toBe(200)
}
const forgot = (email: string) => ask(place.url, 'POST /users/password-reset', { json: { email } })
const reset = (code: string, new_password: string) =>
  ask(place.url, 'POST /users/password-reset/confirm', { json: { code, new_password } })

test("a stranger who signs up with somebody's address blocks nobody; proof makes it its owner's", async () => {
  expect((await signUp('squatter', 'victim@example.com')).status).toBe(201)
  expect((await signUp('victim', 'Victim@example.com')).status).toBe(201)
  const squatted = await codeOf('victim@example.com', 'Is this your address')
  const own = await codeOf('Victim@example.com', 'Is this your address')
  // Programs that look at mail open links: that alone proves nothing.
  const page = await ask(place.url, `GET /users/email/verify?token=${own}`)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(await isVerified('victim')).toBe(false)
  expect((await verify(own)).status).toBe(200)
  expect(await isVerified('victim')).toBe(true)
  expectError(await verify(own), 404, 'not_found')
  expectError(await verify(squatted), 409, 'email_taken')
  expect(await isVerified('squatter')).toBe(false)
  expectError(await signUp('third', 'VICTIM@example.com'), 409, 'email_taken')
})

test('a forgotten password is set anew by a code from the mail: once, in time, and all tokens end', async () => {
  await proven('ada', 'ada@example.com')
  const token = await place.connect(basic('ada')).call(endpoints.createToken, { body: { name: 'stolen' } })
  expect((await forgot('ADA@example.com')).status).toBe(204)
  const code = await codeOf('ada@example.com', 'A new password')
  expectError(await reset(code, 'short'), 400, 'invalid_request')
  expect((await reset(code, 'another horse')).status).toBe(204)
  expect([await isIn('ada'), await isIn('ada', 'another horse')]).toEqual([false, true])
  expect((await ask(place.url, 'GET /users/me', { as: `Bearer ${token.token}` })).status).toBe(401)
  expectError(await reset(code, 'a third horse'), 404, 'not_found')
  await until(() => inbox.of('ada@example.com', 'Your password was changed').length === 1)
  await forgot('ada@example.com')
  const late = await codeOf('ada@example.com', 'A new password', 2)
  clock.advance(30 * 60_000)
  expectError(await reset(late, 'a late horse'), 404, 'not_found')
  expect(JSON.stringify(await place.database.all(allCodes, {}))).not.toContain(code)
})

const allCodes = { compile: () => ({ sql: 'select * from mail_codes', bindings: [] }) }

test('of two that come with one code at once, one sets the password', async () => {
  await proven('twice', 'twice@example.com')
  await forgot('twice@example.com')
  const code = await codeOf('twice@example.com', 'A new password')
  const both = await Promise.all(['first horse', 'second horse'].map((word) => reset(code, word)))
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
})

test('whoever asks for a reset learns nothing, an unproven address gets none, and no mailbox is flooded', async () => {
  await signUp('unproven', 'unproven@example.com')
  await proven('known', 'known@example.com')
  const answers = await Promise.all(['nobody@example.com', 'unproven@example.com', 'known@example.com'].map(forgot))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  await codeOf('known@example.com', 'A new password')
  for (let times = 0; times < 5; times++) await forgot('known@example.com')
  await proven('last', 'last@example.com')
  expect(inbox.of('known@example.com', 'A new password').length).toBeLessThanOrEqual(3)
  for (const address of ['nobody@example.com', 'unproven@example.com'])
    expect(inbox.of(address, 'A new password')).toEqual([])
  clock.advance(HOUR_MS)
})

test('another address is to be proven again, the old one is told, and codes for it are over', async () => {
  await proven('mover', 'old@example.com')
  await forgot('old@example.com')
  const code = await codeOf('old@example.com', 'A new password')
  const change = (password: string) =>
    ask(place.url, 'PUT /users/me/email', { as: basic('mover'), json: { email: 'new@example.com', password } })
  expectError(await change('wrong'), 403, 'forbidden')
  expect((await change('correct horse')).status).toBe(204)
  expect(await isVerified('mover')).toBe(false)
  await until(() => inbox.of('old@example.com', 'Your address was changed').length === 1)
  expectError(await reset(code, 'another horse'), 404, 'not_found')
  expect((await signUp('heir', 'old@example.com')).status).toBe(201)
  expect((await verify(await codeOf('new@example.com', 'Is this your address'))).status).toBe(200)
  expect(await isVerified('mover')).toBe(true)
})

test('an address is one address: no list, no header, no second recipient', async () => {
  const before = inbox.mails.length
  for (const email of ['b@x.org\r\nBcc: evil@x.org', 'b@x.org, evil@x.org', 'b@x.org;evil@x.org'])
    expectError(await signUp(`inject${before}`, email), 400, 'invalid_request')
  mailer.send({ to: 'b@x.org\r\nBcc: evil@x.org', subject: 'a\r\nBcc: evil@x.org', text: 'x' })
  mailer.send({ to: 'b@x.org, evil@x.org', subject: 'b', text: 'x' })
  await mailer.idle()
  expect(inbox.mails.flatMap(({ to }) => to)).not.toContain('evil@x.org')
})

test("without a mail server all works but the reset; one's own market keeps addresses apart as ever", async () => {
  const own = await startMarketplace()
  const form = { email: 'same@example.com', password: 'correct horse' }
  expect((await ask(own.url, 'POST /users', { json: { username: 'one', ...form } })).status).toBe(201)
  expectError(await ask(own.url, 'POST /users', { json: { username: 'two', ...form } }), 409, 'email_taken')
  const asked = await ask(own.url, 'POST /users/password-reset', { json: { email: form.email } })
  expectError(asked, 404, 'not_found')
  await own.stop()
})

test('no address gets mails for as often as somebody says that it is theirs, by one account or by many', async () => {
  const asks = () => inbox.of('flooded@example.com', 'Is this your address').length
  expect((await signUp('flooder', 'first@example.com')).status).toBe(201)
  for (let times = 0; times < 12; times++) {
    const json = { email: 'flooded@example.com', password: 'correct horse' }
    expect((await ask(place.url, 'PUT /users/me/email', { as: basic('flooder'), json })).status).toBe(204)
  }
  await mailer.idle()
  expect(asks()).toBe(2)
  for (let times = 0; times < 9; times++) await signUp(`flood${times}`, `Flooded+${times}@example.com`)
  await mailer.idle()
  expect(inbox.mails.filter(({ to }) => /^flooded/i.test(to[0] ?? '')).length).toBe(6)
  clock.advance(HOUR_MS)
  expect((await signUp('owner', 'flooded@example.com')).status).toBe(201)
  await until(() => asks() === 3)
})

test('a password that its owner changes makes codes void that were sent before', async () => {
  await proven('changer', 'changer@example.com')
  await forgot('changer@example.com')
  const code = await codeOf('changer@example.com', 'A new password')
  const json = { current_password: 'correct horse', new_password: 'another horse' }
  expect((await ask(place.url, 'PUT /users/me/password', { as: basic('changer'), json })).status).toBe(204)
  expectError(await reset(code, "a thief's horse"), 404, 'not_found')
  expect(await isIn('changer', 'another horse')).toBe(true)
})

test('what the old password has under way while a code sets a new one comes to nothing', async () => {
  await proven('raced', 'raced@example.com')
  await forgot('raced@example.com')
  const code = await codeOf('raced@example.com', 'A new password')
  const user = await userByName(place.database, 'raced')
  if (!user) throw new Error('no user')
  expect((await reset(code, "the owner's horse")).status).toBe(204)
  // Each was let in by the password that was right a moment ago.
  const from = { address: '192.0.2.1' }
  const verified = { verify: async () => true, failures: { attempt: async () => true, code: async () => true } }
  const deps = { database: place.database, clock, ...verified, seals: sealsBy(new Uint8Array(32)) }
  const late = { current_password: 'correct horse', new_password: "a thief's horse" }
  const refused = { code: 'unauthorized' }
  await expect(changePassword({ ...deps, derive: quickDerive }, user, late, from)).rejects.toMatchObject(refused)
  await expect(closeAccount({ ...deps, closings: [] }, user, 'correct horse', from)).rejects.toMatchObject(refused)
  expect(await isIn('raced', "the owner's horse")).toBe(true)
})
