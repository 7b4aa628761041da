import { expect, test } from 'vitest'
import { NOTHING_WRONG, REPLICAS, runGate } from './gate.ts'

const LIMIT_MS = 7_200_000

test('hundreds of worlds of three servers lose nothing', { timeout: LIMIT_MS }, async () => {
  expect(await runGate(61, 1000, REPLICAS)).toEqual(NOTHING_WRONG)
})
