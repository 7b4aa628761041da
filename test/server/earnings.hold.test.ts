import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../server/src/limits.ts'
import { firstHeldOf, HOUR_MS, releaseAsTold, releaseAt } from '../../server/src/market/earnings/hold.ts'

const NOW = 1000 * HOUR_MS + 5
const terms = { limits: DEFAULT_LIMITS, trust: 'strangers' as const }
const known = { verified: 1, undecided: 0 }

test('a verified host is paid for the hours that were over before the last checks but one, a day old at least', () => {
  const at = (hour: number) => firstHeldOf(terms, NOW, { ...known, routine_at: hour * HOUR_MS + 1 })
  expect(at(999)).toBe(1000 - 24)
  expect(at(950)).toBe(950)
})

test('two weeks are the most, however seldom the market can look', () => {
  expect(firstHeldOf(terms, NOW, { ...known, routine_at: 0 })).toBe(1000 - 336)
})

test('who is not verified waits for no routine check, nor does whom nobody checks', () => {
  expect(firstHeldOf(terms, NOW, { ...known, undecided: 1, routine_at: 999 * HOUR_MS })).toBe(1000 - 336)
  expect(firstHeldOf(terms, NOW, { verified: 0, undecided: 0, routine_at: null })).toBe(1000 - 72)
  expect(firstHeldOf(terms, NOW, { ...known, routine_at: null })).toBe(1000 - 24)
})

test('among one’s own nothing waits', () => {
  expect(firstHeldOf({ ...terms, trust: 'own' }, NOW, { ...known, routine_at: 0 })).toBeGreaterThan(1000)
})

test('what waits for checks is never said to be let out at a moment that is over', () => {
  expect(releaseAt(900, 24)).toBeLessThan(NOW)
  expect(releaseAsTold(900, 24, NOW)).toBe(1001 * HOUR_MS)
  expect(releaseAsTold(990, 24, NOW)).toBe(releaseAt(990, 24))
})
