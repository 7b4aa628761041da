import { expect, test } from 'vitest'
import { LATER_SEEDS, NOTHING_WRONG, runGate } from './gate.ts'

const LIMIT_MS = 1_800_000

test('a thousand more worlds in which everything goes wrong lose nothing', { timeout: LIMIT_MS }, async () => {
  expect(await runGate(LATER_SEEDS, 1150)).toEqual(NOTHING_WRONG)
})
