import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { someOrAll } from '../gate-or-wide.ts'
import { Chance } from './chance.ts'
import { judge } from './judge.ts'
import { MORE_WORLD_SLIPS, WORLD_SLIPS } from './world-slips/index.ts'

const SEED = 2
const ALL = { ...WORLD_SLIPS, ...MORE_WORLD_SLIPS }

/** Ticks and crosses that are drawn with strokes of a pen are no words, and only words are read as marks. */
const DRAWN = ['slip-t4-ticks', 'slip-t4-crosses']

test.each(someOrAll(Object.keys(ALL), 3))('%s is read whole and raises no alarm', async (name) => {
  const { bytes, truth } = await (ALL[name] as (typeof ALL)[string])(new Chance(SEED))
  const { reading, parts, flags } = await runPipeline(bytes)
  const [part] = parts
  if (!part) throw new Error('no slip')
  const faults = judge(truth, part).faults
  expect(DRAWN.includes(name) ? faults.filter((fault) => !fault.startsWith('exempt_')) : faults).toEqual([])
  expect(assess(flags, circumstancesOf(reading, parts)).level).toBe('LOW')
})

test('the instructions on the back of a slip are no second slip without fields', async () => {
  for (const name of ['slip-t4-fields', 'slip-t4-feuillet']) {
    const { bytes } = await (WORLD_SLIPS[name] as (typeof WORLD_SLIPS)[string])(new Chance(SEED))
    const { parts } = await runPipeline(bytes)
    expect(parts.flatMap(({ pages }) => pages)).not.toContain(2)
  }
})

test('two people on one page are two slips', async () => {
  const { bytes } = await (WORLD_SLIPS['slip-t4-two-people'] as (typeof WORLD_SLIPS)[string])(new Chance(SEED))
  const numbers = (await runPipeline(bytes)).parts.map(({ fields }) => fields.social_insurance_number?.value)
  expect(new Set(numbers).size).toBe(2)
})
