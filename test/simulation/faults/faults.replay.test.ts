import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateOrWide } from '../../gate-or-wide.ts'
import { type MarketFiles, openMarketFiles } from './market-file.ts'
import { minimise } from './minimise.ts'
import { runSeed } from './run-seed.ts'

/** Far more than it takes, also where many others want the processor. */
const LIMIT_MS = 600_000

let files: MarketFiles

beforeAll(async () => {
  files = await openMarketFiles()
})
afterAll(() => files.remove())

test('the same seed gives the same run, step by step, another gives another', { timeout: LIMIT_MS }, async () => {
  const digests = new Set<string>()
  const seeds = gateOrWide([1, 2, 3], [1, 2, 3, 4, 5])
  for (const seed of seeds) {
    const [first, again] = [await runSeed({ seed, files }), await runSeed({ seed, files })]
    expect(again.digest).toBe(first.digest)
    expect([again.steps, again.struck]).toEqual([first.steps, first.struck])
    digests.add(first.digest)
  }
  expect(digests.size).toBe(seeds.length)
})

test('a plan of some of its events strikes with no others', { timeout: LIMIT_MS }, async () => {
  const all = await runSeed({ seed: 7, files })
  const only = new Set(all.struck.filter((_, at) => at % 2 === 0))
  const some = await runSeed({ seed: 7, files, only })
  expect(some.struck.filter((event) => !only.has(event))).toEqual([])
  expect(some.struck.length).toBeGreaterThan(0)
  const none = await runSeed({ seed: 7, files, only: new Set() })
  expect(none).toMatchObject({ struck: [], violation: undefined })
})

test('the smallest plan that fails is found', async () => {
  const events = Array.from({ length: 40 }, (_, at) => `${at % 2 ? 'answer_lost' : 'cancelled'}#${at}`)
  const needed = ['answer_lost#7', 'answer_lost#31', 'cancelled#12']
  let runs = 0
  const smallest = await minimise(events, async (only) => {
    runs++
    return needed.every((event) => only.has(event))
  })
  expect(smallest.toSorted()).toEqual(needed.toSorted())
  expect(runs).toBeLessThan(60)
})
