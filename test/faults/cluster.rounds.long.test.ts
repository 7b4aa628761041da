import { afterAll, expect, test } from 'vitest'
import { onPostgres } from '../conformance/databases.ts'
import { cleanUp } from '../e2e/bins.ts'
import { runClusterRounds } from './cluster/rounds.ts'

/** Each kind of fault twice. `main.ts` runs as many as it is told. */
const ROUNDS = 14

afterAll(cleanUp)

await onPostgres((databases) => {
  test('servers, Redis, Postgres and nginx are broken under load, and nothing told is lost, doubled or billed twice', {
    timeout: 400_000,
  }, async (context) => {
    const location = await databases.empty()
    const database = 'postgres' in location ? location.postgres : ''
    const outcome = await runClusterRounds(database, { rounds: ROUNDS, auditEvery: 2 })
    if ('why' in outcome) {
      if (process.env.CI === 'true') throw new Error(outcome.why)
      return context.skip(outcome.why)
    }
    expect(outcome.tally.faults).toEqual([])
    expect(outcome.tally.completed).toBeGreaterThan(ROUNDS)
  })
})
