import { afterEach, beforeEach, expect, test } from 'vitest'
import { complete } from '../../server/src/market/attempts/settle.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

let floor: Floor
let user: string
beforeEach(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
})
afterEach(() => floor.close())

const broken = { code: 'engine_error', message: 'out of memory', retryable: true }

test('the end of an attempt that was lost does not end the one that runs now', async () => {
  const [first, second] = [await floor.host(), await floor.host()]
  const { job_id } = await floor.submit(user)
  await floor.next(first)
  await floor.results(first, { job_id, error: broken })
  expect((await floor.next(second))?.attempt).toBe(2)
  const late = { job_id, pieces: ['of the first attempt'] }
  expect(await complete(floor.market, { ...late, attempt: 1 }, 'stop')).toBeUndefined()
  expect(await floor.job(job_id)).toMatchObject({ state: 'running', attempt: 2, charged_nano: 0n })
  expect(await complete(floor.market, { ...late, attempt: 2 }, 'stop')).toEqual({ earned_nano: 880_000n })
  expect(await floor.faults([job_id])).toEqual([])
})

test('a host that fails is counted and loses of its name; one that hands back loses a third of that', async () => {
  const [failing, restarting] = [await floor.host(), await floor.host()]
  const one = await floor.submit(user)
  await floor.next(restarting)
  await floor.results(restarting, { job_id: one.job_id, error: { ...broken, code: 'handed_back' } })
  await floor.next(failing)
  await floor.results(failing, { job_id: one.job_id, error: broken })
  const row = async (host_id: string) => await hostById(floor.market.database, host_id)
  expect(await row(restarting)).toMatchObject({ jobs_failed: 0, success_rate: expect.closeTo(1 - 0.1 / 3) })
  expect(await row(failing)).toMatchObject({ jobs_failed: 1, success_rate: 0.9 })
})

test.each(['cancelled', 'expired', 'host_lost', 'output_too_large', 'stream_restarted'])(
  'a host that says "%s" of its job is told as a host that failed: the word is ours',
  async (code) => {
    const host = await floor.host()
    const { job_id } = await floor.submit(user)
    await floor.next(host)
    await floor.results(host, { job_id, error: { code, message: 'so it says', retryable: false } })
    expect(await floor.job(job_id)).toMatchObject({ state: 'failed', error: 'host_error', charged_nano: 0n })
  },
)
