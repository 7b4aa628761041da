import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'
import { onEveryDialect } from './databases.ts'

await onEveryDialect((databases) => {
  let place: Marketplace
  beforeAll(async () => {
    place = await startMarketplace({ location: await databases.fresh() })
  })
  afterAll(() => place.stop())

  test('the main job over HTTP: submit, claim by a waiting poll, stream, end, pay; every list shows it', async () => {
    const buyer = await place.user()
    const host = await place.host({ price: 3_000_000n })
    const waiting = host.next(20)
    const job = await buyer.client.call(endpoints.runModel, {
      body: { model: 'm', input_text: 'hello 🦙', max_tokens: 10 },
    })
    expect(await waiting).toMatchObject({ job_id: job.job_id, input_text: 'hello 🦙', attempt: 1 })
    const events: string[] = []
    const reading = (async () => {
      const params = { job_id: job.job_id }
      for await (const event of buyer.client.events(endpoints.streamJob, { params })) events.push(event.data)
    })()
    await host.results([{ job_id: job.job_id, offset: 0, tokens: ['Hel', 'lo'] }])
    const last = { job_id: job.job_id, offset: 2, tokens: ['🦙'], finish_reason: 'stop' }
    const [ended] = await host.results([last])
    expect(ended).toEqual({ job_id: job.job_id, state: 'completed', next_offset: 3, credits_earned: 7_920_000n })
    expect(await host.results([last])).toEqual([ended])
    await reading
    expect(events).toEqual(['{"token":"Hel"}', '{"token":"lo"}', '{"token":"🦙"}', '[DONE]'])

    const shown = await buyer.client.call(endpoints.getJob, { params: { job_id: job.job_id }, query: {} })
    expect(shown).toMatchObject({ status: 'completed', output_text: 'Hello🦙', credits_used: 9_000_000n, attempts: 1 })
    const list = await buyer.client.call(endpoints.listJobs, { query: { status: 'completed' } })
    expect(list).toMatchObject({ total: 1, jobs: [{ job_id: job.job_id, credits_used: 9_000_000n }] })
    expect(await buyer.client.call(endpoints.me, {})).toMatchObject({ credits: 99_991_000_000n, total_jobs: 1 })
    await host.heartbeat(['m'], 0.25)
    const open = place.connect()
    expect(await open.call(endpoints.health, {})).toMatchObject({ active_hosts: 1, queued_jobs: 0 })
    expect(await open.call(endpoints.metrics, {})).toMatchObject({ total_jobs_completed: 1, total_users: 1 })
    expect(await open.call(endpoints.models, {})).toMatchObject({
      models: [{ name: 'm', available_hosts: 1, min_price_per_token: 3_000_000n, max_tokens: 4096 }],
    })
    expect(await open.call(endpoints.hosts, {})).toMatchObject({ hosts: [{ host_id: host.host_id, models: ['m'] }] })
    const own = await host.client.call(endpoints.hostMe, {})
    expect(own).toMatchObject({ balance: 7_920_000n, total_earnings: 7_920_000n, gpu_utilization: 0.25 })
    expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n, fees_nano: 1_080_000n })
  })

  test('one name is one account, also when many sign up with it at once', async () => {
    const body = { username: 'Twin', email: 'twin@example.com', password: 'correct horse' }
    const outcomes = await Promise.allSettled(
      ['Twin', 'twin', 'TWIN'].map((username, index) =>
        place.connect().call(endpoints.createUser, { body: { ...body, username, email: `t${index}@example.com` } }),
      ),
    )
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 })
    expect((await place.audit()).faults).toEqual([])
  })

  test('submissions at once under one Idempotency-Key are one job', async () => {
    const buyer = await place.user()
    const host = await place.host({ price: 1_000_000n, models: ['once'] })
    const body = { model: 'once', input_text: 'hello', max_tokens: 10 }
    const headers = { 'idempotency-key': 'the-same' }
    const send = () => buyer.client.call(endpoints.runModel, { body }, { headers })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(answers.map((answer) => answer.job_id)).size).toBe(1)
    expect((await buyer.client.call(endpoints.listJobs, { query: {} })).total).toBe(1)
    expect((await host.next())?.job_id).toBe(answers[0]?.job_id)
    expect(await host.next()).toBeNull()
    await buyer.client.call(endpoints.cancelJob, { params: { job_id: answers[0]?.job_id ?? '' } })
    expect((await buyer.client.call(endpoints.me, {})).credits).toBe(100_000_000_000n)
    expect((await place.audit()).faults).toEqual([])
  })
})
