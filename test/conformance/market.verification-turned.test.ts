import { describe, expect, test } from 'vitest'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { reportHost } from '../../server/src/market/reports/host.ts'
import { advanceChecks } from '../../server/src/market/verification/advance-checks.ts'
import { beginChecks } from '../../server/src/market/verification/begin-check.ts'
import { type CheckRow, insertCheck, openChecks } from '../../server/src/market/verification/check-store.ts'
import { countCheck } from '../../server/src/market/verification/count-check.ts'
import { reportVerification } from '../../server/src/market/verification/report.ts'
import { beginTest } from '../../server/src/market/verification/sequential-test.ts'
import { asShown } from '../../server/src/market/verification/shown-verdict.ts'
import { markVerified, openVerdict } from '../../server/src/market/verification/verdict-store.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

const DAY = 86_400_000
/** As long as it is from one check of an unknown host to the next: a 36th of a verified one's. */
const ROUND = 300_000
const half = { share: 0.05, prompts: [], chance: () => 0.5 }

/** A market of strangers, what checks of its hosts showed, and what is told of them. */
function turnedFloor(databases: Databases) {
  const verified = verifiedFloor(databases)
  const { floor, serve } = verified

  /** Checks of a greedy text that showed this level. */
  async function counted(host_id: string, level: number, many: number): Promise<void> {
    const { database, ids, clock } = floor().market
    for (let at = 0; at < many; at++) {
      const [check_id, job_id] = [ids.next('chk'), ids.next('job')]
      const of = { check_id, host_id, model: 'm', reference_host_id: host_id, job_id, reference_job_id: job_id }
      await database.transaction(async (tx) => {
        await insertCheck(tx, { ...of, routine: 1, created_at: clock.now() })
        await openVerdict(tx, { host_id, model: 'm', state_json: JSON.stringify(beginTest()), now: clock.now() })
      })
      const check = (await openChecks(database, 100)).find((one) => one.check_id === check_id) as CheckRow
      await countCheck(floor().market, check, [{ kind: 'greedy_misses', level, value: 0 }])
    }
  }
  async function looked(): Promise<string[]> {
    const open = async () => (await openChecks(floor().market.database, 100)).map(({ host_id }) => host_id)
    const before = await open()
    await beginChecks(floor().market, half, ROUND)
    const begun = (await open()).filter((id) => !before.includes(id))
    await serve()
    await advanceChecks(floor().market, half)
    return begun
  }
  const told = async (host_id: string) => (await reportVerification(floor().market, host_id)).verdicts[0]
  const toldAgent = async (host_id: string) => (await reportHost(floor().market, host_id)).verification?.[0]?.verdict
  const shownVerified = async (host_id: string) => {
    const { database, clock } = floor().market
    await database.transaction((tx) => markVerified(tx, clock.now()))
    return (await hostById(database, host_id))?.verified
  }
  return { ...verified, counted, looked, told, toldAgent, shownVerified }
}

await onEveryDialect((databases) => {
  const { floor, host, verdict, counted, told, toldAgent, shownVerified } = turnedFloor(databases)

  test('who is doubted hears of it three days later, and of a refusal at once', async () => {
    const id = await host(honest)
    await counted(id, 0, 20)
    floor().clock.advance(4 * DAY)
    const before = await told(id)
    expect(before).toMatchObject({ verdict: 'verified', jobs: 20 })
    await counted(id, 5, 1)
    expect(await verdict(id)).not.toBe('verified')
    expect(await toldAgent(id)).toBe('verified')
    floor().clock.advance(2 * DAY)
    expect(await told(id)).toEqual(before)
    expect(await toldAgent(id)).toBe('verified')
    expect(await shownVerified(id)).toBe(1)
    floor().clock.advance(DAY)
    expect(await told(id)).toMatchObject({ verdict: await verdict(id), jobs: 21 })
    expect(await toldAgent(id)).toBe(await verdict(id))
    expect(await shownVerified(id)).toBe(0)
  })

  test('a check that is not told yet moves nothing in the report, however many there were', async () => {
    const [unknown, known] = [await host(honest), await host(honest)]
    await counted(unknown, 0, 2)
    await counted(known, 0, 201)
    expect((await told(known))?.evidence).toEqual([])
    floor().clock.advance(4 * DAY)
    const before = [await told(unknown), await told(known)]
    expect(before[0]).toMatchObject({ verdict: 'undecided', jobs: 2, jobs_until_verified: 8 })
    expect(before[1]?.evidence).toHaveLength(200)
    for (const one of [unknown, known]) await counted(one, 0, 1)
    expect([await told(unknown), await told(known)]).toEqual(before)
  })
})

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, verdict, counted, looked } = turnedFloor(databases)

  test('what speaks against a verified host is followed at once by other checks', async () => {
    await reference()
    const [clear, doubted] = [await host(honest), await host(honest)]
    await sell(60)
    await counted(clear, 0, 20)
    await counted(doubted, 0, 20)
    expect(await looked()).toEqual([])
    await counted(doubted, 2, 1)
    expect(await verdict(doubted)).toBe('verified')
    expect(await looked()).toEqual([doubted])
  })

  test('where a host is refused the others of its owner are looked at for a day', async () => {
    await reference()
    const owner = await floor().user()
    const [refused, sister] = [await host(honest, owner), await host(honest, owner)]
    const stranger = await host(honest)
    await sell(60)
    for (const one of [refused, sister, stranger]) await counted(one, 0, 20)
    await counted(refused, 5, 12)
    expect(await verdict(refused)).toBe('refused')
    expect(await looked()).toEqual([sister])
    for (let round = 0; round < 3; round++) await advanceChecks(floor().market, half)
    floor().clock.advance(DAY + 1)
    // What is still under way is too old to say anything.
    await advanceChecks(floor().market, half)
    expect(await openChecks(floor().market.database, 100)).toEqual([])
    expect(await looked()).toEqual([])
  })
})

describe('what is shown of a verdict', () => {
  const row = { verdict: 'verified' as const, decided_at: 10, shown_until: null }

  test('one that comes back within three days was never away', () => {
    const lost = asShown(row, 'undecided', 50)
    expect(lost).toEqual({ decided_at: 10, shown_until: 50 + 3 * DAY })
    const doubted = { ...lost, verdict: 'undecided' as const }
    expect(asShown(doubted, 'watch', 60)).toEqual(lost)
    expect(asShown(doubted, 'verified', 60)).toEqual({ decided_at: 10, shown_until: null })
  })

  test('one that comes back later, or is refused, is new', () => {
    const doubted = { ...asShown(row, 'undecided', 50), verdict: 'undecided' as const }
    const later = 51 + 3 * DAY
    expect(asShown(doubted, 'verified', later)).toEqual({ decided_at: later, shown_until: null })
    expect(asShown(doubted, 'refused', 60)).toEqual({ decided_at: 60, shown_until: null })
  })
})
