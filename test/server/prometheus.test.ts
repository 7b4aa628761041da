import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(() => place.stop())

/** The samples of an exposition by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(`${place.url}/metrics`, {
    headers: { accept: 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4,*/*;q=0.1' },
  })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('who asks for text gets the exposition format, everybody else JSON', async () => {
  for (const accept of ['*/*', 'application/json', 'text/html,*/*;q=0.8']) {
    const answer = await fetch(`${place.url}/metrics`, { headers: { accept } })
    expect(Object.keys((await answer.json()) as object).length).toBe(4)
  }
  expect((await scrape()).get('mkt_ledger_sum_credits')).toBe(0)
})

test('jobs, pieces, time to the first token and requests are counted', async () => {
  const buyer = await place.user()
  const host = await place.host({ price: 1_000_000_000n })
  const submit = () => buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 5 } })
  const { job_id } = await submit()
  await submit()
  expect(await scrape().then((found) => [found.get('mkt_jobs_queued'), found.get('mkt_hosts_active')])).toEqual([2, 1])
  await host.next()
  expect((await scrape()).get('mkt_jobs_running')).toBe(1)
  await host.results([{ job_id, offset: 0, tokens: ['a', 'b'] }])
  await host.results([{ job_id, offset: 2, tokens: ['c'], finish_reason: 'stop' }])
  const found = await scrape()
  expect(found.get('mkt_pieces_total')).toBe(3)
  expect(found.get('mkt_first_token_seconds_count')).toBe(1)
  expect(found.get('mkt_jobs_ended_total{state="completed"}')).toBe(1)
  expect(found.get('mkt_queue_age_seconds')).toBeGreaterThan(0)
  expect(found.get('mkt_http_request_seconds_count{method="POST",route="/run/model",status="202"}')).toBe(2)
})
