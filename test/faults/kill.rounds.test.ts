import { afterAll, expect, test } from 'vitest'
import { cleanUp } from '../e2e/bins.ts'
import { linesOf, runRounds } from './rounds.ts'

// kill.rounds.long.test.ts has 20; for more: node --conditions=mkt-source test/faults/kill-rounds.ts --rounds 200
const ROUNDS = Number(process.env.MKT_FAULT_ROUNDS ?? 3)
const seed = process.env.MKT_FAULT_SEED ?? '20261120'

afterAll(cleanUp)

test(`${ROUNDS} rounds of kill -9 under load: nothing that anybody was told is lost`, {
  timeout: 600_000,
}, async () => {
  const outcome = await runRounds({ rounds: ROUNDS, minutes: 4, seed, auditEvery: 2, say: () => undefined })
  console.log([`MKT_FAULT_SEED=${seed}`, ...linesOf(outcome)].join('\n'))
  expect(outcome.faults).toEqual([])
  expect(outcome.rounds).toBeGreaterThan(1)
  expect(outcome.jobs.length).toBeGreaterThan(0)
  expect(outcome.told.documents.size).toBeGreaterThan(0)
  expect(outcome.audits).toBeGreaterThan(1)
})
