import { expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { f1 } from './judge.ts'
import { scanned } from './scan.ts'
import type { Generator } from './specimen.ts'

// The other types: generated.scans.long.test.ts.
test('a scan is read', async () => {
  const sum = await figuresOf(scanned(GENERATORS.t4 as Generator), [921])
  expect(f1(sum.fields), sum.faults.join('\n')).toBeGreaterThanOrEqual(0.9)
}, 300_000)
