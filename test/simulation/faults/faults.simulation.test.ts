import { expect, test } from 'vitest'
import { FIRST_SEEDS, NOTHING_WRONG, runGate } from './gate.ts'

const LIMIT_MS = 900_000

test('worlds in which everything goes wrong lose nothing', { timeout: LIMIT_MS }, async () => {
  expect(await runGate(1, FIRST_SEEDS)).toEqual(NOTHING_WRONG)
})
