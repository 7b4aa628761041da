import { expect, test } from 'vitest'
import { readWhole, tryLayout } from './layout-trial.ts'
import { plainPages } from './plain-pages/plain-page.ts'

const PAGES = Object.entries(plainPages())

// Each by itself: one that fails names itself.
test.each(PAGES)('%s is told, read and left in peace', async (name, generator) => {
  expect(await tryLayout(generator, 1)).toEqual(readWhole(name, {}))
})
