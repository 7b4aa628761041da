import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { Chance } from './chance.ts'
import { scan } from './scan.ts'
import { bankStatement } from './statement.generator.ts'

const ASKEW = {
  dpi: 150,
  color: false,
  skewDegrees: 1.2,
  rotation: 0,
  noise: 5,
  blur: 0.4,
  shade: 0,
  quality: 75,
} as const

test('a genuine statement that lay askew on the glass loses no row and accuses nobody', async () => {
  const { bytes, truth } = await bankStatement(new Chance(35))
  const { reading, parts, flags } = await runPipeline(await scan(bytes, new Chance(1), ASKEW))
  const rows = parts[0]?.tables.find(({ name }) => name === 'transactions')?.rows
  expect(rows).toHaveLength(truth.tables?.transactions?.length ?? 0)
  expect(rows?.length).toBeGreaterThan(10)
  expect(assess(flags, circumstancesOf(reading, parts)).level).toBe('LOW')
})
