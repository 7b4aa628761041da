import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inModel } from '../conformance/live-places.ts'
import { type Floor, openFloor } from '../conformance/market-floor.ts'
import { memoryFolder } from '../simulation/memory-folder.ts'
import { bringUpToDate } from './current-schema.ts'

const WAIT_MS = 20_000

describe('on lines that servers share', () => {
  const open = inModel()
  const folder = memoryFolder()
  let floor: Floor
  let made = 0
  beforeEach(async () => {
    const location = { sqlite: `${folder.path}/${++made}.db` }
    await bringUpToDate(location)
    floor = await openFloor(location, { shared: (await open()).one })
  })
  afterEach(async () => {
    floor.market.waiting.dismiss()
    await floor.close()
  })

  const parked = (host: string, polls = 1) =>
    expect.poll(() => floor.market.waiting.ofHost(host).filter(({ busy }) => !busy)).toHaveLength(polls)

  // Before: eight of its polls were asked, one after the other, and nobody else.
  test('a host that may not have a job is asked once, however many of its polls wait', async () => {
    const [buyer, cheap] = [await floor.user(), await floor.host({ price: 500_000n })]
    const dear = await floor.host()
    const { job_id } = await floor.submit(buyer, { max_price_per_token: 5_000_000n })
    expect((await floor.next(cheap))?.job_id).toBe(job_id)
    const idle = Array.from({ length: 12 }, () => floor.next(cheap, WAIT_MS))
    await parked(cheap, 12)
    const waiting = floor.next(dear, WAIT_MS)
    await parked(dear)
    await floor.results(cheap, { job_id, error: { code: 'engine_error', message: '', retryable: true } })
    await expect.poll(async () => (await floor.job(job_id)).host_id).toBe(dear)
    expect((await waiting)?.job_id).toBe(job_id)
    floor.market.waiting.dismiss()
    await Promise.all(idle)
  })

  test('a host that was handed another job is asked again, at another of its polls', async () => {
    const [buyer, other, host] = [await floor.user(), await floor.user(), await floor.host()]
    const older = await floor.submit(other, { max_price_per_token: 1n })
    expect(older.status).toBe('queued')
    const polls = [floor.next(host, WAIT_MS), floor.next(host, WAIT_MS)]
    await parked(host, 2)
    const { job_id } = await floor.submit(buyer)
    await expect.poll(async () => (await floor.job(job_id)).host_id).toBe(host)
    floor.market.waiting.dismiss()
    expect((await Promise.all(polls)).map((job) => job?.job_id).sort()).toEqual([job_id, undefined])
  })
})
