import { expect, test } from 'vitest'
import { type KnownFaults, readWhole, strayNames, tryLayout } from './layout-trial.ts'
import { TYPED_PAPERS } from './typed-papers/index.ts'

const SEED = 7

const KNOWN: KnownFaults = {
  'danish-carpet': ['customer_name missing'],
}

// Each by itself: one that fails names itself.
test.each(Object.entries(TYPED_PAPERS))('%s is told, read and left in peace', async (name, generator) => {
  expect(await tryLayout(generator, SEED)).toEqual(readWhole(name, KNOWN))
})

test('the list of what is not read speaks of papers that there are', () => {
  expect(strayNames(TYPED_PAPERS, KNOWN)).toEqual([])
})
