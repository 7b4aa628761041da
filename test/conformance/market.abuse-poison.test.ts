import { beforeEach, expect, test } from 'vitest'
import { reportsOf } from '../../server/src/market/attempts/failure-store.ts'
import { recoverReliability } from '../../server/src/market/hosts/ends-store.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const HOUR_MS = 3_600_000
const PLENTY = 1_000_000_000_000n
const REFUSED = { code: 'request_refused' as const, message: 'image could not be decoded', retryable: false }

/** Hosts that refuse, and buyers who have paid. */
function bench(databases: Databases) {
  let floor: Floor
  let clock: ManualClock
  let buyers: [string, string]
  beforeEach(async () => {
    clock = new ManualClock()
    floor = await openFloor(await databases.fresh(), { clock, trust: 'strangers' })
    buyers = [await floor.user(PLENTY), await floor.user(PLENTY)]
    return () => floor.close()
  })

  const complete = (host: string, job_id: string) =>
    floor.results(host, { job_id, tokens: Array(10).fill('a'), finish_reason: 'stop' })
  const aimed = async (user: string, ...only: string[]) => (await floor.submit(user, { hosts: { only } })).job_id
  const takes = async (host: string, job_id: string) => expect((await floor.next(host))?.job_id).toBe(job_id)
  const refuses = async (host: string, job_id: string) => {
    await takes(host, job_id)
    await floor.results(host, { job_id, error: REFUSED })
  }
  const row = async (host_id: string) => await hostById(floor.market.database, host_id)
  const rate = async (host_id: string) => (await row(host_id))?.success_rate
  const standing = async (host: string) => {
    clock.advance(1001)
    return (await floor.market.offers.of('m'))?.standingOf(host)
  }
  /** A host that two others paid. */
  async function provenHost(): Promise<string> {
    const host = await floor.host()
    for (let n = 0; n < 6; n++) {
      const job_id = await aimed(buyers[n % 2] as string, host)
      await takes(host, job_id)
      await complete(host, job_id)
    }
    clock.advance(1001)
    return host
  }
  const paid = (at: 0 | 1) => buyers[at]
  const on = () => floor
  const pass = (ms: number) => clock.advance(ms)
  return { on, pass, paid, complete, aimed, takes, refuses, row, rate, standing, provenHost }
}

await onEveryDialect((databases) => {
  const { on, pass, paid, complete, aimed, takes, refuses, row, rate, standing, provenHost } = bench(databases)

  test('a buyer sends no host away by jobs that no engine can do', async () => {
    const victim = await provenHost()
    const fresh = await on().host()
    const crook = await on().user()
    const before = await standing(victim)
    for (let n = 0; n < 6; n++) {
      await refuses(victim, await aimed(crook, victim))
      await refuses(fresh, await aimed(crook, fresh))
    }
    expect(await row(victim)).toMatchObject({ success_rate: 1, held_off_at: null, jobs_failed: 6 })
    expect(await row(fresh)).toMatchObject({ success_rate: 1, held_off_at: null })
    expect(await standing(victim)).toBe(before)
  })

  test('what another does that others paid was the first one’s fault: of one buyer once an hour', async () => {
    const [weak, strong] = [await provenHost(), await provenHost()]
    const failsAt = async (user: string) => {
      const job_id = await aimed(user, weak, strong)
      await refuses(weak, job_id)
      await takes(strong, job_id)
      await complete(strong, job_id)
    }
    await failsAt(paid(0))
    expect(await rate(weak)).toBeCloseTo(0.9)
    for (let n = 0; n < 3; n++) await failsAt(paid(0))
    expect(await rate(weak)).toBeCloseTo(0.9)
    await failsAt(paid(1))
    expect(await rate(weak)).toBeCloseTo(0.81)
    pass(HOUR_MS)
    await failsAt(paid(0))
    expect(await rate(weak)).toBeCloseTo(0.729)
    expect(await rate(strong)).toBe(1)
    // It is forgotten with time.
    for (let hour = 0; hour < 3; hour++) await on().market.database.transaction(recoverReliability)
    expect(await rate(weak)).toBeGreaterThan(0.8)
  })
})

await onEveryDialect((databases) => {
  const { on, paid, complete, aimed, takes, refuses, rate, provenHost } = bench(databases)

  test('what two refuse that others paid was the job’s fault', async () => {
    const both = [await provenHost(), await provenHost()]
    const job_id = await aimed(paid(0), ...both)
    for (const host of both) await refuses(host, job_id)
    expect(await on().job(job_id)).toMatchObject({ state: 'failed', error: 'request_refused' })
    expect(await Promise.all(both.map(rate))).toEqual([1, 1])
    const findings = (await reportsOf(on().market.database, job_id)).map(({ finding }) => finding)
    expect(findings).toEqual(['excused', 'excused'])
  })

  test('what fails for several buyers counts once; accounts that never paid for anything are none', async () => {
    const host = await provenHost()
    const unpaid = [await on().user(), await on().user(), await on().user()]
    for (const user of [...unpaid, paid(0), paid(1)]) await refuses(host, await aimed(user, host))
    expect(await rate(host)).toBe(1)
    const third = await on().user(PLENTY)
    const job_id = await aimed(third, host)
    await takes(host, job_id)
    await complete(host, job_id)
    await refuses(host, await aimed(third, host))
    expect(await rate(host)).toBeCloseTo(0.9)
    await refuses(host, await aimed(third, host))
    expect(await rate(host)).toBeCloseTo(0.9)
  })
})
