import { expect, test } from 'vitest'
import { ENDS, runGate } from './gate.ts'

const LIMIT_MS = 1_800_000

test('a thousand worlds in which everything goes wrong lose nothing', { timeout: LIMIT_MS }, async () => {
  const { tally, failures } = await runGate(1, 1000)
  expect(failures).toBe('')
  // A fault that never strikes and an end that is never reached would prove nothing.
  expect(tally.missing()).toEqual([])
  expect(ENDS.filter((end) => !tally.reached.has(end))).toEqual([])
  expect(tally.reached.get('streams resumed')).toBeGreaterThan(100)
})
