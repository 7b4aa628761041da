import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const DAY_MS = 86_400_000
const hostRow = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('hosts').select(['jobs_failed', 'success_rate']).where('host_id', '=', p('host_id')),
)

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  // Before: with a clock a thousand times as fast it was running 26 h 24 min after its submission.
  test('a job ends a day after its submission, also one that runs and gets on', async () => {
    const [user, host] = [await floor.user(10n ** 15n), await floor.host({ max_tokens: 1_000_000 })]
    const { job_id } = await floor.submit(user, { max_tokens: 1_000_000 })
    await floor.next(host)
    floor.clock.advance(DAY_MS)
    await floor.results(host, { job_id, tokens: ['a'] })
    await watchLeases(floor.market)
    expect((await floor.job(job_id)).state).toBe('running')
    floor.clock.advance(1)
    await watchLeases(floor.market)
    expect(await floor.job(job_id)).toMatchObject({ state: 'failed', error: 'expired', charged_nano: 0n })
    expect(await floor.results(host, { job_id, offset: 1, tokens: ['b'], finish_reason: 'stop' })).toMatchObject({
      state: 'failed',
    })
    // It did nothing wrong.
    const found = await floor.market.database.get(hostRow, { host_id: host })
    expect(found).toEqual({ jobs_failed: 0, success_rate: 1 })
    expect(await floor.reserved(user)).toBe(0n)
    expect(await floor.faults([job_id])).toEqual([])
  })
})
