import { market as endpoints } from '@mkt/schemas'
import { afterEach, describe, expect, test } from 'vitest'
import type { Trust } from '../../../server/src/trust.ts'
import { ask } from '../contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { buy, prove, setPrice } from './paid-jobs.ts'

const CREDIT = 1_000_000_000n
const PRICE = 1_000_000n

let place: Marketplace
afterEach(() => place.stop())

/** What a job would set aside now; it does not stay in the queue. */
async function reserved(buyer: TestUser): Promise<bigint> {
  const body = { model: 'm', input_text: 'x', max_tokens: 10 }
  const { job_id, credits_reserved } = await buyer.client.call(endpoints.runModel, { body })
  await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  return credits_reserved
}
const submission = (buyer: TestUser, more: object = {}) =>
  ask(place.url, 'POST /run/model', { as: buyer.authorization, json: { model: 'm', input_text: 'x', ...more } })

/** Hosts of one crook, each "proven" by a free job for itself and then repriced. */
async function sybils(count: number, price: bigint): Promise<TestHost[]> {
  const crook = await place.user()
  const hosts: TestHost[] = []
  for (let n = 0; n < count; n++) {
    const host = await place.host({ price: 0n, owner: crook.authorization })
    await buy(host, crook, { tokens: 1, host_id: host.host_id })
    await setPrice(host, price)
    hosts.push(host)
  }
  return hosts
}

async function threeHonest(trust: Trust): Promise<TestHost[]> {
  place = await startMarketplace({ trust })
  const honest = [await place.host(), await place.host(), await place.host()]
  await prove(place, honest)
  return honest
}

describe.each<Trust>(['own', 'strangers'])('in a market of trust %s', (trust) => {
  test('dear sybils: four hosts at nine credits change neither what a job reserves nor who runs it', async () => {
    const honest = await threeHonest(trust)
    const victim = await place.user()
    expect(await reserved(victim)).toBe(10n * PRICE)
    const crooks = await sybils(4, 9n * CREDIT)
    expect(await reserved(victim)).toBe(10n * PRICE)
    for (const host of honest) {
      expect((await submission(victim)).status).toBe(202)
      for (const crook of crooks) expect(await crook.next()).toBeNull()
      expect(await host.next()).not.toBeNull()
    }
  })

  test('free decoys: hosts at nothing or at a billionth keep the honest ones from no job', async () => {
    const honest = await threeHonest(trust)
    const victim = await place.user()
    await sybils(4, 0n)
    await sybils(4, 1n)
    for (const host of honest) {
      expect(await submission(victim, { max_tokens: 10 })).toMatchObject({
        status: 202,
        body: { credits_reserved: 0.01 },
      })
      expect(await host.next()).not.toBeNull()
    }
  })

  test('late reprice: a host proven at a price is not proven at more than twice of it', async () => {
    const [host, ...honest] = await threeHonest(trust)
    const victim = await place.user()
    await setPrice(host as TestHost, 2n * PRICE)
    expect(await reserved(victim)).toBe(20n * PRICE)
    await setPrice(host as TestHost, 2n * PRICE + 1n)
    expect(await reserved(victim)).toBe(10n * PRICE)
    await setPrice(host as TestHost, 9n * CREDIT)
    expect(await reserved(victim)).toBe(10n * PRICE)
    expect((await submission(victim)).status).toBe(202)
    expect(await honest[0]?.next()).not.toBeNull()
  })
})

test('among strangers nobody who was not paid raises what is set aside, not even within the limit', async () => {
  const honest = await threeHonest('strangers')
  const victim = await place.user()
  const [sly] = await sybils(1, (3n * PRICE) / 2n)
  expect(await reserved(victim)).toBe(10n * PRICE)
  expect((await submission(victim)).status).toBe(202)
  expect(await sly?.next()).toBeNull()
  expect(await honest[0]?.next()).not.toBeNull()
})

test('while nobody is proven strangers get a hundredth of a credit a token at most, and who asks more must be wanted', async () => {
  place = await startMarketplace({ trust: 'strangers' })
  const victim = await place.user()
  const crooks = await sybils(3, 9n * CREDIT)
  expect(await submission(victim)).toMatchObject({
    status: 503,
    body: { error: 'no_host_available', message: expect.stringContaining('0.01 credits a token') },
  })
  expect((await submission(victim, { max_tokens: 1, max_price_per_token: 9 })).status).toBe(202)
  expect(await crooks[0]?.next()).not.toBeNull()
  const honest = await place.host()
  expect(await submission(victim, { max_tokens: 10 })).toMatchObject({ status: 202, body: { credits_reserved: 0.01 } })
  expect(await honest.next()).not.toBeNull()
})

test('a host that fails sets no price while nobody is proven', async () => {
  place = await startMarketplace()
  const [buyer, bad] = [await place.user(), await place.host({ price: 9n * CREDIT })]
  for (let n = 0; n < 3; n++) {
    const { job_id } = await buyer.client.call(endpoints.runModel, {
      body: { model: 'm', input_text: 'x', max_tokens: 1, max_price_per_token: 9n * CREDIT },
    })
    await bad.next()
    await bad.results([{ job_id, error: { code: 'broken', message: '', retryable: false } }])
  }
  await place.host()
  expect(await reserved(buyer)).toBe(10n * PRICE)
})
