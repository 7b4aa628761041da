import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complete } from '../../server/src/market/attempts/settle.ts'
import { submit } from '../../server/src/market/jobs/submit.ts'
import { sumMoves } from '../../server/src/market/ledger/moves-store.ts'
import { sumTotals, totals } from '../../server/src/market/totals-store.ts'
import type { Database } from '../../server/src/storage/database.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onPostgres } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }

type PostgresLocation = Extract<Location, { postgres: string }>

/** The same database, whose transactions commit when `end` says so, and which tells when one is at that point. */
function held(database: Database, atEnd: () => void, end: Promise<void>): Database {
  return {
    dialect: database.dialect,
    all: (...call) => database.all(...call),
    get: (...call) => database.get(...call),
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx)
        atEnd()
        await end
        return result
      }),
    snapshot: (work) => database.snapshot(work),
    scrub: () => database.scrub(),
    failing: () => database.failing(),
    sinceAwayMs: () => database.sinceAwayMs(),
    close: () => database.close(),
  }
}

/** Whether `second` ends while the transaction of `first` waits for its disk. */
async function besides(
  market: Floor['market'],
  first: (market: Floor['market']) => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = first({ ...market, database: held(market.database, begun.resolve, end.promise) })
  await begun.promise
  const other = second().then(() => 'ended')
  const seen = await Promise.race([other, pause(3000, 'waits')])
  end.resolve()
  await Promise.all([slow, other])
  return seen
}

/** What the rows themselves say, and what is still to be added to them. */
async function kept({ postgres }: PostgresLocation): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  const { rows } = await client.query(
    `select (select balance_nano from accounts where account_id = 'platform:fees') as fees,
      (select value from totals where name = 'jobs_completed') as jobs,
      (select count(*) from account_moves) + (select count(*) from total_moves) as waiting`,
  )
  await client.end()
  return rows[0]
}

await onPostgres((databases) => {
  let location: PostgresLocation
  let floor: Floor
  beforeAll(async () => {
    location = (await databases.fresh()) as PostgresLocation
    floor = await openFloor(location, { trust: 'strangers' })
  })
  afterAll(() => floor.close())

  async function running() {
    const [user, host] = [await floor.user(), await floor.host()]
    const { job_id } = await floor.submit(user)
    await floor.next(host)
    return { user, host, job_id }
  }

  test('the ends of two jobs of different people and hosts do not wait for each other', async () => {
    const [one, other] = [await running(), await running()]
    const delivery = { job_id: one.job_id, attempt: 1, pieces: ['a', 'b', 'c'] }
    const seen = await besides(
      floor.market,
      (market) => complete(market, delivery, 'stop'),
      () => floor.results(other.host, { job_id: other.job_id, ...FINISH }),
    )
    expect(seen).toBe('ended')
    expect(await floor.faults([one.job_id, other.job_id])).toEqual([])
  })

  test('neither do their submissions', async () => {
    const [one, other] = [await floor.user(), await floor.user()]
    const whole = { model: 'm', input_text: 'hello', max_tokens: 10, temperature: 0.7 }
    const seen = await besides(
      floor.market,
      (market) => submit(market, one, whole, { intent: undefined }),
      () => floor.submit(other),
    )
    expect(seen).toBe('ended')
  })

  test('what they append is summed up once, by however many at a time, and counted meanwhile', async () => {
    const before = await floor.audit()
    const jobs = (await totals(floor.market.database)).jobs_completed
    expect(before.fees_nano).toBeGreaterThan(0n)
    expect(await kept(location)).toMatchObject({ fees: '0', jobs: '0' })
    const sum = () =>
      floor.market.database.transaction(async (tx) => {
        await sumMoves(tx)
        await sumTotals(tx)
      })
    await Promise.all([sum(), sum(), sum()])
    expect(await kept(location)).toEqual({ fees: String(before.fees_nano), jobs: String(jobs), waiting: '0' })
    expect(await floor.audit()).toEqual(before)
    expect((await totals(floor.market.database)).jobs_completed).toBe(jobs)
  })
})
