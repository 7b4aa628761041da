import { market as endpoints } from '@mkt/schemas'
import { afterEach, expect, test } from 'vitest'
import type { MemoryStreams } from '../../../server/src/live/memory-streams.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

// The attack at a hundredth of its size: 46 jobs of 7 MB each ended a server of 512 MB.
const HOST = 600_000
const ALL = 1_000_000
const PIECE = 'x'.repeat(50_000)

let place: Marketplace
let buyer: TestUser
async function open(limits: { live_bytes_per_host?: number; live_bytes?: number }): Promise<void> {
  place = await startMarketplace({ signupCredits: 1_000_000, limits })
  buyer = await place.user()
}
afterEach(async () => {
  expect((place.market.streams as MemoryStreams).held).toBe(0)
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

/** Claims a job for the host. */
async function claim(host: TestHost, model: string): Promise<string> {
  const body = { model, input_text: 'x', max_tokens: 4000 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  expect(await host.next(0)).toMatchObject({ job_id })
  return job_id
}
const look = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
const held = () => (place.market.streams as MemoryStreams).held

// Before: its pieces were kept without a bound, and the server ended at 321 MB.
test('a host that fills memory loses its largest job each time that it is over its bound', async () => {
  await open({ live_bytes_per_host: HOST })
  const host = await place.host({ models: ['a'] })
  const jobs: string[] = []
  for (let n = 0; n < 12; n++) jobs.push(await claim(host, 'a'))
  let most = 0
  for (let offset = 0; offset < 4; offset++) {
    for (const [n, job_id] of jobs.entries()) {
      // The first is the largest.
      const tokens = n === 0 ? [PIECE, PIECE] : [PIECE]
      await host.results([{ job_id, offset: offset * tokens.length, tokens }])
      most = Math.max(most, held())
    }
  }
  expect(most).toBeLessThan(HOST + 2 * PIECE.length)
  const ends = await Promise.all(jobs.map(look))
  expect(ends[0]).toMatchObject({ status: 'failed', error: 'output_too_large', credits_used: 0n })
  expect(ends.filter(({ status }) => status === 'running').length).toBeGreaterThan(0)
  for (const [n, { status }] of ends.entries())
    if (status === 'running')
      await host.results([{ job_id: jobs[n] as string, offset: 4, tokens: [], finish_reason: 'stop' }])
})

test('a million pieces of a letter are not as small as their letters', async () => {
  await open({ live_bytes_per_host: HOST })
  const host = await place.host({ models: ['b'], max_tokens: 100_000 })
  const { job_id } = await buyer.client.call(endpoints.runModel, {
    body: { model: 'b', input_text: 'x', max_tokens: 100_000 },
  })
  await host.next(0)
  let offset = 0
  let state: string | undefined = 'running'
  for (; state === 'running' && offset < 100_000; offset += 5000)
    state = (await host.results([{ job_id, offset, tokens: Array(5000).fill('a') }]))[0]?.state
  expect([state, offset]).toEqual(['failed', 15_000])
  expect(await look(job_id)).toMatchObject({ error: 'output_too_large' })
})

test('over the bound in all the host that holds most comes again, and nothing of its text is lost', async () => {
  await open({ live_bytes: ALL })
  const [large, small] = [await place.host({ models: ['c'] }), await place.host({ models: ['d'] })]
  const [most, few] = [await claim(large, 'c'), await claim(small, 'd')]
  const deliver = (host: TestHost, job_id: string, offset: number, count: number, more = {}) =>
    host.results([{ job_id, offset, tokens: Array(count).fill(PIECE), ...more }])
  // 750 kB and 300 kB: over.
  await deliver(large, most, 0, 15)
  await deliver(small, few, 0, 6)
  for (let times = 0; times < 3; times++) {
    await expect(deliver(large, most, 15, 2)).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfterS: 1,
    })
    // Naming its jobs is not refused, nor is what others bring.
    expect(await large.results([{ job_id: most, offset: 15 }])).toMatchObject([{ state: 'running', next_offset: 15 }])
    expect(await deliver(small, few, 6 + times, 1)).toMatchObject([{ next_offset: 7 + times }])
  }
  // An end frees memory, and is taken; then there is room again.
  await deliver(small, few, 9, 1, { finish_reason: 'stop' })
  expect((await look(few)).output_text).toBe(PIECE.repeat(10))
  expect(await deliver(large, most, 15, 2)).toMatchObject([{ next_offset: 17 }])
  await deliver(large, most, 17, 1, { finish_reason: 'stop' })
  expect(await look(most)).toMatchObject({ status: 'completed', output_text: PIECE.repeat(18) })
})

test('an end is taken of the host that holds most too, with the pieces that come with it', async () => {
  await open({ live_bytes: ALL })
  const host = await place.host({ models: ['e'] })
  const [first, second] = [await claim(host, 'e'), await claim(host, 'e')]
  for (const job_id of [first, second]) await host.results([{ job_id, tokens: Array(12).fill(PIECE) }])
  const answers = await host.results([
    { job_id: first, offset: 12, tokens: ['more'] },
    { job_id: second, offset: 12, tokens: ['end'], finish_reason: 'stop' },
  ])
  expect(answers).toMatchObject([
    { state: 'running', next_offset: 12 },
    { state: 'completed', next_offset: 13 },
  ])
  await host.results([{ job_id: first, offset: 12, tokens: ['more'], finish_reason: 'stop' }])
  expect((await look(first)).output_text).toBe(`${PIECE.repeat(12)}more`)
})
