import { market as endpoints } from '@mkt/schemas'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask } from './ask.ts'

const PRICE = 1_000_000_000n
let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ price: PRICE })
})
afterEach(async () => expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n }))
afterAll(() => place.stop())

const credits = async () => (await buyer.client.call(endpoints.me, {})).credits
const submit = async (max_tokens: number) =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens } })).job_id
const claimed = async (max_tokens: number) => {
  const job_id = await submit(max_tokens)
  expect((await host.next())?.job_id).toBe(job_id)
  return job_id
}
const describeJob = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const cancel = (job_id: string) => buyer.client.call(endpoints.cancelJob, { params: { job_id } })

test.each<[string, object, number]>([
  ['pieces with text count where the engine says nothing', { tokens: ['a', '', 'b', ''] }, 2],
  ['the engine counts where it says so', { tokens: ['a', 'b', 'cdef'], usage: { completion_tokens: 5 } }, 5],
  ['a count of null is none', { tokens: ['a', 'b'], usage: { prompt_tokens: 9, completion_tokens: null } }, 2],
  ['an explicit zero is zero', { tokens: ['a', 'b'], usage: { completion_tokens: 0 } }, 0],
  ['no more than max_tokens', { tokens: ['abcdefghijklmnopqrstuvwxyz'], usage: { completion_tokens: 11 } }, 10],
  ['no more than the bytes delivered', { tokens: ['a', 'é'], usage: { completion_tokens: 9 } }, 3],
  ['no text is free whatever the engine says', { tokens: ['', ''], usage: { completion_tokens: 9 } }, 0],
  ['no pieces are free', { usage: { completion_tokens: 9 } }, 0],
])('%s', async (_rule, result, billed) => {
  const before = await credits()
  const job_id = await claimed(10)
  expect(await credits()).toBe(before - 10n * PRICE)
  const [end] = await host.results([{ job_id, offset: 0, finish_reason: 'stop', ...result }])
  const gross = BigInt(billed) * PRICE
  expect(end).toMatchObject({ state: 'completed', credits_earned: (gross * 88n) / 100n })
  expect(await credits()).toBe(before - gross)
  expect(await describeJob(job_id)).toMatchObject({
    status: 'completed',
    tokens_generated: billed,
    credits_used: gross,
  })
})

test('a failed job is free, also after pieces', async () => {
  const before = await credits()
  const job_id = await claimed(10)
  await host.results([{ job_id, tokens: ['a', 'b'] }])
  const error = { code: 'engine_failed', message: 'out of memory', retryable: false }
  const [end] = await host.results([{ job_id, offset: 2, error, usage: { completion_tokens: 2 } }])
  expect(end).toMatchObject({ state: 'failed', credits_earned: 0n })
  expect(await credits()).toBe(before)
  expect(await describeJob(job_id)).toMatchObject({ status: 'failed', error: 'engine_failed', credits_used: 0n })
})

test('a queued job that is cancelled releases everything, and nobody gets it', async () => {
  const before = await credits()
  const job_id = await submit(10)
  const ended = { status: 'failed', error: 'cancelled', credits_used: 0n, finish_reason: null, output_text: null }
  expect(await cancel(job_id)).toMatchObject(ended)
  expect(await credits()).toBe(before)
  expect(await host.next()).toBeNull()
})

test('a running job that is cancelled is charged for what came, and the host is told and paid', async () => {
  const before = await credits()
  const job_id = await claimed(10)
  await host.results([{ job_id, tokens: ['a', '', 'b'] }])
  const ended = await cancel(job_id)
  expect(ended).toMatchObject({ status: 'failed', error: 'cancelled', credits_used: 2n * PRICE, output_text: 'ab' })
  expect(await credits()).toBe(before - 2n * PRICE)
  const late = [{ job_id, offset: 3, tokens: ['c', 'd'], finish_reason: 'stop' }]
  const told = { job_id, state: 'cancelled', credits_earned: 1_760_000_000n }
  for (let n = 0; n < 2; n++) expect((await host.results(late))[0]).toMatchObject(told)
  expect(await cancel(job_id)).toEqual(ended)
  expect(await credits()).toBe(before - 2n * PRICE)
})

test('cancelling a job that has ended changes nothing', async () => {
  const job_id = await claimed(5)
  await host.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
  const before = await credits()
  expect(await cancel(job_id)).toMatchObject({ status: 'completed', error: null, output_text: 'a' })
  expect(await credits()).toBe(before)
})

test('of a cancel and an end at the same time one wins, and it is billed once', async () => {
  for (let round = 0; round < 10; round++) {
    const before = await credits()
    const job_id = await claimed(4)
    const end = [{ job_id, tokens: ['a', 'b', 'c'], finish_reason: 'stop' }]
    const calls = round % 2 ? [cancel(job_id), host.results(end)] : [host.results(end), cancel(job_id)]
    await Promise.all([...calls, host.results(end), cancel(job_id)])
    const job = await describeJob(job_id)
    expect(['completed', 'failed']).toContain(job.status)
    expect(await credits()).toBe(before - job.credits_used)
    expect(job.credits_used).toBe(job.output_text === '' ? 0n : 3n * PRICE)
  }
})

test('credits that are reserved cannot be spent twice, in any order of submissions', async () => {
  const poor = await place.user()
  const json = { model: 'm', input_text: 'x', max_tokens: 30 }
  const runs = Array.from({ length: 8 }, () => ask(place.url, 'POST /run/model', { as: poor.authorization, json }))
  const statuses = (await Promise.all(runs)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([202, 202, 202, 402, 402, 402, 402, 402])
  const me = await poor.client.call(endpoints.me, {})
  expect([me.credits, me.total_jobs]).toEqual([10n * PRICE, 3])
})
