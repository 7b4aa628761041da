import { expect, test } from 'vitest'
import { tampered } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { unprintedOf } from './printed-at.ts'
import { scanned } from './scan.ts'
import { WORLD_BANKS } from './world-banks/index.ts'
import { WORLD_BILLS } from './world-bills/index.ts'
import { WORLD_SLIPS } from './world-slips/index.ts'

const WORLD = { ...WORLD_BANKS, ...WORLD_BILLS, ...WORLD_SLIPS }

test.each([941, 942])(
  'every value of every layout stands on the page at its box (%d)',
  { timeout: 900_000 },
  async (seed) => {
    expect(await unprintedOf({ ...GENERATORS, ...WORLD }, seed)).toEqual([])
    expect(await unprintedOf({ ...GENERATORS, ...WORLD }, seed, tampered)).toEqual([])
  },
)

// What recognition took for something else is returned as it was recognised, and nothing makes it fit.
test('scans give what was recognised at the box', { timeout: 900_000 }, async () => {
  const names = ['t4', 'w2', 'bank-statement', 'card-statement', 'invoice', 'receipt', 'pay-stub', 'income-letter']
  const some = Object.fromEntries(Object.entries(GENERATORS).filter(([name]) => names.includes(name)))
  expect(await unprintedOf(some, 943, scanned)).toEqual([])
})
