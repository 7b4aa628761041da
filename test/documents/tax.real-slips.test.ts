import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { someOrAll } from '../gate-or-wide.ts'
import { Chance } from './chance.ts'
import { judge } from './judge.ts'
import { REAL_SLIPS } from './real-slips/index.ts'

const SEED = 9

/** A portal's list says `EI exempt: Yes` in words; only marks are read. */
const UNREAD = /^exempt_/

test.each(someOrAll(Object.keys(REAL_SLIPS), 3))('%s is read whole and raises no alarm', async (name) => {
  const { bytes, truth } = await (REAL_SLIPS[name] as (typeof REAL_SLIPS)[string])(new Chance(SEED))
  const { reading, parts, flags } = await runPipeline(bytes)
  const [part] = parts
  if (!part) throw new Error('no slip')
  expect(judge(truth, part).faults.filter((fault) => !UNREAD.test(fault))).toEqual([])
  expect(assess(flags, circumstancesOf(reading, parts)).level).toBe('LOW')
})

test('the summary in a square of W-2s is no slip, wherever it stands', async () => {
  for (const name of ['real-w2-summary', 'real-w2-summary-first']) {
    const { bytes } = await (REAL_SLIPS[name] as (typeof REAL_SLIPS)[string])(new Chance(SEED))
    expect((await runPipeline(bytes)).parts).toHaveLength(3)
  }
})
