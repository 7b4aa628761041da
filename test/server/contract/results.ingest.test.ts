import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask } from './ask.ts'
import { read, wholeStream } from './reader.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ price: 5n })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const claimed = async (max_tokens = 50, more: object = {}) => {
  const body = { model: 'm', input_text: 'x', max_tokens }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  const offered = await host.client.call(endpoints.nextJob, { body: { host_id: host.host_id, ...more } })
  expect(offered?.job_id).toBe(job_id)
  return job_id
}
const say = async (result: object, more: object = {}) => {
  const json = { host_id: host.host_id, results: [result], ...more }
  const answer = await ask(place.url, 'POST /hosts/results', { as: `Bearer ${host.api_key}`, json })
  expect(answer.status).toBe(200)
  return (answer.body as { results: object[] }).results[0]
}
const describeJob = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const streamOf = async (job_id: string) => (await read(place.url, job_id, buyer.authorization)).end()

test('an answer has job_id, state and next_offset; credits_earned comes with the end', async () => {
  const job_id = await claimed()
  expect(await say({ job_id, offset: 0, tokens: ['a', 'b'] })).toEqual({ job_id, state: 'running', next_offset: 2 })
  const end = { job_id, state: 'completed', next_offset: 3, credits_earned: 13e-9 }
  expect(await say({ job_id, offset: 2, tokens: ['c'], finish_reason: 'stop' })).toEqual(end)
})

test('overlaps are trimmed, repeated calls change nothing', async () => {
  const job_id = await claimed()
  const calls = [
    { offset: 0, tokens: ['a', 'b'] },
    { offset: 0, tokens: ['a', 'b'] },
    { offset: 1, tokens: ['b', 'c', 'd'] },
    { offset: 0, tokens: ['a'] },
    { tokens: ['a', 'b', 'c'] },
    { offset: 4, tokens: [] },
  ]
  const offsets: unknown[] = []
  for (const call of calls) offsets.push(await say({ job_id, ...call }))
  expect(offsets).toMatchObject([2, 2, 4, 4, 4, 4].map((next_offset) => ({ state: 'running', next_offset })))
  const last = { job_id, offset: 3, tokens: ['d', 'e'], finish_reason: 'stop', usage: { completion_tokens: 5 } }
  const first = await say(last)
  expect(await say(last)).toEqual(first)
  expect(await say({ ...last, usage: { completion_tokens: 1 } })).toEqual(first)
  expect(first).toMatchObject({ state: 'completed', next_offset: 5 })
  expect(await streamOf(job_id)).toBe(wholeStream(1, ['a', 'b', 'c', 'd', 'e']))
  expect((await describeJob(job_id)).credits_used).toBe(25n)
})

test('a gap is answered with the offset to resend from, and its finish_reason is ignored', async () => {
  const job_id = await claimed()
  await say({ job_id, tokens: ['a'] })
  const gap = { job_id, offset: 2, tokens: ['c'], finish_reason: 'stop' }
  expect(await say(gap)).toEqual({ job_id, state: 'running', next_offset: 1 })
  expect(await describeJob(job_id)).toMatchObject({ status: 'running', tokens_generated: 1 })
  expect(await say({ ...gap, offset: 1, tokens: ['b', 'c'] })).toMatchObject({ state: 'completed', next_offset: 3 })
  expect(await streamOf(job_id)).toBe(wholeStream(1, ['a', 'b', 'c']))
})

test('pieces beyond max_tokens end the job as length; they are not shown and not billed', async () => {
  const job_id = await claimed(3)
  await say({ job_id, tokens: ['a', 'b'] })
  const last = { job_id, offset: 2, tokens: ['c', 'd', 'e'], usage: { completion_tokens: 5 } }
  for (let n = 0; n < 2; n++) expect(await say(last)).toMatchObject({ state: 'completed', credits_earned: 13e-9 })
  const shown = {
    status: 'completed',
    finish_reason: 'length',
    output_text: 'abc',
    tokens_generated: 3,
    credits_used: 15n,
  }
  expect(await describeJob(job_id)).toMatchObject(shown)
  expect(await streamOf(job_id)).toBe(wholeStream(1, ['a', 'b', 'c']))
})

test('exactly max_tokens pieces do not end a job by themselves', async () => {
  const job_id = await claimed(2)
  expect(await say({ job_id, tokens: ['a', 'b'] })).toMatchObject({ state: 'running' })
  expect(await say({ job_id, offset: 2, finish_reason: 'stop' })).toMatchObject({ state: 'completed' })
  expect((await describeJob(job_id)).finish_reason).toBe('stop')
})

