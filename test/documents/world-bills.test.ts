import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { Chance } from './chance.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import { WORLD_BILLS } from './world-bills/index.ts'

test('bills of many countries and programs are told, read and left in peace', { timeout: 240_000 }, async () => {
  const [fields, rows, faults] = [tally(), tally(), [] as string[]]
  const [mistaken, accused] = [[] as string[], [] as string[]]
  for (const [name, generator] of Object.entries(WORLD_BILLS)) {
    const { bytes, truth } = await generator(new Chance(7))
    const { reading, slips, flags } = await runPipeline(bytes)
    const verdict = judge(truth, slips[0] ?? expect.fail(`${name}: no slip`))
    addTally(fields, verdict.fields)
    addTally(rows, verdict.rows)
    faults.push(...verdict.faults.map((fault) => `${name}: ${fault}`))
    if (!verdict.type) mistaken.push(name)
    if (assess(flags, circumstancesOf(reading, slips)).level !== 'LOW') accused.push(name)
  }
  expect({ mistaken, accused }).toEqual({ mistaken: [], accused: [] })
  expect(f1(fields), faults.join('\n')).toBeGreaterThanOrEqual(0.98)
  expect(f1(rows), faults.join('\n')).toBeGreaterThanOrEqual(0.97)
})
