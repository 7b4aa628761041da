import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailer, type Mailer } from '../../server/src/accounts/mail/mailer.ts'
import { createLog } from '../../server/src/base/log.ts'
import { ask, expectError } from './contract/ask.ts'
import { pass, until } from './contract/until.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'
import { startInbox } from './smtp-inbox.ts'

const clock = new ManualClock()
let inbox: Awaited<ReturnType<typeof startInbox>>
let mailer: Mailer
let place: Marketplace
beforeAll(async () => {
  inbox = await startInbox()
  mailer = createMailer({ url: inbox.url, from: 'market@example.org' }, createLog('silent'))
  place = await startMarketplace({ clock, mailer, signupCredits: 5 })
})
afterAll(async () => {
  await place.stop()
  await mailer.close()
  await inbox.close()
})

const addressOf = ({ username }: TestUser) => `${username}@example.com`

async function proveAddress(user: TestUser): Promise<void> {
  const mails = () => inbox.of(addressOf(user), 'Is this your address')
  await until(() => mails().length > 0)
  const code = /mkt_m_[\w-]{43}/.exec(mails()[0]?.raw ?? '')?.[0]
  expect((await ask(place.url, `POST /users/email/verify?token=${code}`)).status).toBe(200)
}

test('who has proven an address gets a mail, once, and nobody else does', async () => {
  const [proven, unproven] = [await place.user('proven'), await place.user('unproven')]
  await proveAddress(proven)
  const body = { balance: 6_000_000_000n }
  expect(await proven.client.call(endpoints.setAlerts, { body })).toMatchObject({
    alerts: [{ kind: 'balance', limit: 6_000_000_000n, now: 5_000_000_000n, reached: true, told_at: null }],
    by_mail: true,
  })
  expect(await unproven.client.call(endpoints.setAlerts, { body })).toMatchObject({ by_mail: false })
  const mails = () => inbox.of(addressOf(proven), 'Few credits are left')
  // The rounds before a mail is there, and some after it.
  await until(async () => {
    await pass(clock, 30_000)
    return mails().length > 0
  })
  const toldAt = async ({ client }: TestUser) => (await client.call(endpoints.alerts, {})).alerts[0]?.told_at
  await until(async () => (await toldAt(unproven)) !== null)
  await pass(clock, 90_000)
  await mailer.idle()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.raw).toContain('can spend 5 credits; you set 6')
  expect(inbox.of(addressOf(unproven), 'Few credits are left')).toEqual([])
})

test('an alert at nothing, below nothing or of too many decimals is refused, and the ones before stay', async () => {
  const user = await place.user()
  await user.client.call(endpoints.setAlerts, { body: { day: 1_000_000_000n } })
  for (const day of [0, -1, 1e-10, '1', 1e9]) {
    expectError(
      await ask(place.url, 'PUT /users/me/alerts', { as: user.authorization, json: { day } }),
      400,
      'invalid_request',
    )
  }
  const { alerts } = await user.client.call(endpoints.alerts, {})
  expect(alerts).toMatchObject([{ kind: 'day', limit: 1_000_000_000n, now: 0n, reached: false }])
})
