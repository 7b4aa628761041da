import { expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { type KnownFaults, readWhole, strayNames, tryLayout } from './layout-trial.ts'
import { plainPages } from './plain-pages/plain-page.ts'

const SEED = 1

// What is known not to be read.
const KNOWN: KnownFaults = {
  // The rows of the first account are the statement's: those of the second lead to other balances.
  'statements/american-two-accounts': ['3 x transactions row missing'],
}

const PAGES = plainPages()

// Each by itself: one that fails names itself.
test.each(Object.entries(PAGES))('%s is told, read and judged', async (name, generator) => {
  const { truth } = await generator(new Chance(SEED))
  const level = truth.risk === 'flagged' ? 'HIGH' : 'LOW'
  expect(await tryLayout(generator, SEED)).toEqual({ ...readWhole(name, KNOWN), level })
})

test('no list of faults outlives its page', () => {
  expect(strayNames(PAGES, KNOWN)).toEqual([])
})
