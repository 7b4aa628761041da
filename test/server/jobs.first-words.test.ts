import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let user: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  user = await place.user()
  host = await place.host()
})
afterAll(async () => {
  await place.stop()
})

const whole = (job_id: string) =>
  user.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' as const } })

async function begin(): Promise<string> {
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  await host.next(10)
  return job_id
}

test('a job says when its first words came, from then on and after its end', async () => {
  const job_id = await begin()
  expect((await whole(job_id)).first_token_at).toBeNull()
  await host.results([{ job_id, offset: 0, tokens: ['a'] }])
  const running = await whole(job_id)
  const at = Date.parse(running.first_token_at ?? '')
  expect(at).toBeGreaterThanOrEqual(Date.parse(running.started_at ?? ''))
  await host.results([{ job_id, offset: 1, tokens: ['b'], finish_reason: 'stop' }])
  const ended = await whole(job_id)
  expect(ended).toMatchObject({ status: 'completed', first_token_at: running.first_token_at })
  expect(await user.client.call(endpoints.getJob, { params: { job_id } })).not.toHaveProperty('first_token_at')
})

test('one that was cancelled before any has none, and one that failed behind some has them', async () => {
  const silent = await begin()
  await user.client.call(endpoints.cancelJob, { params: { job_id: silent } })
  expect(await whole(silent)).toMatchObject({ status: 'failed', first_token_at: null })
  const broken = await begin()
  await host.results([{ job_id: broken, offset: 0, tokens: ['a'] }])
  await user.client.call(endpoints.cancelJob, { params: { job_id: broken } })
  expect((await whole(broken)).first_token_at).not.toBeNull()
})
