import { market as endpoints, HANDED_BACK } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { queueTopic } from '../../server/src/bus/bus.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { startMarketplace } from '../server/marketplace.ts'

test('a poll whose time is up while a job is offered to another host claims nothing', async () => {
  const clock = new ManualClock()
  const place = await startMarketplace({ clock })
  try {
    const buyer = await place.user()
    const first = await place.host({ price: 2n })
    const { job_id } = await buyer.client.call(endpoints.runModel, {
      body: { model: 'm', input_text: 'hello', max_tokens: 100 },
    })
    await first.next(0)
    // The cheaper host is asked first and may not run the job; meanwhile the poll of the other one ends.
    const small = await place.host({ price: 1n, max_tokens: 10 })
    const large = await place.host({ price: 2n })
    const polls = [small.next(10), large.next(10)]
    await expect.poll(() => place.market.waiting.ofHost(large.host_id).length).toBe(1)
    await expect.poll(() => place.market.waiting.ofHost(small.host_id).length).toBe(1)
    place.market.bus.subscribe(queueTopic('m'), () => clock.advance(10_000))
    await first.results([{ job_id, error: { code: HANDED_BACK, retryable: true } }])
    expect(await Promise.all(polls)).toEqual([null, null])
    expect(await large.next(0)).toMatchObject({ job_id, attempt: 2 })
  } finally {
    await place.stop()
  }
})
