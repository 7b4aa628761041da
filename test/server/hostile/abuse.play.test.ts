import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeEach(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
  buyer = await place.user('buyer')
})
afterEach(async () => {
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  await place.stop()
})

const submit = (max_tokens = 10, user = buyer) =>
  user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens } })
const creditsOf = async (user: TestUser) => (await user.client.call(endpoints.me, {})).credits
const balanceOf = async (host: TestHost) => (await host.client.call(endpoints.hostMe, {})).balance
const tokens = (count: number) => Array.from({ length: count }, (_, at) => `t${at} `)

test('a host that raises its price after the job was quoted does not get it, and nobody pays more than was reserved', async () => {
  const host = await place.host({ price: 1_000_000n })
  const job = await submit()
  expect(job.credits_reserved).toBe(10_000_000n)
  await host.client.call(endpoints.changeHost, { body: { price_per_token: 1_000_001n } })
  expect(await host.next()).toBeNull()
  expect((await host.client.call(endpoints.hostMe, {})).why_no_jobs).toMatchObject({ price_above_limit: 1 })
  await host.client.call(endpoints.changeHost, { body: { price_per_token: 1_000_000n } })
  expect(await host.next()).toMatchObject({ job_id: job.job_id })
  // Nor does a price that is raised while the job runs.
  await host.client.call(endpoints.changeHost, { body: { price_per_token: 9_000_000n } })
  const before = await creditsOf(buyer)
  await host.results([{ job_id: job.job_id, tokens: tokens(10), finish_reason: 'stop' }])
  expect(await creditsOf(buyer)).toBe(before)
  expect(await balanceOf(host)).toBe(8_800_000n)
})

test('results that are sent again, changed, or after the end change no text and no money', async () => {
  const host = await place.host()
  const { job_id } = await submit()
  await host.next()
  const end = { job_id, attempt: 1, offset: 0, tokens: tokens(3), finish_reason: 'stop' }
  const [first] = await host.results([end])
  const [credits, balance] = [await creditsOf(buyer), await balanceOf(host)]
  const replays = [
    end,
    { ...end, tokens: tokens(9) },
    { ...end, offset: 3, tokens: tokens(5) },
    { ...end, usage: { completion_tokens: 1_000_000 } },
    { job_id, attempt: 1, error: { code: 'engine_failed', retryable: true } },
    { ...end, attempt: 2 },
  ]
  for (const replay of replays) {
    const [answer] = await host.results([replay])
    expect(answer).toMatchObject({ job_id, state: replay.attempt === 2 ? 'lost' : 'completed' })
    if (answer?.state === 'completed') expect(answer.credits_earned).toBe(first?.credits_earned)
  }
  // The same many times in one call, and at once.
  await Promise.all(Array.from({ length: 10 }, () => host.results(Array.from({ length: 20 }, () => end))))
  const job = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(job).toMatchObject({ status: 'completed', output_text: tokens(3).join(''), tokens_generated: 3 })
  expect([await creditsOf(buyer), await balanceOf(host)]).toEqual([credits, balance])
})

test('results of a job that was never claimed, or that another host runs, are lost and bill nobody', async () => {
  const [honest, thief] = [await place.host({ price: 1_000_000n }), await place.host({ price: 1_000_001n })]
  const [running, queued] = [await submit(), await submit()]
  expect(await honest.next()).toMatchObject({ job_id: running.job_id })
  const before = await creditsOf(buyer)
  const forged = [running, queued].map(({ job_id }) => ({
    job_id,
    offset: 0,
    tokens: tokens(9),
    finish_reason: 'stop',
  }))
  for (const host of [thief]) expect((await host.results(forged)).map(({ state }) => state)).toEqual(['lost', 'lost'])
  expect((await honest.results(forged.slice(1))).map(({ state }) => state)).toEqual(['lost'])
  expect([await creditsOf(buyer), await balanceOf(thief), await balanceOf(honest)]).toEqual([before, 0n, 0n])
  // A key speaks for its own host only, whatever the body says.
  const body = { host_id: honest.host_id, results: forged }
  const answer = await ask(place.url, 'POST /hosts/results', { as: `Bearer ${thief.api_key}`, json: body })
  expectError(answer, 403, 'forbidden')
})

test('a buyer who hosts for himself pays the fee each time', async () => {
  const admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const own = await place.host({ price: 5_000_000_000n, owner: buyer.authorization })
  const start = await creditsOf(buyer)
  const job = await submit(20)
  expect(job.credits_reserved).toBe(100_000_000_000n)
  await own.next()
  await own.results([{ job_id: job.job_id, tokens: tokens(20), finish_reason: 'stop' }])
  const earned = await balanceOf(own)
  expect(earned).toBe((start * 88n) / 100n)
  const body = { amount: earned, destination: 'my account', host_id: own.host_id }
  await buyer.client.call(endpoints.createWithdrawal, { body })
  await expect(buyer.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 402 })
  const { withdrawals } = await admin.client.call(endpoints.adminWithdrawals, { query: {} })
  expect(withdrawals).toMatchObject([{ amount: earned, promotional: 0n }])
})

test('withdrawals at the edges: a nano-credit, all, one more, none, and the same at once', async () => {
  const own = await place.host({ price: 1n, owner: buyer.authorization })
  const { job_id } = await submit(10)
  await own.next()
  await own.results([{ job_id, tokens: tokens(10), finish_reason: 'stop' }])
  expect(await balanceOf(own)).toBe(9n)
  const take = (amount: string) =>
    ask(place.url, 'POST /hosts/withdrawals', {
      as: buyer.authorization,
      raw: `{"host_id":"${own.host_id}","destination":"credits","amount":${amount}}`,
    })
  for (const amount of ['0', '-1e-9', '1e-10', '0.00000001', '9000000.000000001', '8388608.000000001', '1e7']) {
    const status = (await take(amount)).status
    expect([amount, [400, 402].includes(status)]).toEqual([amount, true])
  }
  expect((await take('1e-9')).status).toBe(201)
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await take('0.000000001')).status))
  expect(statuses.filter((status) => status === 201).length).toBe(8)
  expect(statuses.filter((status) => status === 402).length).toBe(12)
  expect(await balanceOf(own)).toBe(0n)
})
