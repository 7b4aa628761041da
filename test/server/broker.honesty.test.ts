import { market as endpoints } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { type Measure, suspicious } from '../../server/src/market/broker/honesty.ts'
import { ManualClock } from './manual-clock.ts'
import { startMarketplace, type TestHost } from './marketplace.ts'

const measure = (host_id: string, bytes_per_token: number, more: Partial<Measure> = {}): Measure => ({
  ...{ host_id, model: 'm', bytes_per_token, jobs: 10, proven: true, paid_nano: 100n },
  ...more,
})

test('a host is flagged for text far below that of two others, never by one rival or few jobs', () => {
  const honest = [measure('a', 4), measure('b', 5)]
  expect(suspicious([...honest, measure('liar', 1.9)])).toEqual(new Set(['liar']))
  expect(suspicious([...honest, measure('terse', 2.1)])).toEqual(new Set())
  expect(suspicious([...honest, measure('new', 0.1, { jobs: 9 })])).toEqual(new Set())
  expect(suspicious([measure('a', 4), measure('lone', 0.1)])).toEqual(new Set())
  expect(suspicious([...honest, measure('other', 0.1, { model: 'another model' })])).toEqual(new Set())
})

test('judges are proven, were paid half as much as who is judged, and count by what they were paid', () => {
  const lone = measure('lone', 1)
  expect(suspicious([lone, measure('a', 4, { proven: false }), measure('b', 4)])).toEqual(new Set())
  const poor = [measure('a', 4, { paid_nano: 24n }), measure('b', 4, { paid_nano: 25n })]
  expect(suspicious([lone, ...poor])).toEqual(new Set())
  const rich = measure('rich', 1.5, { paid_nano: 1000n })
  expect(suspicious([lone, rich, ...['c', 'd', 'e'].map((name) => measure(name, 40))])).toEqual(new Set())
})

test('a host that bills tokens which its text does not hold is flagged, routed last, and cleared when it is honest again', async () => {
  const clock = new ManualClock()
  const place = await startMarketplace({ clock })
  try {
    const buyers = [await place.user(), await place.user()] as const
    let turn = 0
    const hosts = await Promise.all([1n, 2n, 3n].map((price) => place.host({ price })))
    const [liar, honest] = hosts as [TestHost, TestHost]
    const run = async (host: TestHost, tokens: number) => {
      await buyers[turn++ % 2 ? 0 : 1].client.call(endpoints.runModel, {
        body: { model: 'm', input_text: 'x', max_tokens: 10, max_price_per_token: 3n },
      })
      const offer = await host.next()
      const end = { finish_reason: 'stop', usage: { completion_tokens: tokens } }
      await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['four', 'four'], ...end }])
    }
    for (let round = 0; round < 10; round++) for (const host of hosts) await run(host, host === liar ? 8 : 2)
    const flaggedAfterUpkeep = async () => {
      for (const host of hosts) await host.heartbeat()
      clock.advance(60_000)
      return (await fetchFlagged(place.url)) === 1
    }
    await expect.poll(flaggedAfterUpkeep).toBe(true)

    const polls = [liar.next(20), honest.next(20)]
    await expect
      .poll(() => place.market.waiting.ofHost(honest.host_id).length + place.market.waiting.ofHost(liar.host_id).length)
      .toBe(2)
    const [buyer] = buyers
    const job = await buyer.client.call(endpoints.runModel, {
      body: { model: 'm', input_text: 'x', max_tokens: 10, max_price_per_token: 3n },
    })
    expect((await polls[1])?.job_id).toBe(job.job_id)
    expect(
      (await buyer.client.call(endpoints.getJob, { params: { job_id: job.job_id }, query: {} })).routing?.reason,
    ).toContain('token counts')
    clock.advance(21_000)
    await polls[0]

    for (let round = 0; round < 20; round++) await run(liar, 2)
    await expect.poll(flaggedAfterUpkeep).toBe(false)
  } finally {
    await place.stop()
  }
})

async function fetchFlagged(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { accept: 'text/plain' } })).text()
  return Number(/^mkt_hosts_flagged (\d+)$/m.exec(text)?.[1])
}
