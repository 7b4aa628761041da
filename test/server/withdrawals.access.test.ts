import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let owner: TestUser
let stranger: TestUser
let owned: TestHost
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
  owner = await place.user()
  stranger = await place.user()
  owned = await place.host({ owner: owner.authorization, models: ['owned'] })
  const { job_id } = await stranger.client.call(endpoints.runModel, {
    body: { model: 'owned', input_text: 'x', max_tokens: 10 },
  })
  await owned.next()
  await owned.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const list = (client: TestUser['client'], host_id?: string) =>
  client.call(endpoints.listWithdrawals, { query: host_id === undefined ? {} : { host_id } })

test('where an owner sends money is read by the owner alone', async () => {
  const body = { amount: 1_000_000n, destination: 'IBAN of the owner', host_id: owned.host_id }
  const { withdrawal_id } = await owner.client.call(endpoints.createWithdrawal, { body })
  for (const host_id of [undefined, owned.host_id])
    expect((await list(owner.client, host_id)).withdrawals.map((made) => made.withdrawal_id)).toEqual([withdrawal_id])
  await expect(list(stranger.client, owned.host_id)).rejects.toMatchObject({ status: 404 })
  await expect(list(owned.client)).rejects.toMatchObject({ status: 403 })
  expect(await list(stranger.client)).toEqual({ withdrawals: [], total: 0 })
})

test('nobody else withdraws from a host of an owner: neither another user nor whoever has its key', async () => {
  const body = { amount: 1n, destination: 'IBAN', host_id: owned.host_id }
  await expect(stranger.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 404 })
  await expect(owned.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 403 })
  const { host_id: _, ...short } = body
  await expect(owned.client.call(endpoints.createWithdrawal, { body: short })).rejects.toMatchObject({ status: 403 })
})

test('a host without an owner reads and withdraws its own only', async () => {
  const lone = await place.host()
  await expect(list(lone.client, owned.host_id)).rejects.toMatchObject({ status: 403 })
  const body = { amount: 1n, destination: 'IBAN', host_id: owned.host_id }
  await expect(lone.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 403 })
  expect(await list(lone.client)).toEqual({ withdrawals: [], total: 0 })
})

test('one key grants to each user that it is given for, and once to each', async () => {
  const admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const body = { amount: 5_000_000_000n, reason: 'prize' }
  const grant = ({ user_id }: TestUser) =>
    admin.client.call(
      endpoints.grantCredits,
      { params: { user_id }, body },
      { headers: { 'idempotency-key': 'prize' } },
    )
  const credits = async ({ client }: TestUser) => (await client.call(endpoints.me, {})).credits
  const winners = [await place.user(), await place.user()]
  for (const winner of [...winners, ...winners]) expect(await grant(winner)).toMatchObject({ user_id: winner.user_id })
  for (const winner of winners) expect(await credits(winner)).toBe(105_000_000_000n)
})
