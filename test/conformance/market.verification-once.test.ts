import { expect, test } from 'vitest'
import { openDispute } from '../../server/src/market/disputes/open-dispute.ts'
import { showDispute } from '../../server/src/market/disputes/report.ts'
import { verifyHosts } from '../../server/src/market/upkeep/verification.ts'
import type { Database } from '../../server/src/storage/database.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

/** The same database for a server that dies before it begins its transaction of this number. */
function dyingAt(database: Database, number: number): Database {
  let begun = 0
  return {
    dialect: database.dialect,
    all: (...call) => database.all(...call),
    get: (...call) => database.get(...call),
    transaction: async (work) => {
      if (begun++ >= number) throw new Error('the server died')
      return await database.transaction(work)
    },
    snapshot: (work) => database.snapshot(work),
    scrub: () => database.scrub(),
    failing: () => database.failing(),
    sinceAwayMs: () => database.sinceAwayMs(),
    close: () => database.close(),
  }
}

const bought = statement()((q) =>
  q.selectFrom('jobs as j').innerJoin('verification_buyers as b', 'b.user_id', 'j.user_id').select('j.job_id'),
)
const checks = statement()((q) => q.selectFrom('verification_checks').selectAll())

/** As long as any pause between two checks. */
const LONG = 4 * 3_600_000
/** Nothing is due in a moment; and all is, with an answer of the reference's own. */
const NEVER = () => 0.999_999
const PAIRED = () => 0.1

/** A round of a server that dies at a moment of it, for each moment; and what goes on behind it. */
async function dyingRounds(
  { floor, serve }: ReturnType<typeof verifiedFloor>,
  { chance, ms }: { chance: () => number; ms: number },
  begin: () => Promise<unknown>,
): Promise<number> {
  const { market } = floor()
  const settings = { share: 0.5, prompts: [], chance }
  for (let at = 0; ; at++) {
    await begin()
    const dying = { ...market, database: dyingAt(market.database, at) }
    const died = await verifyHosts(dying, settings, ms).then(
      () => false,
      (error: Error) => error.message === 'the server died' || Promise.reject(error),
    )
    await serve()
    for (let more = 0; more < 3; more++) {
      await verifyHosts(market, { ...settings, chance: NEVER }, 1)
      await serve()
    }
    if (!died) return at
  }
}

await onEveryDialect((databases) => {
  const place = verifiedFloor(databases)
  const { floor, host, reference, serve, sell } = place

  test('a server that dies at any moment of a round has a disputed text read once', async () => {
    await reference()
    const seller = await host(honest)
    await sell(20)
    const { market } = floor()
    const buyer = await floor().user(10n ** 12n)
    const asked = { input_text: 'Say something.', max_tokens: 40, temperature: 0, max_price_per_token: 10n ** 7n }
    const disputed: string[] = []
    const moments = await dyingRounds(place, { chance: NEVER, ms: 1 }, async () => {
      const { job_id } = await floor().submit(buyer, { ...asked, model: 'm', hosts: { only: [seller] } })
      await serve()
      await openDispute(market, buyer, job_id, { reason: 'wrong_model' })
      disputed.push(job_id)
    })
    expect(moments).toBeGreaterThan(1)
    for (const job_id of disputed) {
      const { reading } = await showDispute(market.database, job_id)
      expect(reading?.tokens).toBeGreaterThan(0)
    }
    expect(await market.database.all(bought, {})).toHaveLength(disputed.length)
    expect(await floor().faults([])).toEqual([])
  })
})

await onEveryDialect((databases) => {
  const place = verifiedFloor(databases)
  const { floor, host, reference, serve, sell } = place

  test('whenever a server dies, whatever it bought for a check stands in the check', async () => {
    await reference()
    await host(honest)
    await sell(60)
    const { database } = floor().market
    const begin = async () => {
      await verifyHosts(floor().market, { share: 0.5, prompts: [], chance: PAIRED }, LONG)
      await serve()
    }
    // Of what begins a check, and of what has its answers read.
    expect(await dyingRounds(place, { chance: PAIRED, ms: LONG }, async () => undefined)).toBeGreaterThan(4)
    expect(await dyingRounds(place, { chance: NEVER, ms: 1 }, begin)).toBeGreaterThan(4)
    const all = await database.all(checks, {})
    const known = all.flatMap((check) => [
      ...[check.job_id, check.reference_job_id, check.score_job_id, check.reference_score_job_id],
    ])
    expect(all.filter(({ reference_score_job_id }) => reference_score_job_id !== null).length).toBeGreaterThan(5)
    const jobs = await database.all(bought, {})
    expect(jobs.filter(({ job_id }) => !known.includes(job_id))).toEqual([])
    expect(await floor().faults([])).toEqual([])
  })
})
