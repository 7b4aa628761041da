import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic } from './contract/access.cast.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

const DAY_MS = 86_400_000
const PRICE = 1_000_000n
const clock = new ManualClock()
let place: Marketplace
let buyer: TestUser
let host: TestHost
const day = (ago: number) => new Date(clock.now() - ago * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  place = await startMarketplace({ clock })
  buyer = await place.user('buyer')
  host = await place.host({ models: ['small', 'large'] })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

async function job(client: TestUser['client'], model: string, tokens: number, prompt_tokens?: number): Promise<void> {
  await host.heartbeat()
  const { job_id } = await client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 50 } })
  await host.next()
  const usage = prompt_tokens === undefined ? {} : { usage: { prompt_tokens } }
  await host.results([{ job_id, tokens: Array(tokens).fill('t'), finish_reason: 'stop', ...usage }])
}
const used = (query: { by?: string; from?: string; to?: string }) => buyer.client.call(endpoints.usage, { query })
const figures = (jobs: number, tokens: number, prompt_tokens = 0) => {
  return { jobs, tokens, prompt_tokens, credits: BigInt(tokens) * PRICE }
}

test('jobs are counted by the day of their end, their model and the token that submitted them', async () => {
  const laptop = await buyer.client.call(endpoints.createToken, { body: { name: 'laptop' } })
  await job(buyer.client, 'small', 5, 7)
  await job(place.connect(`Bearer ${laptop.token}`), 'large', 3)
  clock.advance(DAY_MS)
  await job(place.connect(`Bearer ${laptop.token}`), 'small', 2, 1)
  await job(place.connect(basic(buyer.username, buyer.password)), 'small', 1)
  expect((await used({})).rows).toEqual([
    { day: day(1), ...figures(2, 8, 7) },
    { day: day(0), ...figures(2, 3, 1) },
  ])
  expect((await used({ by: 'model' })).rows).toEqual([
    { model: 'large', ...figures(1, 3) },
    { model: 'small', ...figures(3, 8, 8) },
  ])
  const report = await used({ by: 'token,day,model' })
  expect(report.total).toEqual(figures(4, 11, 8))
  expect(report.rows.map(({ day, model, token_name, tokens }) => [day, model, token_name, tokens])).toEqual(
    expect.arrayContaining([
      [day(1), 'large', 'laptop', 3],
      [day(1), 'small', 'test', 5],
      [day(0), 'small', 'laptop', 2],
      [day(0), 'small', 'password', 1],
    ]),
  )
  expect(report.rows).toHaveLength(4)
  // A revoked token keeps its name here; its figures stay.
  await buyer.client.call(endpoints.revokeToken, { params: { token_id: laptop.token_id } })
  const tokens = (await used({ by: 'token' })).rows
  expect(tokens).toContainEqual({ token_id: laptop.token_id, token_name: 'laptop', ...figures(2, 5, 1) })
  expect(tokens).toContainEqual({ token_id: null, token_name: 'password', ...figures(1, 1) })
})

test('the first day belongs to a period and the last does not; a host earns by the same days', async () => {
  expect(await used({ from: day(1), to: day(0) })).toMatchObject({ from: day(1), to: day(0), total: { jobs: 2 } })
  expect((await used({ from: day(0) })).total.jobs).toBe(2)
  const earned = await host.client.call(endpoints.hostEarningsByDay, { query: { by: 'day,model' } })
  const share = (tokens: number) => (BigInt(tokens) * PRICE * 88n) / 100n
  expect(earned.rows).toEqual([
    { day: day(1), model: 'large', jobs: 1, tokens: 3, credits: share(3) },
    { day: day(1), model: 'small', jobs: 1, tokens: 5, credits: share(5) },
    { day: day(0), model: 'small', jobs: 2, tokens: 3, credits: share(3) },
  ])
  expect(earned.total.credits).toBe((await host.client.call(endpoints.hostMe, {})).total_earnings)
})

test('a job of the OpenAI door counts for its token; a failed one counts for nobody, a cancelled one with what it cost', async () => {
  const before = (await used({ by: 'token' })).total
  await host.heartbeat()
  const asked = fetch(`${place.url}/v1/completions`, {
    method: 'POST',
    headers: { authorization: buyer.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'small', prompt: 'x', max_tokens: 4 }),
  })
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id, tokens: ['a', 'b'], finish_reason: 'stop' }])
  expect((await asked).status).toBe(200)
  const run = async () => {
    const body = { model: 'small', input_text: 'x', max_tokens: 9 }
    const { job_id } = await buyer.client.call(endpoints.runModel, { body })
    await host.next()
    return job_id
  }
  await host.results([{ job_id: await run(), tokens: [], error: { code: 'engine_died' } }])
  const cancelled = await run()
  await host.results([{ job_id: cancelled, tokens: ['a', 'b', 'c'] }])
  await buyer.client.call(endpoints.cancelJob, { params: { job_id: cancelled } })
  const untouched = await run()
  await buyer.client.call(endpoints.cancelJob, { params: { job_id: untouched } })
  const after = await used({ by: 'token' })
  expect(after.total).toMatchObject({ jobs: before.jobs + 2, tokens: before.tokens + 5 })
  expect(after.rows.find(({ token_name }) => token_name === 'test')).toMatchObject({ jobs: 3, tokens: 10 })
})

test('a period that is none is refused in a sentence', async () => {
  const refused = { status: 400, code: 'invalid_request' }
  await expect(used({ from: day(0), to: day(0) })).rejects.toMatchObject(refused)
  await expect(used({ from: day(500) })).rejects.toMatchObject({ details: [{ path: 'query.from' }] })
  await expect(used({ from: '2026-02-30' })).rejects.toMatchObject(refused)
  await expect(used({ by: 'host' })).rejects.toMatchObject({ details: [{ path: 'query.by' }] })
})
