import { market as endpoints } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { ManualClock } from './manual-clock.ts'
import { startMarketplace } from './marketplace.ts'

test('a model may have a limit of its own: it is listed, quoted and claimed by it', async () => {
  const place = await startMarketplace()
  try {
    const buyer = await place.user()
    const body = {
      gpu: 'g',
      models: ['short', 'long'],
      price_per_token: 1_000_000n,
      backend: 'huggingface' as const,
      max_tokens: 1000,
      model_max_tokens: { short: 50 },
    }
    const { host_id, api_key } = await place.connect().call(endpoints.registerHost, { body })
    const host = place.connect(`Bearer ${api_key}`)
    const models = await place.connect().call(endpoints.models, {})
    expect(models.models.map(({ name, max_tokens }) => [name, max_tokens])).toEqual([
      ['long', 1000],
      ['short', 50],
    ])
    const run = (model: string, max_tokens?: number) =>
      buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', ...(max_tokens ? { max_tokens } : {}) } })
    await expect(run('short', 51)).rejects.toMatchObject({ status: 400 })
    const whole = await run('short')
    expect(whole.credits_reserved).toBe(50_000_000n)
    expect(await host.call(endpoints.nextJob, { body: { host_id } })).toMatchObject({
      job_id: whole.job_id,
      max_tokens: 50,
    })
    await run('short', 40)
    await host.call(endpoints.changeHost, { body: { model_max_tokens: { short: 30 } } })
    expect(await host.call(endpoints.nextJob, { body: { host_id } })).toBeNull()
    expect(await host.call(endpoints.hostMe, {})).toMatchObject({ why_no_jobs: { max_tokens_above_host: 1 } })
    // An older one that is too long stays where it is when a short one follows.
    const fits = await run('short', 30)
    expect(await host.call(endpoints.nextJob, { body: { host_id } })).toMatchObject({ job_id: fits.job_id })
    expect(await host.call(endpoints.nextJob, { body: { host_id } })).toBeNull()
  } finally {
    await place.stop()
  }
})

test('a heartbeat keeps the jobs that it names alive, and no others', async () => {
  const clock = new ManualClock()
  const place = await startMarketplace({ clock })
  try {
    const buyer = await place.user()
    const host = await place.host()
    const other = await place.host({ models: ['x'] })
    const submit = async () =>
      (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })).job_id
    const [named, unnamed] = [await submit(), await submit()]
    await host.next()
    await host.next()
    const beat = (one: typeof host, models: string[], running_jobs: string[]) =>
      one.client.call(endpoints.heartbeatHost, {
        body: { host_id: one.host_id, gpu_utilization: 0, available_models: models, running_jobs },
      })
    // Longer than a lease, and shorter than a first piece may take.
    for (const ms of [30_000, 30_000, 30_000, 15_000]) {
      clock.advance(ms)
      await beat(host, ['m'], [named])
      await beat(other, ['x'], [unnamed])
    }
    const state = async (job_id: string) =>
      (await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })).status
    await expect.poll(() => state(unnamed)).toBe('queued')
    expect(await state(named)).toBe('running')
  } finally {
    await place.stop()
  }
})
