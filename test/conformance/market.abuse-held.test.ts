import { afterEach, beforeEach, expect, test } from 'vitest'
import { releaseDue } from '../../server/src/market/earnings/release-due.ts'
import { recordHeartbeat } from '../../server/src/market/hosts/store.ts'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const PRICE = 1_000_000n
const EARNED = (3n * PRICE * 88n) / 100n
const HOUR = 3_600_000
const ROUNDS = 12
const BEAT = { gpu_utilization: 0, models: ['m'] }

await onEveryDialect((databases) => {
  let clock: ManualClock
  let floor: Floor
  let other: Floor
  beforeEach(async () => {
    clock = new ManualClock()
    const location = await databases.fresh()
    floor = await openFloor(location, { clock, trust: 'strangers' })
    other = await openFloor(location, { clock, trust: 'strangers' })
  })
  afterEach(async () => {
    expect((await floor.audit()).faults).toEqual([])
    await floor.close()
    await other.close()
  })

  async function earn(buyer: string, host: string): Promise<void> {
    const { job_id } = await floor.submit(buyer)
    while ((await floor.next(host))?.job_id !== job_id);
    await floor.results(host, { job_id, offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' })
  }
  const stages = (host: string) => stagesOf(floor.market.database, host, ['available', 'pending', 'frozen'])

  test('two servers that release and an operator who shuts the host out move what was earned once', async () => {
    const [buyer, host] = [await floor.user(), await floor.host()]
    for (let round = 0; round < ROUNDS; round++) {
      clock.advance(74 * HOUR)
      await floor.shutOut(host, false)
      await floor.market.database.transaction((tx) => recordHeartbeat(tx, { host_id: host, ...BEAT, now: clock.now() }))
      await earn(buyer, host)
      expect((await stages(host)).pending.paid).toBe(EARNED)
      clock.advance(74 * HOUR)
      const shut = round % 2 === 0 ? [() => other.shutOut(host, true)] : []
      await Promise.all([() => releaseDue(floor.market), ...shut, () => releaseDue(other.market)].map((one) => one()))
      const { available, pending, frozen } = await stages(host)
      expect(pending.paid).toBe(0n)
      expect(available.paid + frozen.paid).toBe(EARNED * BigInt(round + 1))
      if (shut.length > 0) expect(available.paid).toBe(0n)
    }
  })
})
