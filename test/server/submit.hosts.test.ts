import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeEach(async () => {
  place = await startMarketplace({ limits: { queued_jobs_choosing: 1 } })
  buyer = await place.user()
})
afterEach(() => place.stop())

const submit = (more: object) =>
  ask(place.url, 'POST /run/model', { as: buyer.authorization, json: { model: 'm', input_text: 'x', ...more } })
const refusal = (error: string, message: string) => ({ body: { error, message: expect.stringContaining(message) } })

test('only the hosts that the buyer lets run a job are quoted, and get it', async () => {
  const [dear, cheap] = [await place.host({ price: 3_000_000n }), await place.host({ price: 1_000_000n })]
  const { body } = await submit({ max_tokens: 10, hosts: { only: [dear.host_id] } })
  expect(body).toMatchObject({ credits_reserved: 0.03 })
  expect(await cheap.next()).toBeNull()
  expect(await dear.next()).toMatchObject({ job_id: (body as { job_id: string }).job_id })
  expect((await submit({ max_tokens: 10, hosts: { not: [dear.host_id] } })).body).toMatchObject({
    credits_reserved: 0.01,
  })
})

test('where none of them offers the model the job is refused, and one that waits says for what', async () => {
  const host = await place.host()
  const other = await place.host({ models: ['other'] })
  const only = { hosts: { only: [other.host_id] } }
  expect(await submit(only)).toMatchObject({
    status: 503,
    ...refusal('no_host_available', 'None of the hosts that you'),
  })
  expect((await submit({ hosts: { not: [host.host_id] } })).status).toBe(503)
  const { body } = await submit({ hosts: { only: [host.host_id] } })
  await host.heartbeat([])
  const { job_id } = body as { job_id: string }
  const job = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
  expect(job.waiting_for).toContain('one of the hosts that may run it')
  expect((await other.client.call(endpoints.hostMe, {})).why_no_jobs.reserved_for_another_host).toBe(1)
})

test('jobs that name hosts are few, since all others’ claims look past them', async () => {
  const host = await place.host()
  const named = { hosts: { only: [host.host_id] } }
  expect((await submit(named)).status).toBe(202)
  expect(await submit(named)).toMatchObject({ status: 429, ...refusal('too_many_queued', 'submit without "hosts"') })
  expect((await submit({})).status).toBe(202)
  await host.next()
  expect((await submit(named)).status).toBe(202)
})

test('a job for verified hosts is refused while none is, and lists of hosts must be lists of ids', async () => {
  await place.host()
  expect(await submit({ verified: true })).toMatchObject({
    status: 503,
    ...refusal('no_host_available', 'No host of "m" is verified'),
  })
  expect((await submit({ verified: false })).status).toBe(202)
  for (const hosts of [{ only: [] }, { only: ['x'] }, { not: 'host' }, []])
    expect((await submit({ hosts })).status).toBe(400)
})
