import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prove } from './abuse/paid-jobs.ts'
import { ask } from './contract/ask.ts'
import { read } from './contract/reader.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const ABLE = { capabilities: ['prefix', 'tools'] as ('prefix' | 'tools')[] }
const SAY = { type: 'function', function: { name: 'say', parameters: {} } }
const job = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
const run = async (more: object = {}) => {
  const json = { model: 'm', input_text: 'x', max_tokens: 10, ...more }
  const { body } = await ask(place.url, 'POST /run/model', { as: buyer.authorization, json })
  return (body as { job_id: string }).job_id
}

/** A job of which a reader has the first entry of a host. */
async function begun(host: TestHost, { asked = {}, entry = {} }: { asked?: object; entry?: object } = {}) {
  const job_id = await run(asked)
  expect(await host.next(0)).toMatchObject({ job_id })
  const reader = await read(place.url, job_id, buyer.authorization)
  await host.results([{ job_id, attempt: 1, offset: 0, tokens: ['One', ' two'], ...entry }])
  await reader.has('two')
  return { job_id, reader }
}

/** What a host that is stopping is told of a job. */
async function stopping(host: TestHost, job_id: string) {
  const results = [{ job_id, attempt: 1, offset: 2, tokens: [] }]
  const json = { host_id: host.host_id, stopping: true, results }
  const { body } = await ask(place.url, 'POST /hosts/results', { as: `Bearer ${host.api_key}`, json })
  return (body as { results: object[] }).results[0]
}

test('a stopping host is to hand over a text that another one can go on with', async () => {
  const [first] = [await place.host(ABLE), await place.host(ABLE)]
  const { job_id } = await begun(first)
  expect(await stopping(first, job_id)).toMatchObject({ state: 'running', hand_over: true })
})

test.each([
  ['with thoughts', { entry: { notes: [{ at: 0, reasoning: true }] } }],
  ['with tools', { asked: { tools: [SAY] } }],
])('a stopping host keeps a text that nobody can go on with: one %s', async (_, what) => {
  const [first] = [await place.host(ABLE), await place.host(ABLE)]
  const { job_id } = await begun(first, what)
  const told = await stopping(first, job_id)
  expect(told).toMatchObject({ state: 'running', next_offset: 2 })
  expect(told).not.toHaveProperty('hand_over')
})

test('a stopping host keeps a text where the other one asks too much for the prompt', async () => {
  const first = await place.host(ABLE)
  const { job_id } = await begun(first, { asked: { max_price_per_input_token: 0 } })
  const dear = await place.host(ABLE)
  const json = { price_per_input_token: 0.001 }
  expect((await ask(place.url, 'PATCH /hosts/me', { as: `Bearer ${dear.api_key}`, json })).status).toBe(200)
  expect(await stopping(first, job_id)).not.toHaveProperty('hand_over')
})

test('a stranger’s text that is too large is not left to the next host, which would be over the bound', async () => {
  await place.stop()
  place = await startMarketplace({ trust: 'strangers' })
  buyer = await place.user()
  const [first, second] = [await place.host(ABLE), await place.host(ABLE)]
  const { job_id, reader } = await begun(first)
  await first.results([{ job_id, attempt: 1, offset: 2, tokens: ['x'.repeat(60_000), 'x'.repeat(60_000)] }])
  expect(await job(job_id)).toMatchObject({ status: 'failed', error: 'output_too_large', credits_used: 0n })
  expect(await second.next(0)).toBeNull()
  await reader.end()
})

test('nor is one that was filled to the brim of that bound: the next host’s first piece would be over it', async () => {
  const [first, second] = [await place.host(ABLE), await place.host(ABLE)]
  const { job_id, reader } = await begun(first)
  const gone = { code: 'engine_failed', message: 'gone', retryable: true }
  const brim = 65_536 + 10 * 256 - 'One two'.length
  await first.results([{ job_id, attempt: 1, offset: 2, tokens: ['x'.repeat(brim - 10_000), 'x'.repeat(10_000)] }])
  expect(await job(job_id)).toMatchObject({ status: 'running' })
  await first.results([{ job_id, attempt: 1, offset: 4, error: gone }])
  expect(await second.next(0)).toBeNull()
  expect(await job(job_id)).toMatchObject({ status: 'failed', error: 'engine_failed', credits_used: 0n })
  await reader.end()
  // A long text of no more than its share goes on.
  const other = await begun(second)
  await second.results([{ job_id: other.job_id, attempt: 1, offset: 2, tokens: ['x'.repeat(30_000)] }])
  await second.results([{ job_id: other.job_id, attempt: 1, offset: 3, error: gone }])
  const third = await place.host(ABLE)
  expect(await third.next(0)).toMatchObject({ job_id: other.job_id, prefix: { tokens: 3 } })
  await third.results([{ job_id: other.job_id, attempt: 2, offset: 3, tokens: ['!'], finish_reason: 'stop' }])
  await other.reader.end()
})

test('what an engine went on with is no part of the prompt, as which it counts it', async () => {
  const [first, second] = [await place.host(ABLE), await place.host(ABLE)]
  const { job_id, reader } = await begun(first)
  const gone = { code: 'engine_failed', message: 'gone', retryable: true }
  await first.results([{ job_id, attempt: 1, offset: 2, error: gone }])
  expect(await second.next(0)).toMatchObject({ job_id, prefix: { tokens: 2 } })
  const usage = { prompt_tokens: 9, completion_tokens: 1, cached_tokens: 8 }
  await second.results([{ job_id, attempt: 2, offset: 2, tokens: ['!'], finish_reason: 'stop', usage }])
  await reader.end()
  expect(await job(job_id)).toMatchObject({ output_text: 'One two!', usage: { prompt_tokens: 7, cached_tokens: 7 } })
})

test('a stranger’s text is not left to wait for a proven host that cannot go on with it', async () => {
  await place.stop()
  place = await startMarketplace({ trust: 'strangers', signupCredits: 0, paidCredits: 100 })
  await prove(place, [await place.host()])
  buyer = await place.user()
  const [first, second] = [await place.host(ABLE), await place.host(ABLE)]
  const { job_id, reader } = await begun(first)
  const gone = { code: 'engine_failed', message: 'gone', retryable: true }
  await first.results([{ job_id, attempt: 1, offset: 2, error: gone }])
  expect(await second.next(0)).toMatchObject({ job_id, prefix: { tokens: 2 } })
  await second.results([{ job_id, attempt: 2, offset: 2, tokens: ['!'], finish_reason: 'stop' }])
  await reader.end()
})
