import { DOUBTFUL } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { probability } from '../../server/src/documents/extract/calibrate.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { Chance } from './chance.ts'
import { firstReading, KEPT_ROUNDS } from './first-readings.ts'
import { t4 } from './t4.generator.ts'

test('of the values of strangers few that are right are shown as doubtful, and half of those that are wrong', () => {
  const values = KEPT_ROUNDS.flatMap(firstReading)
  const doubtful = (wanted: boolean) => {
    const judged = values.filter(({ right }) => right === wanted)
    return judged.filter(({ known }) => probability(new Map(known)) < DOUBTFUL).length / judged.length
  }
  expect(values.length).toBeGreaterThan(4000)
  expect(doubtful(true)).toBeLessThan(0.11)
  expect(doubtful(false)).toBeGreaterThan(0.45)
})

test.each([8001, 8002, 8003])('a clean slip has no doubtful value (seed %d)', async (seed) => {
  const { bytes } = await t4(new Chance(seed))
  const { parts } = await runPipeline(bytes, undefined, { ocr: false })
  const fields = Object.entries(parts[0]?.fields ?? {})
  expect(fields.length).toBeGreaterThan(8)
  expect(fields.filter(([, { confidence }]) => confidence < DOUBTFUL).map(([name]) => name)).toEqual([])
})