describe('what a host says about a job that is not its own running attempt is lost and changes nothing', () => {
  const lost = (job_id: string) => ({ job_id, state: 'lost', next_offset: 0 })
  const lies = (job_id: string) => [
    { job_id, tokens: ['lie'] },
    { job_id, tokens: ['lie'], finish_reason: 'stop' },
    { job_id, error: { code: 'lie', retryable: true } },
  ]

  test.each(['job_01k9zq4v7m3x8e2r5t6y7u8w9a', 'nonsense', '__proto__', 'usr_1'])(
    'an unknown job: %s',
    async (job_id) => {
      for (const lie of lies(job_id)) expect(await say(lie)).toEqual(lost(job_id))
    },
  )

  test('a queued job', async () => {
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
    for (const lie of lies(job_id)) expect(await say(lie)).toEqual(lost(job_id))
    expect((await describeJob(job_id)).status).toBe('queued')
    await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
    for (const lie of lies(job_id)) expect(await say(lie)).toEqual(lost(job_id))
  })

  test("another host's job, running and ended", async () => {
    const other = await place.host({ models: ['other'] })
    const job_id = await claimed()
    for (const lie of lies(job_id)) expect(await other.results([lie])).toEqual([lost(job_id)])
    expect(await describeJob(job_id)).toMatchObject({ status: 'running', tokens_generated: 0, host_id: host.host_id })
    await say({ job_id, tokens: ['true'], finish_reason: 'stop' })
    for (const lie of lies(job_id)) expect(await other.results([lie])).toEqual([lost(job_id)])
    expect(await describeJob(job_id)).toMatchObject({ status: 'completed', output_text: 'true' })
  })

  test('an old attempt, and one that never was', async () => {
    const job_id = await claimed()
    expect(await say({ job_id, error: { code: 'handed_back' } })).toMatchObject({ state: 'lost' })
    expect((await host.next(0))?.attempt).toBe(2)
    for (const attempt of [1, 3])
      for (const lie of lies(job_id)) expect(await say({ attempt, ...lie })).toEqual(lost(job_id))
    await say({ job_id, attempt: 2, tokens: ['true'], finish_reason: 'stop' })
    for (const lie of lies(job_id)) expect(await say({ attempt: 1, ...lie })).toEqual(lost(job_id))
    expect((await describeJob(job_id)).output_text).toBe('true')
  })

  test('the same host under another instance', async () => {
    const job_id = await claimed(50, { instance: 'first' })
    for (const lie of lies(job_id)) expect(await say(lie, { instance: 'second' })).toEqual(lost(job_id))
    expect(await say({ job_id, tokens: ['a'] }, { instance: 'first' })).toMatchObject({ state: 'running' })
    expect(await say({ job_id, offset: 1, finish_reason: 'stop' })).toMatchObject({ state: 'completed' })
  })
})

test('one call carries many jobs, and a lost one among them does not harm the others', async () => {
  const ids = [await claimed(), await claimed(), await claimed()]
  const results = [
    { job_id: ids[0], tokens: ['a'], finish_reason: 'stop' },
    { job_id: 'job_unknown', tokens: ['x'] },
    { job_id: ids[1], tokens: ['b'] },
    { job_id: ids[2], error: { code: 'broken' } },
    { job_id: ids[1], offset: 1, tokens: ['c'], finish_reason: 'length' },
  ]
  const states = (await host.results(results)).map(({ job_id, state }) => [job_id, state])
  expect(states).toEqual([
    [ids[0], 'completed'],
    ['job_unknown', 'lost'],
    [ids[1], 'running'],
    [ids[2], 'failed'],
    [ids[1], 'completed'],
  ])
  expect((await describeJob(ids[1] as string)).output_text).toBe('bc')
})

test('a host that floods is stopped: the job fails, free', async () => {
  const before = (await buyer.client.call(endpoints.me, {})).credits
  const job_id = await claimed(1)
  const tokens = Array.from({ length: 1 }, () => 'x'.repeat(65_536))
  const rest = { job_id, offset: 0, tokens: [...tokens, 'y'] }
  await say(rest)
  const flooded = await claimed(2)
  expect(await say({ job_id: flooded, tokens: ['x'.repeat(65_536), 'x'.repeat(65_536)] })).toMatchObject({
    state: 'failed',
  })
  expect(await describeJob(flooded)).toMatchObject({ error: 'output_too_large', credits_used: 0n })
  expect((await buyer.client.call(endpoints.me, {})).credits).toBe(before - 5n)
})

test("a host's error code that is no code is host_error", async () => {
  const job_id = await claimed()
  await say({ job_id, error: { code: '<script>alert(1)</script>', message: 'x' } })
  expect((await describeJob(job_id)).error).toBe('host_error')
})
