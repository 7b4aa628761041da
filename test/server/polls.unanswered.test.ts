import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLine, TRANSPORTS } from './host-line.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

let models = 0

describe.each(TRANSPORTS)('over %s', (transport) => {
  /** A host with a job of which its agent never got the offer, that was the answer to its poll 1. */
  async function lost() {
    const model = `m${++models}`
    const host = await place.host({ models: [model] })
    const line = await openLine(transport, place.url, host.api_key)
    const poll = (body: object) =>
      line.ask('next-job', { host_id: host.host_id, instance: 'a', wait_seconds: 0, ...body })
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x' } })
    expect((await poll({ poll: 1 })).body).toMatchObject({ job_id, attempt: 1 })
    return { host, job_id, line, poll }
  }

  test('the job of a poll whose answer was lost comes back at once, to the same host', async () => {
    const { job_id, line, poll } = await lost()
    expect((await poll({ poll: 2, unanswered: [1] })).body).toMatchObject({ job_id, attempt: 2 })
    expect((await poll({ poll: 3, unanswered: [1] })).status).toBe(204)
    line.close()
  })

  test('another agent of the host, and one that names other polls, take nothing back', async () => {
    const { line, poll } = await lost()
    expect((await poll({ poll: 2, instance: 'b', unanswered: [1] })).status).toBe(204)
    expect((await poll({ poll: 2, unanswered: [2, 3] })).status).toBe(204)
    line.close()
  })

  test('a job of which something has come stays where it is', async () => {
    const { host, job_id, line, poll } = await lost()
    const results = [{ job_id, attempt: 1, offset: 0, tokens: ['a'] }]
    await line.ask('results', { host_id: host.host_id, instance: 'a', results })
    expect((await poll({ poll: 2, unanswered: [1] })).status).toBe(204)
    line.close()
  })

  test('a poll that waits is ended by a later one that does not want its answer', async () => {
    const { host, line, poll } = await lost()
    const waiting = poll({ poll: 2, wait_seconds: 30 })
    await expect.poll(() => place.market.waiting.ofHost(host.host_id)).toHaveLength(1)
    const next = await openLine(transport, place.url, host.api_key)
    const body = { host_id: host.host_id, instance: 'a', wait_seconds: 0, poll: 3, unanswered: [2] }
    expect((await next.ask('next-job', body)).status).toBe(204)
    // Not by its own time, which is 30 s.
    await expect.poll(() => place.market.waiting.ofHost(host.host_id), { timeout: 8_000 }).toEqual([])
    expect((await waiting).status).toBe(204)
    line.close()
    next.close()
  })
})
