import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInSteps } from '../../server/src/base/sort-in-steps.ts'

test('texts come in the order of sort(), however many there are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 5 }), { maxLength: 30 }), async (texts) => {
      expect(await sortInSteps(texts)).toEqual(texts.toSorted())
    }),
    { numRuns: 30 },
  )
  // More than are sorted at once, in runs of which the last one is alone.
  const many = Array.from({ length: 10_001 }, (_, at) => `model ${(at * 7919) % 10_007}`)
  expect(await sortInSteps(many)).toEqual(many.toSorted())
})

test('others have their turn between two steps', async () => {
  let turns = 0
  let sorted = false
  const sorting = sortInSteps(Array.from({ length: 20_000 }, (_, at) => `model ${(at * 7919) % 20_011}`)).then(() => {
    sorted = true
  })
  while (!sorted) {
    turns++
    await new Promise(setImmediate)
  }
  await sorting
  expect(turns).toBeGreaterThan(20)
})
