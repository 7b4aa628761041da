import { market as endpoints } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { ManualClock } from './manual-clock.ts'
import { startMarketplace } from './marketplace.ts'

const DAY_MS = 86_400_000

test('prompts and texts of ended jobs are erased after the retention time; the books and the rest stay', async () => {
  const clock = new ManualClock()
  const place = await startMarketplace({ clock, retentionDays: 2 })
  try {
    const buyer = await place.user()
    const host = await place.host()
    const submit = async () =>
      (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'secret' } })).job_id
    const job = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })
    const done = await submit()
    await host.next()
    await host.results([{ job_id: done, tokens: ['a', 'b'], finish_reason: 'stop' }])
    const before = await job(done)
    expect(before).toMatchObject({ input_text: 'secret', output_text: 'ab' })
    clock.advance(DAY_MS)
    await host.heartbeat()
    const open = await submit()
    clock.advance(DAY_MS)
    // The next round of upkeep after the time is up.
    await expect
      .poll(async () => {
        clock.advance(600_000)
        return (await job(done)).input_text
      })
      .toBe('')
    expect(await job(done)).toEqual({ ...before, input_text: '', output_text: null })
    expect((await job(open)).input_text).toBe('secret')
    const events = []
    for await (const event of buyer.client.events(endpoints.streamJob, { params: { job_id: done } }))
      events.push(event.data)
    expect(events).toEqual(['{"error":"erased"}', '[DONE]'])
    expect((await place.audit()).faults).toEqual([])
  } finally {
    await place.stop()
  }
})
