import { expect, test } from 'vitest'
import { addFigures, type Figures, figuresOf, noFigures, tampered } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { f1 } from './judge.ts'
import type { Generator } from './specimen.ts'

// The same as generated.figures.test.ts, over more seeds than every `npm test` has time for.

async function sumOf(seeds: number[], change: (generator: Generator) => Generator): Promise<Figures> {
  const sum = noFigures()
  for (const generator of Object.values(GENERATORS)) addFigures(sum, await figuresOf(change(generator), seeds))
  return sum
}

test('generated documents are read from their text layer, and clean ones alarm nobody', async () => {
  const sum = await sumOf([902, 903, 904], (generator) => generator)
  const told = sum.faults.join('\n')
  expect(sum.types, told).toBe(sum.documents)
  expect(f1(sum.fields), told).toBeGreaterThanOrEqual(0.98)
  expect(f1(sum.rows), told).toBeGreaterThanOrEqual(0.98)
  expect(sum.alarms / sum.clean, told).toBeLessThanOrEqual(0.02)
}, 300_000)

test('forged documents are caught', async () => {
  const sum = await sumOf([911, 912, 913], tampered)
  expect(sum.caught / sum.flagged, sum.faults.join('\n')).toBeGreaterThanOrEqual(0.9)
}, 300_000)
