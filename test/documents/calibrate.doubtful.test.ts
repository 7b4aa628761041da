import { readdirSync } from 'node:fs'
import { DOUBTFUL } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { probability } from '../../server/src/documents/extract/calibrate.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { Chance } from './chance.ts'
import { firstReading } from './first-readings.ts'
import { t4 } from './t4.generator.ts'

const ROUNDS = new URL('rounds/', import.meta.url)

/** Rounds of strangers whose papers' first reading was kept. */
function keptRounds(): string[] {
  const files = readdirSync(ROUNDS, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => /^([^/]+)\/first-reading\.txt$/.exec(file)?.[1] ?? [])
}

test('of the values of strangers few that are right are shown as doubtful, and half of those that are wrong', () => {
  const values = keptRounds().flatMap(firstReading)
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
