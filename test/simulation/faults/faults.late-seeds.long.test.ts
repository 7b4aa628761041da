import { expect, test } from 'vitest'
import { NOTHING_WRONG, runGate } from './gate.ts'

const LIMIT_MS = 1_800_000

test('hundreds of later worlds in which everything goes wrong lose nothing', { timeout: LIMIT_MS }, async () => {
  expect(await runGate(1151, 2000)).toEqual(NOTHING_WRONG)
})
