import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host()
  await submit()
  const completed = await host.next(0)
  await host.results([{ job_id: completed?.job_id, tokens: ['a', 'b'], finish_reason: 'stop' }])
  await buyer.client.call(endpoints.cancelJob, { params: { job_id: await submit() } })
  await submit()
  const running = await host.next(0)
  await host.results([{ job_id: running?.job_id, tokens: ['a', 'b', 'c'] }])
})
afterAll(() => place.stop())

const submit = async () =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })).job_id
const list = async (query: string) => {
  const { body } = await ask(place.url, `GET /jobs${query}`, { as: buyer.authorization })
  return (body as { jobs: Record<string, unknown>[] }).jobs
}
const MEMBERS = ['created_at', 'credits_used', 'job_id', 'model', 'status']

test('a list of jobs has its five members and no others', async () => {
  for (const job of await list('')) expect(Object.keys(job).sort()).toEqual(MEMBERS)
})

test('detail=full adds why a job failed, its tokens and when it ended', async () => {
  const jobs = await list('?detail=full')
  for (const job of jobs)
    expect(Object.keys(job).sort()).toEqual([...MEMBERS, 'error', 'finished_at', 'tokens_generated'].sort())
  expect(jobs).toMatchObject([
    { status: 'running', error: null, tokens_generated: 3, finished_at: null },
    { status: 'failed', error: 'cancelled', tokens_generated: 0, finished_at: expect.stringMatching(/Z$/) },
    { status: 'completed', error: null, tokens_generated: 2, finished_at: expect.stringMatching(/Z$/) },
  ])
})

test('another detail is refused', async () => {
  const answer = await ask(place.url, 'GET /jobs?detail=some', { as: buyer.authorization })
  expectError(answer, 400, 'invalid_request')
})
