import { expect, test } from 'vitest'
import { addFigures, figuresOf, noFigures } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { f1 } from './judge.ts'
import { scanned } from './scan.ts'
import type { Generator } from './specimen.ts'

test('scans of six types are read', { timeout: 600_000 }, async () => {
  const sum = noFigures()
  for (const name of ['t4', 'bank-statement', 'invoice', 'receipt', 'pay-stub', 'income-letter'])
    addFigures(sum, await figuresOf(scanned(GENERATORS[name] as Generator), [921]))
  expect(f1(sum.fields), sum.faults.join('\n')).toBeGreaterThanOrEqual(0.9)
})
