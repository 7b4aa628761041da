import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { buy, prove, setPrice } from './paid-jobs.ts'

const CREDIT = 1_000_000_000n
const PRICE = 1_000_000n

let place: Marketplace
let victim: TestUser
afterEach(() => place.stop())

/** A victim's chat without max_tokens: the job that came of it. */
async function chat() {
  const json = { model: 'm', messages: [{ role: 'user', content: 'x' }] }
  void ask(place.url, 'POST /v1/chat/completions', { as: victim.authorization, json }).catch(() => undefined)
  const queued = () => victim.client.call(endpoints.listJobs, { query: { status: 'queued' } })
  await expect.poll(async () => (await queued()).total).toBe(1)
  const [job] = (await queued()).jobs
  return await victim.client.call(endpoints.getJob, { params: { job_id: job?.job_id as string }, query: {} })
}

const polled = async (hosts: readonly TestHost[]) =>
  (await Promise.all(hosts.map((host) => host.next()))).filter((offer) => offer !== null).length

/** Registers with an enormous length at no price, runs a free job for itself, and then asks what the others ask. */
async function captor(): Promise<TestHost> {
  const crook = await place.user()
  const host = await place.host({ price: 0n, max_tokens: 1_000_000, owner: crook.authorization })
  await buy(host, crook, { tokens: 1, host_id: host.host_id })
  await setPrice(host, PRICE)
  return host
}

beforeEach(async () => {
  place = await startMarketplace()
  victim = await place.user()
})

test('who claims an enormous length and runs a free job for itself captures no chat without max_tokens', async () => {
  const honest = [await place.host(), await place.host(), await place.host()]
  await prove(place, honest)
  const evil = await captor()
  expect(await chat()).toMatchObject({ max_tokens: 4096, credits_reserved: 4096n * PRICE })
  // The rest of the balance is still to be spent, and honest hosts may have the job.
  const body = { model: 'm', input_text: 'x' }
  expect((await ask(place.url, 'POST /run/model', { as: victim.authorization, json: body })).status).toBe(202)
  expect(await polled(honest)).toBe(2)
  expect(await evil.next()).toBeNull()
})

test('nor does one who paid for tiny jobs at an honest price: hosts of 2,048 tokens still get it', async () => {
  const honest = await Promise.all([1, 2, 3].map(() => place.host({ max_tokens: 2048 })))
  await prove(place, honest)
  const evil = await place.host({ max_tokens: 1_000_000 })
  await prove(place, [evil], { tokens: 1 })
  expect(await chat()).toMatchObject({ max_tokens: 2048 })
  expect(await polled(honest)).toBe(1)
})

test('while nobody is proven one host in three of enormous length decides nothing', async () => {
  const honest = [await place.host({ max_tokens: 2048 }), await place.host({ max_tokens: 2048 })]
  await captor()
  expect(await chat()).toMatchObject({ max_tokens: 2048 })
  expect(await polled(honest)).toBe(1)
})

test('a chat without max_tokens sets a tenth of the balance aside, but enough for 256 tokens, and never more than all', async () => {
  await place.host({ price: 10n * PRICE })
  // 100 credits pay for 10,000 tokens.
  expect(await chat()).toMatchObject({ max_tokens: 1000 })
  victim = await place.user()
  await buyAway(victim, 95n * CREDIT)
  expect(await chat()).toMatchObject({ max_tokens: 256 })
  victim = await place.user()
  await buyAway(victim, 99n * CREDIT)
  expect(await chat()).toMatchObject({ max_tokens: 100 })
})

/** Sets so much of a user's credits aside for good. */
async function buyAway(user: TestUser, nano: bigint): Promise<void> {
  const host = await place.host({ models: [`away-${nano}`], price: nano })
  await buy(host, user, { model: `away-${nano}`, tokens: 1 })
}
