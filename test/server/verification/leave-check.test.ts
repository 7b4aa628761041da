import { expect, test } from 'vitest'
import { countHostFailure } from '../../../server/src/market/hosts/ends-store.ts'
import { answering, shareThatCounts } from '../../../server/src/market/verification/leave-check.ts'
import { openSqliteFloor } from '../sqlite-floor.ts'

test('all checks count that a host leaves who leaves no more of its jobs than honest ones', () => {
  for (const rate of [1, 0.95, 0.9, 0.88]) expect(shareThatCounts(rate)).toBe(1)
})

test('of a host that fails many jobs as many count as make one that cannot tell as honest as the others', () => {
  for (const rate of [0.85, 0.8, 0.7, 0.5, 0.2]) {
    const left = (1 - rate) * shareThatCounts(rate)
    expect(left / (left + rate)).toBeCloseTo(0.12)
  }
})

test('no rate excuses a host from all checks: it may have failed jobs that it bought itself', async () => {
  const floor = await openSqliteFloor()
  const host_id = await floor.host()
  const lower = floor.market.database.transaction(async (tx) => {
    for (let n = 0; n < 7; n++) await countHostFailure(tx, host_id, 'm')
  })
  await lower
  const checks = Array.from({ length: 400 }, (_, at) => ({ check_id: `chk_${at}`, host_id }))
  const found = await Promise.all(checks.map((check) => answering(floor.market, check, 1)))
  const counted = found.filter(({ length }) => length === 1).length
  expect(counted).toBeGreaterThan(20)
  expect(counted).toBeLessThan(80)
  expect(await answering(floor.market, { check_id: 'chk_1', host_id }, 0)).toHaveLength(1)
  await floor.close()
})
