import { expect, test } from 'vitest'
import { levelOf } from '../../server/src/documents/risk/assess.ts'

// Any score of flags may jump over a bound, so the bounds are asked for one by one.
test.each([
  [0, 'LOW'],
  [24, 'LOW'],
  [25, 'MEDIUM'],
  [49, 'MEDIUM'],
  [50, 'HIGH'],
  [74, 'HIGH'],
  [75, 'CRITICAL'],
  [100, 'CRITICAL'],
])('a score of %i is %s', (score, level) => expect(levelOf(score)).toBe(level))
