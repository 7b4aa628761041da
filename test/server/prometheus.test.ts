import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
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
  expect(found.get('mkt_model_jobs_submitted_total{model="other"}')).toBe(2)
  expect(found.get('mkt_http_request_seconds_count{method="POST",route="/run/model",status="202"}')).toBe(2)
})

test('jobs, tokens, money and times are counted by model, once a job of it was completed', async () => {
  const other = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
  const read = async () => {
    const text = await (await fetch(`${other.url}/metrics`, { headers: { accept: 'text/plain' } })).text()
    return (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  }
  const buyer = await other.user()
  const host = await other.host({ models: ['llama'], price: 1_000_000_000n })
  const run = async (end: object) => {
    const body = { model: 'llama', input_text: 'x', max_tokens: 10 }
    const { job_id } = await buyer.client.call(endpoints.runModel, { body })
    await host.next()
    await host.results([{ job_id, tokens: ['a', 'b'], ...end }])
  }
  await run({ finish_reason: 'stop' })
  await run({ finish_reason: 'stop' })
  await run({ tokens: [], error: { code: 'made_up_by_a_host', message: 'x', retryable: false } })
  const [job] = [
    await buyer.client.call(endpoints.runModel, { body: { model: 'llama', input_text: 'x', max_tokens: 1 } }),
  ]
  await buyer.client.call(endpoints.cancelJob, { params: { job_id: job.job_id } })
  await host.client.call(endpoints.createWithdrawal, { body: { amount: 500_000_000n, destination: 'bank' } })
  const found = await read()
  expect(found('mkt_model_jobs_ended_total{model="llama",outcome="completed"}')).toBe(2)
  expect(found('mkt_model_jobs_ended_total{model="llama",outcome="failed"}')).toBe(1)
  expect(found('mkt_model_jobs_ended_total{model="llama",outcome="cancelled"}')).toBe(1)
  expect(found('mkt_model_tokens_total{model="llama"}')).toBe(4)
  expect(found('mkt_credits_charged_total{model="llama"}')).toBe(4)
  expect(found('mkt_credits_fees_total')).toBeCloseTo(0.48, 9)
  expect(found('mkt_credits_earned_total')).toBeCloseTo(3.52, 9)
  expect(found('mkt_model_first_token_seconds_count{model="llama"}')).toBe(1)
  expect(found('mkt_model_job_seconds_count{model="llama"}')).toBe(2)
  expect(found('mkt_model_offers{model="llama"}')).toBe(1)
  expect(found('mkt_withdrawals{status="pending"}')).toBe(1)
  expect(found('mkt_withdrawals_credits{status="pending"}')).toBe(0.5)
  expect(found('mkt_withdrawals{status="paid"}')).toBe(0)
  expect(found('mkt_credits_issued')).toBe(100)
  await other.stop()
})

test('a host that offers a hundred names adds no series, and one that sells itself jobs for nothing a bounded number', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `name-${at}`)
  const host = await place.host({ models: names, price: 0n })
  const buyer = await place.user('self-dealer')
  expect([...(await scrape()).keys()].filter((name) => name.includes('name-'))).toEqual([])
  for (const model of names) {
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 1 } })
    await host.next()
    await host.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
  }
  const found = await scrape()
  const labels = new Set([...found.keys()].flatMap((name) => /model="(name-\d+)"/.exec(name)?.[1] ?? []))
  expect(labels.size).toBeGreaterThan(0)
  expect(labels.size).toBeLessThanOrEqual(25)
  expect(found.get('mkt_model_tokens_total{model="other"}')).toBeGreaterThanOrEqual(75)
  // Paid work still gets a label of its own.
  const paid = await place.host({ models: ['paid-model'], price: 1_000_000n })
  const { job_id } = await buyer.client.call(endpoints.runModel, {
    body: { model: 'paid-model', input_text: 'x', max_tokens: 1 },
  })
  await paid.next()
  await paid.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
  expect((await scrape()).get('mkt_model_tokens_total{model="paid-model"}')).toBe(1)
})
