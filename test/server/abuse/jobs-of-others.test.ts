import type { JobResult } from '@mkt/schemas'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TurnQueue } from '../../../server/src/base/turn-queue.ts'
import { ingest } from '../../../server/src/market/attempts/ingest.ts'
import { hostById } from '../../../server/src/market/hosts/store.ts'
import type { Floor } from '../../conformance/market-floor.ts'
import { openLine, TRANSPORTS } from '../host-line.ts'
import { startMarketplace } from '../marketplace.ts'
import { openSqliteFloor } from '../sqlite-floor.ts'

const said = (job_id: string, more: Partial<JobResult> = {}): JobResult => ({ job_id, offset: 0, tokens: [], ...more })
const UNKNOWN = Array.from({ length: 1000 }, (_, at) => said(`job_${at}`))
const HANDED_BACK = { code: 'handed_back', message: '', retryable: true } as const

let floor: Floor
let host: string
let reads: number
beforeEach(async () => {
  floor = await openSqliteFloor({ trust: 'strangers' })
  host = await floor.host()
  reads = 0
})
afterEach(() => floor.close())

/** What the market answers a call of the host, with a count of what it reads for that. */
const say = (results: JobResult[]) => {
  const { database } = floor.market
  const noted = <T>(answer: T) => {
    reads++
    return answer
  }
  const counted = {
    ...{ dialect: database.dialect, snapshot: database.snapshot, transaction: database.transaction.bind(database) },
    get: (...asked: Parameters<typeof database.get>) => noted(database.get(...asked)),
    all: (...asked: Parameters<typeof database.all>) => noted(database.all(...asked)),
  }
  return ingest({ ...floor.market, database: counted as never }, { host_id: host, results })
}
const claimed = async () => {
  const { job_id } = await floor.submit(await floor.user())
  expect((await floor.next(host))?.job_id).toBe(job_id)
  return job_id
}

test('jobs that a host names and does not run are looked up at once, and others have their turn', async () => {
  const job_id = await claimed()
  let turns = 0
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const answers = await say([...UNKNOWN, said(job_id, { tokens: ['a'] }), ...UNKNOWN])
  clearImmediate(timer)
  expect(reads).toBe(1)
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(answers[1000]).toEqual({ job_id, state: 'running', next_offset: 1 })
  expect(answers.filter(({ state }) => state === 'lost')).toHaveLength(2000)
})

test('jobs that have ended are answered as they ended, to their host; all others are lost', async () => {
  const [first, second] = [await claimed(), await claimed()]
  await say([said(first, { tokens: ['a', 'b'], finish_reason: 'stop' })])
  const earned = (await floor.job(first)).earned_nano
  const other = await floor.host({ models: ['n'] })
  const again = [said(first, { tokens: ['a', 'b'] }), said(first, { attempt: 7 }), said(second)]
  expect(await say(again)).toEqual([
    { job_id: first, state: 'completed', next_offset: 2, credits_earned: earned },
    { job_id: first, state: 'lost', next_offset: 0 },
    { job_id: second, state: 'running', next_offset: 0 },
  ])
  host = other
  expect(await say(again)).toEqual(again.map(({ job_id }) => ({ job_id, state: 'lost', next_offset: 0 })))
})

test('a job that a call names again and again is taken in order, and nothing is done after its end', async () => {
  const job_id = await claimed()
  const twice = await say([said(job_id, { tokens: ['a'] }), said(job_id, { offset: 1, tokens: ['b'] })])
  expect(twice.map(({ next_offset }) => next_offset)).toEqual([1, 2])
  reads = 0
  const back = await say(Array.from({ length: 1000 }, () => said(job_id, { error: HANDED_BACK })))
  expect(new Set(back.map(({ state }) => state))).toEqual(new Set(['lost']))
  expect(reads).toBeLessThan(20)
  expect(JSON.parse((await hostById(floor.market.database, host))?.hand_backs_json ?? '[]')).toHaveLength(1)
})

describe.each(TRANSPORTS)('of many long calls at once (%s)', (transport) => {
  test('one begins in a turn of the event loop, and a short one waits for none', async () => {
    const place = await startMarketplace()
    const waited = vi.spyOn(TurnQueue.prototype, 'next')
    const host = await place.host()
    const line = await openLine(transport, place.url, host.api_key)
    const short = { host_id: host.host_id, results: UNKNOWN.slice(0, 100) }
    expect(await line.ask('results', short)).toMatchObject({ status: 200 })
    expect(waited).not.toHaveBeenCalled()
    const long = { host_id: host.host_id, results: UNKNOWN }
    const answers = await Promise.all([1, 2, 3].map(() => line.ask('results', long)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(waited).toHaveBeenCalledTimes(3)
    line.close()
    await place.stop()
  })
})
