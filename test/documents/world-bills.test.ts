import { expect, test } from 'vitest'
import { someOrAll } from '../gate-or-wide.ts'
import { type KnownFaults, readWhole, strayNames, tryLayout } from './layout-trial.ts'
import { WORLD_BILLS } from './world-bills/index.ts'

const SEED = 7

const KNOWN: KnownFaults = {
  'bill-trade-supplier': ['vendor_name wrong'],
  'bill-shop-plugin': ['vendor_name wrong'],
  'bill-time-billing': ['2 x line_items row missing'],
  'bill-cell-grid': ['vendor_tax_id missing', 'customer_tax_id spurious'],
  'bill-caterer': ['invoice_date missing'],
}

// Of many countries and programs, each by itself: one that fails names itself.
test.each(someOrAll(Object.entries(WORLD_BILLS), 3))('%s is told, read and left in peace', async (name, generator) => {
  expect(await tryLayout(generator, SEED)).toEqual(readWhole(name, KNOWN))
})

test('the list of what is not read speaks of bills that there are', () => {
  expect(strayNames(WORLD_BILLS, KNOWN)).toEqual([])
})
