import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideDispute, type Verdict } from '../../server/src/market/disputes/decide-dispute.ts'
import { openDispute } from '../../server/src/market/disputes/open-dispute.ts'
import { releaseDue } from '../../server/src/market/earnings/release-due.ts'
import { recordHeartbeat } from '../../server/src/market/hosts/store.ts'
import { sumOf } from '../../server/src/market/ledger/accounts.ts'
import { spendableOf, stagesOf } from '../../server/src/market/ledger/store.ts'
import type { Trust } from '../../server/src/trust.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const PRICE = 1_000_000n
const COST = 3n * PRICE
const EARNED = (COST * 88n) / 100n
const HOUR = 3_600_000
const ROUNDS = 8
const ACTOR = { actor: 'usr_operator', via: 'http' as const, origin: '127.0.0.1' }

await onEveryDialect((databases) => {
  let clock: ManualClock
  let floor: Floor
  let other: Floor
  async function open(trust: Trust): Promise<void> {
    clock = new ManualClock()
    const location = await databases.fresh()
    floor = await openFloor(location, { clock, trust })
    other = await openFloor(location, { clock, trust })
  }
  beforeEach(() => open('strangers'))
  afterEach(async () => {
    expect((await floor.audit()).faults).toEqual([])
    await floor.close()
    await other.close()
  })

  /** A job of three tokens that its buyer paid for. */
  async function earn(buyer: string, host: string): Promise<string> {
    const said = { host_id: host, gpu_utilization: 0, models: ['m'], now: clock.now() }
    await floor.market.database.transaction((tx) => recordHeartbeat(tx, said))
    const { job_id } = await floor.submit(buyer)
    while ((await floor.next(host))?.job_id !== job_id);
    await floor.results(host, { job_id, offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' })
    return job_id
  }
  const dispute = ({ market }: Floor, buyer: string, job_id: string) =>
    openDispute(market, buyer, job_id, { reason: 'garbage' })
  const decide = ({ market }: Floor, job_id: string, verdict: Verdict) =>
    market.database.transaction((tx) => decideDispute(tx, market, ACTOR, { job_id, verdict, note: null }))
  const stages = (host: string) => stagesOf(floor.market.database, host, ['available', 'pending', 'disputed', 'frozen'])

  test('a refund brings back what was paid in the kinds that were paid, fee included, and once', async () => {
    const [buyer, host] = [await floor.user(1_000_000_000n, 1_000_001n), await floor.host()]
    const before = await spendableOf(floor.market.database, buyer)
    const job_id = await earn(buyer, host)
    await dispute(floor, buyer, job_id)
    expect(sumOf((await stages(host)).disputed)).toBe(EARNED)
    expect(sumOf((await stages(host)).pending)).toBe(0n)
    const outcomes = await Promise.allSettled([decide(floor, job_id, 'refund'), decide(other, job_id, 'refund')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await spendableOf(floor.market.database, buyer)).toEqual(before)
    expect((await floor.audit()).fees_nano).toBe(0n)
    await expect(dispute(floor, buyer, job_id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('disputes against releases, and refunds against rejections: what was earned is somewhere, once', async () => {
    const [buyer, host] = [await floor.user(), await floor.host()]
    let kept = 0n
    for (let round = 0; round < ROUNDS; round++) {
      const job_id = await earn(buyer, host)
      // To the last moment of the hold, and one more on the other clock's side.
      clock.advance((round % 2 === 0 ? 72 : 73) * HOUR)
      const opened = await Promise.allSettled([
        dispute(floor, buyer, job_id),
        dispute(other, buyer, job_id),
        releaseDue(other.market),
      ])
      expect(opened.slice(0, 2).filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
      const disputed = sumOf((await stages(host)).disputed) > 0n
      expect(opened.slice(0, 2).some(({ status }) => status === 'fulfilled')).toBe(disputed)
      if (disputed) {
        const verdicts = await Promise.allSettled([decide(floor, job_id, 'refund'), decide(other, job_id, 'reject')])
        expect(verdicts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        if (verdicts[1]?.status === 'fulfilled') kept += EARNED
      } else kept += EARNED
      clock.advance(74 * HOUR)
      await releaseDue(floor.market)
      const held = await stages(host)
      expect([sumOf(held.available), sumOf(held.pending), sumOf(held.disputed)]).toEqual([kept, 0n, 0n])
    }
  })

  test('only a buyer disputes, only what was paid for and is still there, and in time', async () => {
    const [buyer, stranger, host] = [await floor.user(), await floor.user(), await floor.host()]
    const job_id = await earn(buyer, host)
    await expect(dispute(floor, stranger, job_id)).rejects.toMatchObject({ code: 'not_found' })
    const queued = (await floor.submit(buyer)).job_id
    await expect(dispute(floor, buyer, queued)).rejects.toMatchObject({ code: 'conflict' })
    await floor.cancel(buyer, queued)
    await expect(dispute(floor, buyer, queued)).rejects.toMatchObject({ code: 'conflict' })
    clock.advance(74 * HOUR)
    await expect(dispute(floor, buyer, job_id)).rejects.toMatchObject({ code: 'conflict', message: /until/ })
  })

  test('the share of a host that is shut out can be disputed; rejected, it is frozen with the rest', async () => {
    const [buyer, host] = [await floor.user(), await floor.host()]
    const jobs = [await earn(buyer, host), await earn(buyer, host)] as const
    await floor.shutOut(host, true)
    for (const job_id of jobs) await dispute(floor, buyer, job_id)
    await decide(floor, jobs[0], 'refund')
    await decide(floor, jobs[1], 'reject')
    const { frozen, disputed } = await stages(host)
    expect([sumOf(frozen), sumOf(disputed)]).toEqual([EARNED, 0n])
  })

  test('among one’s own a job can be disputed for a day, as long as the host has not taken it out', async () => {
    await floor.close()
    await other.close()
    await open('own')
    const [buyer, host] = [await floor.user(), await floor.host()]
    const jobs = [await earn(buyer, host), await earn(buyer, host)] as const
    await floor.withdraw(host, EARNED)
    await dispute(floor, buyer, jobs[0])
    await expect(dispute(floor, buyer, jobs[1])).rejects.toMatchObject({ code: 'conflict', message: /taken out/ })
    await decide(floor, jobs[0], 'reject')
    await releaseDue(floor.market)
    expect(sumOf((await stages(host)).available)).toBe(EARNED)
    clock.advance(24 * HOUR)
    await expect(dispute(floor, buyer, jobs[1])).rejects.toMatchObject({ code: 'conflict', message: /until/ })
  })
})
