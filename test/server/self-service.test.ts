import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
const me = (user: TestUser) => user.client.call(endpoints.me, {})

/** Runs one job of `tokens` pieces, so that the host earns. */
async function earn(buyer: TestUser, host: TestHost, model: string, tokens = 10): Promise<void> {
  const body = { model, input_text: 'x', max_tokens: tokens }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, offset: 0, tokens: Array(tokens).fill('t'), finish_reason: 'stop' }])
}

test('a new password shuts out the old one and every token', async () => {
  const user = await place.user('changer')
  const change = (current_password: string) =>
    user.client.call(endpoints.changePassword, { body: { current_password, new_password: 'another horse' } })
  await expect(change('wrong one')).rejects.toMatchObject({ status: 403 })
  expect(await change(user.password)).toBeNull()
  await expect(me(user)).rejects.toMatchObject({ status: 401 })
  await expect(place.connect(basic('changer', user.password)).call(endpoints.me, {})).rejects.toMatchObject({
    status: 401,
  })
  expect(await place.connect(basic('changer', 'another horse')).call(endpoints.me, {})).toMatchObject({
    username: 'changer',
  })
})

test('an ended account leaves no name, cancels what waits, and its books stay right', async () => {
  const user = await place.user('leaver')
  const host = await place.host({ models: ['end'], owner: user.authorization })
  await user.client.call(endpoints.runModel, { body: { model: 'end', input_text: 'x' } })
  expect(await user.client.call(endpoints.closeAccount, { body: { password: user.password } })).toBeNull()
  await expect(me(user)).rejects.toMatchObject({ status: 401 })
  expect(await host.next()).toBeNull()
  expect((await place.audit()).faults).toEqual([])
  // The name is free again, and belongs to somebody else then.
  expect((await place.user('leaver')).user_id).not.toBe(user.user_id)
})

test('an owner changes price, models and the GPU that is shown, pauses and resumes', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['a1'], price: 1_000_000n })
  const change = (body: object) => host.client.call(endpoints.changeHost, { body })
  expect(await change({ price_per_token: 2_000_000n, models: ['a1', 'a2'] })).toMatchObject({
    price_per_token: 2_000_000n,
    models: ['a1', 'a2'],
    paused: false,
  })
  await buyer.client.call(endpoints.runModel, { body: { model: 'a2', input_text: 'x', max_tokens: 5 } })
  expect(await change({ gpu: '2 x NVIDIA H200' })).toMatchObject({
    gpu: '2 x NVIDIA H200',
    price_per_token: 2_000_000n,
  })
  await expect(change({ gpu: '' })).rejects.toMatchObject({ status: 400 })
  const shown = (await buyer.client.call(endpoints.hosts, {})).hosts.find(({ host_id }) => host_id === host.host_id)
  expect(shown?.gpu).toBe('2 x NVIDIA H200')
  expect(await change({ paused: true })).toMatchObject({ paused: true, gpu: '2 x NVIDIA H200' })
  expect(await host.next()).toBeNull()
  expect(await change({ paused: false })).toMatchObject({ paused: false, price_per_token: 2_000_000n })
  expect(await host.next()).toMatchObject({ model: 'a2' })
})

test('a model that is added is served once a heartbeat names it', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['b1'] })
  await host.heartbeat(['b1'])
  await host.client.call(endpoints.changeHost, { body: { models: ['b1', 'b2'] } })
  const submit = () => buyer.client.call(endpoints.runModel, { body: { model: 'b2', input_text: 'x', max_tokens: 5 } })
  await expect(submit()).rejects.toMatchObject({ status: 503 })
  const available = async () => (await host.client.call(endpoints.hostMe, {})).available_models
  expect(await available()).toEqual(['b1'])
  await host.heartbeat(['b1', 'b2'])
  expect(await available()).toEqual(['b1', 'b2'])
  expect((await submit()).job_id).toBe((await host.next())?.job_id)
})

test('a rotated key replaces the old one at once', async () => {
  const host = await place.host()
  const { api_key } = await host.client.call(endpoints.rotateHostKey, {})
  await expect(host.client.call(endpoints.hostMe, {})).rejects.toMatchObject({ status: 401 })
  expect(await place.connect(`Bearer ${api_key}`).call(endpoints.hostMe, {})).toMatchObject({ host_id: host.host_id })
})

test('earnings of an unowned host go out with its key, never more than there are', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['w1'], price: 1_000_000n })
  await earn(buyer, host, 'w1')
  const ask = (amount: bigint, headers = {}) =>
    host.client.call(endpoints.createWithdrawal, { body: { amount, destination: 'IBAN 1' } }, { headers })
  await expect(ask(8_800_001n)).rejects.toMatchObject({ status: 402 })
  await expect(ask(0n)).rejects.toMatchObject({ status: 400 })
  const first = await ask(8_000_000n, { 'idempotency-key': 'w' })
  expect(first).toMatchObject({ amount: 8_000_000n, status: 'pending' })
  expect(await ask(8_000_000n, { 'idempotency-key': 'w' })).toEqual(first)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => ask(500_000n)))
  expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1)
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({ balance: 300_000n, total_earnings: 8_800_000n })
  const amounts = { pending: 8_500_000n, paid: 0n, rejected: 0n }
  const full = { detail: 'full' } as const
  expect(await host.client.call(endpoints.listWithdrawals, { query: full })).toMatchObject({ total: 2, amounts })
  // Whatever page is looked at.
  const page = await host.client.call(endpoints.listWithdrawals, { query: { ...full, limit: 1, offset: 1 } })
  expect(page).toMatchObject({ withdrawals: [{ amount: 8_000_000n }], total: 2, amounts })
  await expect(
    host.client.call(endpoints.createWithdrawal, { body: { amount: 1n, destination: 'credits' } }),
  ).rejects.toMatchObject({ status: 400 })
})

test("an owned host's earnings are its owner's: to credits at once, and not with the host's key", async () => {
  const owner = await place.user()
  const buyer = await place.user()
  const host = await place.host({ models: ['w2'], price: 1_000_000n })
  await earn(buyer, host, 'w2')
  const adopted = await owner.client.call(endpoints.adoptHost, { body: { api_key: host.api_key } })
  expect(adopted).toMatchObject({ host_id: host.host_id, balance: 8_800_000n })
  await expect(buyer.client.call(endpoints.adoptHost, { body: { api_key: host.api_key } })).rejects.toMatchObject({
    status: 409,
  })
  const body = { amount: 8_800_000n, destination: 'credits', host_id: host.host_id }
  await expect(host.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 403 })
  await expect(host.client.call(endpoints.listWithdrawals, { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(buyer.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 404 })
  expect(await owner.client.call(endpoints.createWithdrawal, { body })).toMatchObject({ status: 'paid' })
  expect((await me(owner)).credits).toBe(100_000_000_000n + 8_800_000n)
  expect((await owner.client.call(endpoints.listOwnHosts, {})).hosts).toMatchObject([{ balance: 0n }])
  expect(await owner.client.call(endpoints.listWithdrawals, { query: { detail: 'full' } })).toMatchObject({
    total: 1,
    amounts: { pending: 0n, paid: 8_800_000n, rejected: 0n },
  })
})
