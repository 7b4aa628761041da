import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { documentsKey } from './documents-key.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let admin: TestUser
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

test('credits are granted once per key, within the bound, to users that exist', async () => {
  const user = await place.user()
  const grant = (amount: bigint, headers = {}, user_id = user.user_id) =>
    admin.client.call(endpoints.grantCredits, { params: { user_id }, body: { amount, reason: 'paid' } }, { headers })
  const first = await grant(5_000_000_001n, { 'idempotency-key': 'k' })
  expect(first).toMatchObject({ user_id: user.user_id, amount: 5_000_000_001n, credits: 105_000_000_001n })
  expect(await grant(5_000_000_001n, { 'idempotency-key': 'k' })).toEqual(first)
  expect(await user.client.call(endpoints.me, {})).toMatchObject({ credits: 105_000_000_001n })
  await expect(grant(9_000_000_000_000_000n)).rejects.toMatchObject({ status: 400 })
  await expect(grant(-1n)).rejects.toMatchObject({ status: 400 })
  await expect(grant(1n, {}, 'usr_nobody')).rejects.toMatchObject({ status: 404 })
})

test('a user is named by id or by name, whatever its case, and nobody disables themselves by either', async () => {
  const user = await place.user('Hedy.Lamarr')
  for (const user_id of [user.user_id, 'hedy.lamarr']) {
    const granted = await admin.client.call(endpoints.grantCredits, {
      params: { user_id },
      body: { amount: 1n, reason: 'r' },
    })
    expect(granted.user_id).toBe(user.user_id)
  }
  const disable = (user_id: string) =>
    admin.client.call(endpoints.changeUser, { params: { user_id }, body: { disabled: true } })
  for (const self of [admin.user_id, 'operator', 'OPERATOR'])
    await expect(disable(self)).rejects.toMatchObject({ status: 409 })
  await expect(disable('nobody.here')).rejects.toMatchObject({ status: 404 })
  // One key of idempotency, one user: by whatever name.
  const headers = { 'idempotency-key': 'both' }
  const body = { amount: 7n, reason: 'once' }
  const [first, second] = [user.user_id, user.username].map((user_id) =>
    admin.client.call(endpoints.grantCredits, { params: { user_id }, body }, { headers }),
  )
  expect(await first).toEqual(await second)
})

test('users are searched by a part of their name or address, with the members that a list has', async () => {
  const user = await place.user('Grace_Hopper')
  const search = async (text: string) => await admin.client.call(endpoints.adminUsers, { query: { search: text } })
  expect(await search('race_h')).toEqual({
    users: [
      {
        user_id: user.user_id,
        username: 'Grace_Hopper',
        credits: 100_000_000_000n,
        total_jobs: 0,
        created_at: expect.any(String),
      },
    ],
    total: 1,
  })
  expect((await search('hopper@EXAMPLE')).total).toBe(1)
  expect((await search(user.user_id)).total).toBe(1)
  for (const wildcard of ['%', 'race%', 'Grace.Hopper', "' or '1'='1"]) expect((await search(wildcard)).total).toBe(0)
})

test('a disabled user is shut out until let in again; an operator cannot shut out themselves', async () => {
  const user = await place.user()
  const change = (user_id: string, disabled: boolean) =>
    admin.client.call(endpoints.changeUser, { params: { user_id }, body: { disabled } })
  expect(await change(user.user_id, true)).toMatchObject({ user_id: user.user_id })
  await expect(user.client.call(endpoints.me, {})).rejects.toMatchObject({ status: 403 })
  await change(user.user_id, false)
  expect(await user.client.call(endpoints.me, {})).toMatchObject({ user_id: user.user_id })
  await expect(change(admin.user_id, true)).rejects.toMatchObject({ status: 409 })
})

test('a disabled host is refused, not listed and not quoted', async () => {
  const host = await place.host({ models: ['shut'] })
  const change = (disabled: boolean) =>
    admin.client.call(endpoints.changeAnyHost, { params: { host_id: host.host_id }, body: { disabled } })
  expect(await change(true)).toMatchObject({ host_id: host.host_id, total_earnings: 0n })
  await expect(host.heartbeat()).rejects.toMatchObject({ status: 403 })
  const listed = await place.connect().call(endpoints.hosts, {})
  expect(listed.hosts.map(({ host_id }) => host_id)).not.toContain(host.host_id)
  await change(false)
  expect(await host.heartbeat()).toEqual({ status: 'acknowledged' })
})

test('withdrawals are paid or rejected once, and the operator sees them', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['pay'], price: 1_000_000n })
  const { job_id } = await buyer.client.call(endpoints.runModel, {
    body: { model: 'pay', input_text: 'x', max_tokens: 10 },
  })
  await host.next()
  await host.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
  const ask = (amount: bigint) =>
    host.client.call(endpoints.createWithdrawal, { body: { amount, destination: 'bank' } })
  const [paid, rejected] = [await ask(4_000_000n), await ask(4_000_000n)]
  const pending = await admin.client.call(endpoints.adminWithdrawals, { query: { status: 'pending' } })
  expect(pending).toMatchObject({
    total: 2,
    withdrawals: [{ amount: 4_000_000n }, { amount: 4_000_000n }],
  })
  const resolve = (withdrawal_id: string, status: 'paid' | 'rejected') =>
    admin.client.call(endpoints.resolveWithdrawal, { params: { withdrawal_id }, body: { status, reference: 'r1' } })
  expect(await resolve(paid.withdrawal_id, 'paid')).toMatchObject({ status: 'paid', reference: 'r1' })
  await expect(resolve(paid.withdrawal_id, 'rejected')).rejects.toMatchObject({ status: 409 })
  expect(await resolve(rejected.withdrawal_id, 'rejected')).toMatchObject({ status: 'rejected' })
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({
    balance: 4_800_000n,
    total_earnings: 8_800_000n,
  })
})

test('a documents key is made for a user, and is no key of the marketplace', async () => {
  const user = await place.user()
  const key = await documentsKey(admin.client, user.client, user.user_id)
  expect(key).toMatch(/^mkt_d_/)
  await expect(place.connect(`Bearer ${key}`).call(endpoints.me, {})).rejects.toMatchObject({ status: 403 })
})
