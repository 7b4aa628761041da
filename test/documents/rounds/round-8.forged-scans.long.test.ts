import { expect, test } from 'vitest'
import { files } from './round-8/forged-scans/index.ts'
import { WISHES } from './round-8/forged-scans/list.ts'
import { ACTS } from './round-8/forged-scans/marks.ts'

test('the forged scans of the eighth round are of many techniques', () => {
  expect(WISHES.length).toBe(24)
  expect(new Set(WISHES.map(({ technique }) => technique)).size).toBeGreaterThanOrEqual(16)
  expect(new Set(WISHES.map(({ paper }) => paper)).size).toBe(9)
  expect(ACTS.length).toBe(13)
})

test('forged and innocent scans of the eighth round are made, the same ones each time, and are small', async () => {
  const wanted = (name: string) => /scan-8-(01|05|12|20|22)/.test(name)
  const [first, again] = [await Array.fromAsync(files(wanted)), await Array.fromAsync(files(wanted))]
  expect(first.length).toBe(8)
  for (const [at, { name, kind, bytes, forgery, truth }] of first.entries()) {
    expect(bytes.length, name).toBeLessThan(1_400_000)
    expect(Buffer.from(bytes).equals(again[at]?.bytes ?? new Uint8Array()), name).toBe(true)
    expect(truth.risk).toBe(kind === 'forged' ? 'flagged' : 'clean')
    if (kind === 'forged') expect(forgery?.places.length, name).toBeGreaterThan(0)
  }
}, 300_000)
