import { expect, test } from 'vitest'
import { CLUSTER_SEEDS, REPLICAS, runGate } from './gate.ts'
import { openMarketFiles } from './market-file.ts'
import { runSeed } from './run-seed.ts'

const LIMIT_MS = 900_000

test('worlds of three servers, cut off, paused and killed, lose nothing', { timeout: LIMIT_MS }, async () => {
  expect((await runGate(1, CLUSTER_SEEDS, REPLICAS)).failures).toBe('')
})

test('a world of three servers is the same each time', { timeout: LIMIT_MS }, async () => {
  const files = await openMarketFiles()
  const run = () => runSeed({ seed: 2, files, servers: REPLICAS })
  const [first, again] = [await run(), await run()]
  files.remove()
  expect(again.digest).toBe(first.digest)
  expect(again.struck).toEqual(first.struck)
})
