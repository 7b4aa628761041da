import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(() => place.stop())

test('a prompt runs on a host, streams to its buyer and pays 88 % of tokens x price', async () => {
  const buyer = await place.user()
  const host = await place.host({ price: 3_000_000n })
  const body = { model: 'm', input_text: 'hello', max_tokens: 10 }
  const job = await buyer.client.call(endpoints.runModel, { body })
  expect(job.credits_reserved).toBe(30_000_000n)
  const offer = await host.next(1)
  expect(offer).toEqual({
    job_id: job.job_id,
    model: 'm',
    input_text: 'hello',
    max_tokens: 10,
    temperature: 0.7,
    attempt: 1,
  })

  const events: string[] = []
  const reading = (async () => {
    for await (const event of buyer.client.events(endpoints.streamJob, { params: { job_id: job.job_id } }))
      events.push(event.data)
  })()
  await host.results([{ job_id: job.job_id, offset: 0, tokens: ['Hel', 'lo'] }])
  const [ended] = await host.results([{ job_id: job.job_id, offset: 2, tokens: [' you'], finish_reason: 'stop' }])
  expect(ended).toEqual({ job_id: job.job_id, state: 'completed', next_offset: 3, credits_earned: 7_920_000n })
  await reading
  expect(events).toEqual(['{"token":"Hel"}', '{"token":"lo"}', '{"token":" you"}', '[DONE]'])

  const me = await buyer.client.call(endpoints.me, {})
  expect(me.credits).toBe(100_000_000_000n - 9_000_000n)
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n, fees_nano: 1_080_000n })
})
