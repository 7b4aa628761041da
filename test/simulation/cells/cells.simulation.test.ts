import { expect, test } from 'vitest'
import { simulateCells } from './simulate.ts'

const TERMS = { cells: 20, hosts: 20_000, models: 40, service_ms: 20_000, busy: 0.8, seconds: 10, seed: 1 }
const world = (policy: 'home' | 'spill' | 'all', more = {}) =>
  simulateCells({ ...TERMS, stale_ms: 3000, hop_ms: 40, policy, ...more })

test('what a cell has no host for runs in another one, after one hop', () => {
  const [home, spill, all] = [world('home'), world('spill'), world('all')]
  expect(home.jobs).toBeGreaterThan(7000)
  expect(home.away).toBe(0)
  // Rare models are in few cells.
  expect(home.refused).toBeGreaterThan(0.1)
  expect(spill.refused).toBe(0)
  expect(spill.away).toBeGreaterThan(home.refused)
  expect(spill.p99_ms).toBeLessThan(home.p99_ms / 5)
  expect(all.p99_ms).toBe(40)
})

test('what cells say of each other may be seconds old before lines form', () => {
  const [fresh, old] = [world('spill', { stale_ms: 10 }), world('spill', { stale_ms: 60_000, busy: 0.95 })]
  expect(fresh.p99_ms).toBe(40)
  expect(old.p99_ms).toBeGreaterThan(40)
})

test('a job that runs away from home is kept in two cells', () => {
  const { jobs, away, mean_cell } = world('spill')
  expect(mean_cell * TERMS.cells * TERMS.seconds).toBeCloseTo(jobs * (1 + away), 3)
})
