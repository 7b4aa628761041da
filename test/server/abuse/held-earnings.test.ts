import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setVerified } from '../../../server/src/accounts/mail/address-store.ts'
import type { Mail, Mailer } from '../../../server/src/accounts/mail/mailer.ts'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { releaseDue } from '../../../server/src/market/earnings/release-due.ts'
import { until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

const HOUR = 3_600_000
const EARNED = (100n * NANO_PER_CREDIT * 88n) / 100n

let clock: ManualClock
let place: Marketplace
let owner: TestUser
let host: TestHost
let mails: Mail[]
beforeEach(async () => {
  clock = new ManualClock()
  mails = []
  const mailer: Mailer = { send: (mail) => mails.push(mail), idle: async () => undefined, close: async () => undefined }
  place = await startMarketplace({ clock, mailer, trust: 'strangers', signupCredits: 0, paidCredits: 1000 })
  owner = await place.user('owner')
  host = await place.host({ price: NANO_PER_CREDIT, owner: owner.authorization })
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

/** A hundred tokens at a credit each, as far as a new host may. */
async function earn(tokens = 100): Promise<void> {
  const buyer = await place.user()
  const body = { model: 'm', input_text: 'x', max_tokens: tokens, max_price_per_token: NANO_PER_CREDIT }
  await host.heartbeat()
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: Array(tokens).fill('t'), finish_reason: 'stop' }])
}
const basic = ({ username, password }: TestUser) =>
  place.connect(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
const withdraw = (amount: bigint, destination = 'bank') =>
  basic(owner).call(endpoints.createWithdrawal, { body: { amount, destination, host_id: host.host_id } })
const me = async () => (await host.client.call(endpoints.hostMe, {})).earnings
const pass = async (ms: number) => {
  clock.advance(ms)
  await releaseDue(place.market)
}

test('earnings among strangers can be taken out after three days, and everyone concerned sees when', async () => {
  await earn()
  expect(await me()).toMatchObject({ available: 0n, pending: EARNED, next_release: { amount: EARNED } })
  for (const destination of ['bank', 'credits'])
    await expect(withdraw(EARNED, destination)).rejects.toMatchObject({ status: 402, message: /88 pending/ })
  const next = Date.parse((await me())?.next_release?.at ?? '')
  const listed = async () => (await owner.client.call(endpoints.listOwnHosts, { query: { detail: 'full' } })).hosts
  const next_release = new Date(next).toISOString()
  expect(await listed()).toMatchObject([{ balance: 0n, pending: EARNED, next_release, earned_today: EARNED }])
  await pass(next - clock.now() - 1)
  expect(await listed()).toMatchObject([{ pending: EARNED, earned_today: 0n }])
  expect(await me()).toMatchObject({ available: 0n, pending: EARNED })
  await pass(1)
  expect(await me()).toEqual({
    available: EARNED,
    available_promotional: 0n,
    pending: 0n,
    disputed: 0n,
    frozen: 0n,
    next_release: null,
  })
  expect(await withdraw(EARNED)).toMatchObject({ status: 'pending' })
})

test('each hour is released by itself, and once however often it is looked at', async () => {
  await earn()
  clock.advance(5 * HOUR)
  await earn(50)
  expect(await me()).toMatchObject({ pending: (EARNED * 3n) / 2n, next_release: { amount: EARNED } })
  await pass(69 * HOUR)
  await Promise.all([releaseDue(place.market), releaseDue(place.market)])
  expect(await me()).toMatchObject({ available: EARNED, pending: EARNED / 2n })
  await pass(5 * HOUR)
  expect(await me()).toMatchObject({ available: (EARNED * 3n) / 2n, pending: 0n })
})

test('promotional earnings are held as they are', async () => {
  const buyer = await place.user()
  const admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const gift = { amount: 40n * NANO_PER_CREDIT, reason: 'a present', promotional: true }
  await basic(admin).call(endpoints.grantCredits, { params: { user_id: buyer.user_id }, body: gift })
  const body = { model: 'm', input_text: 'x', max_tokens: 100, max_price_per_token: NANO_PER_CREDIT }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: Array(100).fill('t'), finish_reason: 'stop' }])
  expect(await me()).toMatchObject({ pending: EARNED })
  await pass(74 * HOUR)
  const given = (40n * NANO_PER_CREDIT * 88n) / 100n
  expect(await me()).toMatchObject({ available: EARNED - given, available_promotional: given, pending: 0n })
})

