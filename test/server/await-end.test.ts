import { expect, test } from 'vitest'
import { createInProcessBus } from '../../server/src/bus/in-process.ts'
import type { Market } from '../../server/src/market/deps.ts'
import { awaitEnd } from '../../server/src/market/reports/await-end.ts'
import { ManualClock } from './manual-clock.ts'

/** One queued job, of whose end nobody tells, and how often it was looked at. */
function untold(shared: boolean) {
  const clock = new ManualClock()
  const job = { state: 'queued' }
  let looks = 0
  const database = {
    get: async () => {
      looks++
      return { ...job }
    },
  }
  const market = { clock, database, streams: { shared }, bus: createInProcessBus() } as unknown as Market
  let over = false
  const gone = new AbortController()
  const end = awaitEnd(market, 'job_1', 86_400_000, gone.signal).then(() => {
    over = true
  })
  return { clock, job, end, gone, looks: () => looks, over: () => over }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1))

test('who waits for a whole answer hears of its end though the server that ended it could tell nobody', async () => {
  const { clock, job, end, looks, over } = untold(true)
  await turn()
  clock.advance(10_000)
  await turn()
  expect([looks(), over()]).toEqual([2, false])
  job.state = 'failed'
  clock.advance(9_999)
  await turn()
  expect(over()).toBe(false)
  clock.advance(1)
  await end
})

test('where one server is all there is nobody looks for what it would have told', async () => {
  const { clock, job, end, gone, looks } = untold(false)
  await turn()
  job.state = 'failed'
  clock.advance(60_000)
  await turn()
  expect(looks()).toBe(1)
  gone.abort()
  await end
})
