import { expect, test } from 'vitest'
import { tampered } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { unprintedOf } from './printed-at.ts'

// More layouts and seeds, and scans: printed-values.long.test.ts.
test('every value that is returned stands on the page at its box', { timeout: 180_000 }, async () => {
  expect(await unprintedOf(GENERATORS, 931)).toEqual([])
})

test('of forged documents too', { timeout: 180_000 }, async () => {
  expect(await unprintedOf(GENERATORS, 932, tampered)).toEqual([])
})