test('pending earnings of a host that is shut out are frozen with the rest', async () => {
  const admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  await earn()
  const params = { host_id: host.host_id }
  const shut = (disabled: boolean) => basic(admin).call(endpoints.changeAnyHost, { params, body: { disabled } })
  await shut(true)
  await pass(100 * HOUR)
  await shut(false)
  await host.heartbeat()
  expect(await me()).toMatchObject({ available: 0n, pending: 0n, frozen: EARNED })
  await basic(admin).call(endpoints.decideEarnings, { params, body: { decision: 'release', reason: 'mistaken' } })
  expect(await me()).toMatchObject({ available: EARNED, frozen: 0n })
})

// Before: 500 withdrawals of a nano-credit in 1.4 s.
test('a withdrawal among strangers takes out a credit or more, and ten of a host may wait', async () => {
  await earn()
  await pass(74 * HOUR)
  await expect(withdraw(NANO_PER_CREDIT - 1n)).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.amount', message: 'must be at least 1' }],
  })
  for (let number = 0; number < 10; number++) await withdraw(NANO_PER_CREDIT)
  await expect(withdraw(NANO_PER_CREDIT)).rejects.toMatchObject({ status: 409, message: /10 withdrawals/ })
  // To one's own credits nobody has to pay anything out.
  expect(await withdraw(1n, 'credits')).toMatchObject({ status: 'paid' })
})

test('a new destination waits a day, of which the owner is told; one that was paid before does not', async () => {
  const admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  await earn()
  await pass(74 * HOUR)
  const pay = (withdrawal_id: string) =>
    basic(admin).call(endpoints.resolveWithdrawal, { params: { withdrawal_id }, body: { status: 'paid' } })
  const { user_id } = owner
  const address = { user_id, email: 'owner@example.com', email_key: 'owner@example.com', now: 1 }
  expect(await place.database.transaction((tx) => setVerified(tx, address))).toBe(true)
  const first = await withdraw(NANO_PER_CREDIT, 'thief')
  await until(() => mails.some(({ subject }) => subject.includes('new destination')))
  const { to, text } = mails.at(-1) as Mail
  expect(to).toBe('owner@example.com')
  expect(text).toContain(host.host_id)
  expect(text).not.toContain('thief')
  await expect(pay(first.withdrawal_id)).rejects.toMatchObject({ status: 409, message: /new destination/ })
  const second = await withdraw(NANO_PER_CREDIT, 'thief')
  await expect(pay(second.withdrawal_id)).rejects.toMatchObject({ status: 409 })
  await pass(24 * HOUR)
  await pay(first.withdrawal_id)
  const third = await withdraw(NANO_PER_CREDIT, 'thief')
  await pay(third.withdrawal_id)
  const { withdrawals } = await basic(owner).call(endpoints.listWithdrawals, { query: {} })
  expect(withdrawals.map(({ payable_at }) => payable_at !== null)).toEqual([false, true, true])
  expect(mails.filter(({ subject }) => subject.includes('new destination'))).toHaveLength(2)
})

test('among one’s own nothing is held: earnings, a nano-credit and a new destination go at once', async () => {
  await place.stop()
  place = await startMarketplace({ clock, signupCredits: 0, paidCredits: 1000 })
  owner = await place.user('owner')
  host = await place.host({ price: NANO_PER_CREDIT, owner: owner.authorization })
  await earn()
  expect(await me()).toMatchObject({ available: EARNED, pending: 0n, next_release: null })
  for (let number = 0; number < 12; number++) await withdraw(1n, `bank ${number}`)
  const { withdrawals } = await owner.client.call(endpoints.listWithdrawals, { query: {} })
  expect(withdrawals.every(({ payable_at }) => payable_at === null)).toBe(true)
})
