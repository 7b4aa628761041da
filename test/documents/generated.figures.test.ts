import { expect, test } from 'vitest'
import { addFigures, type Figures, figuresOf, noFigures, tampered } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { f1 } from './judge.ts'
import type { Generator } from './specimen.ts'

async function sumOf(names: readonly string[], seeds: number[], change: (generator: Generator) => Generator) {
  const sum = noFigures()
  for (const name of names) addFigures(sum, await figuresOf(change(GENERATORS[name] as Generator), seeds))
  return sum
}

const told = ({ faults }: Figures) => faults.join('\n')

test('generated documents of every type are read as they are printed, and clean ones alarm nobody', async () => {
  const sum = await sumOf(Object.keys(GENERATORS), [901], (generator) => generator)
  expect(sum.types, told(sum)).toBe(sum.documents)
  expect(f1(sum.fields), told(sum)).toBeGreaterThanOrEqual(0.98)
  expect(f1(sum.rows), told(sum)).toBeGreaterThanOrEqual(0.98)
  expect(sum.alarms / sum.clean, told(sum)).toBeLessThanOrEqual(0.02)
  expect(sum.unprinted).toEqual([])
})

test('forged documents are caught, and read as they are printed too', async () => {
  const sum = await sumOf(Object.keys(GENERATORS), [911], tampered)
  expect(sum.flagged).toBeGreaterThan(20)
  expect(sum.caught / sum.flagged, told(sum)).toBeGreaterThanOrEqual(0.9)
  expect(sum.unprinted).toEqual([])
})
