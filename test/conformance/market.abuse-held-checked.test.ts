import { afterEach, beforeEach, expect, test } from 'vitest'
import { reportEarnings } from '../../server/src/market/earnings/host-report.ts'
import { releaseDue } from '../../server/src/market/earnings/release-due.ts'
import { hostsOwnedBy } from '../../server/src/market/hosts/owner-store.ts'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { closeCheck, insertCheck } from '../../server/src/market/verification/check-store.ts'
import type { Verdict } from '../../server/src/market/verification/sequential-test.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { markVerified, openVerdict, saveVerdict } from '../../server/src/market/verification/verdict-store.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { OPERATOR } from './verified-floor.ts'

const EARNED = (3n * 1_000_000n * 88n) / 100n
const HOUR = 3_600_000

/** A market of strangers whose hosts earn the same, and what checks said of them. */
function judgedFloor(databases: Databases) {
  let clock: ManualClock
  let floor: Floor
  beforeEach(async () => {
    clock = new ManualClock()
    floor = await openFloor(await databases.fresh(), { clock, trust: 'strangers' })
  })
  afterEach(async () => {
    expect((await floor.audit()).faults).toEqual([])
    await floor.close()
  })

  async function earner(owner: string | null = null): Promise<string> {
    const host = await floor.host({ owner })
    const { job_id } = await floor.submit(await floor.user(), { hosts: { only: [host] } })
    expect((await floor.next(host))?.job_id).toBe(job_id)
    await floor.results(host, { job_id, offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' })
    return host
  }
  async function judge(host_id: string, verdict: Verdict): Promise<void> {
    await floor.market.database.transaction(async (tx) => {
      const of = { host_id, model: 'm', state_json: '{}' }
      await openVerdict(tx, { ...of, now: clock.now() })
      await saveVerdict(tx, { ...of, verdict, decided_at: clock.now(), shown_until: null })
      await markVerified(tx, clock.now())
    })
  }
  /** Checks that have counted, from a moment on; `routine`: nothing was doubted of the host. */
  async function checks(host_id: string, many: number, routine = 1): Promise<void> {
    await floor.market.database.transaction(async (tx) => {
      for (let at = 0; at < many; at++) {
        const [check_id, job_id] = [floor.market.ids.next('chk'), floor.market.ids.next('job')]
        const of = { check_id, host_id, model: 'm', reference_host_id: host_id, job_id, reference_job_id: job_id }
        await insertCheck(tx, { ...of, routine, created_at: clock.now() })
        await closeCheck(tx, { check_id, state: 'counted', ended_at: clock.now(), findings_json: '[]', nats: 0 })
      }
      await openVerdict(tx, { host_id, model: 'm', state_json: '{}', now: clock.now() })
    })
  }
  const available = async (host: string) => {
    await releaseDue(floor.market)
    return (await stagesOf(floor.market.database, host, ['available'])).available.paid
  }
  /** Hours from now to what the host is told. */
  const told = async (host: string) => {
    const { next_release } = await reportEarnings(floor.market, floor.market.database, host)
    return Math.round((Date.parse(next_release?.at ?? '') - clock.now()) / HOUR)
  }
  return { clock: () => clock, floor: () => floor, earner, judge, checks, available, told }
}

await onEveryDialect((databases) => {
  const { clock, earner, judge, checks, available, told } = judgedFloor(databases)

  test('who is verified waits a day and for two checks, who was never checked three, two weeks at most', async () => {
    const [plain, verified, checked, watched] = [await earner(), await earner(), await earner(), await earner()]
    await judge(verified, 'verified')
    await judge(checked, 'undecided')
    await judge(watched, 'watch')
    const all = [plain, verified, checked, watched]
    const out = async () => (await Promise.all(all.map(available))).map((amount) => amount === EARNED)
    const waits = await Promise.all(all.map(told))
    expect(waits.map((hours) => hours - (waits[1] as number))).toEqual([48, 0, 312, 312])
    await checks(verified, 1)
    clock().advance(26 * HOUR)
    // One of them began in the hour in which it was earned, and so may have been answered before that.
    await checks(verified, 1)
    expect(await out()).toEqual([false, false, false, false])
    expect(await told(verified)).toBeGreaterThanOrEqual(0)
    await checks(verified, 1, 0)
    expect(await out()).toEqual([false, false, false, false])
    await checks(verified, 1)
    expect(await out()).toEqual([false, true, false, false])
    clock().advance(48 * HOUR)
    expect(await out()).toEqual([true, true, false, false])
    clock().advance(264 * HOUR)
    expect(await out()).toEqual([true, true, true, true])
  })
})

await onEveryDialect((databases) => {
  const { clock, floor, earner, judge, checks, available } = judgedFloor(databases)

  test('a verdict lets out what waits already, by its own time, and the owner is told of it', async () => {
    const owner = await floor().user()
    const host = await earner(owner)
    await judge(host, 'undecided')
    clock().advance(100 * HOUR)
    expect(await available(host)).toBe(0n)
    const [row] = await hostsOwnedBy(floor().market.database, owner, clock().now())
    expect(row).toMatchObject({ verified: 0, undecided: 1 })
    await judge(host, 'verified')
    expect(await available(host)).toBe(0n)
    await checks(host, 2)
    expect(await available(host)).toBe(EARNED)
  })

  test('of two models the one looked at less decides, and one that is trusted waits for no checks', async () => {
    const [two, trusted] = [await earner(), await earner()]
    for (const host of [two, trusted]) await judge(host, 'verified')
    await floor().market.database.transaction(async (tx) => {
      const other = { host_id: two, model: 'other', state_json: '{}' }
      await openVerdict(tx, { ...other, now: clock().now() })
      await saveVerdict(tx, { ...other, verdict: 'verified', decided_at: clock().now(), shown_until: null })
      await trustHost(tx, floor().market, OPERATOR, trusted, true)
    })
    clock().advance(26 * HOUR)
    await checks(two, 3)
    expect(await available(two)).toBe(0n)
    expect(await available(trusted)).toBe(EARNED)
    // Nobody looked at the other one for so long that it is not sold any more.
    clock().advance(337 * HOUR)
    expect(await available(two)).toBe(EARNED)
  })
})
