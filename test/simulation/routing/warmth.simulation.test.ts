import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../memory-folder.ts'
import { simulate } from './simulate.ts'
import { type Tally, tally } from './tally.ts'
import { type Warmth, warmthOf } from './warmth.ts'

const JOBS = 600
const folders = [memoryFolder(), memoryFolder()]
interface Outcome {
  warmth: Warmth
  figures: Tally
}
let warm: Outcome
let cold: Outcome

async function runIn(folder: string, options: { cold: boolean }): Promise<Outcome> {
  const run = await simulate({ hosts: 100, jobs: JOBS, seed: 1, folder, conversations: true, ...options })
  const outcome = { warmth: warmthOf(run), figures: await tally(run, run.market.database) }
  await run.market.database.close()
  return outcome
}
beforeAll(async () => {
  warm = await runIn(folders[0]?.path ?? '', { cold: false })
  cold = await runIn(folders[1]?.path ?? '', { cold: true })
})
afterAll(() => {
  for (const folder of folders) folder.remove()
})

test('follow-ups meet warm hosts more often, at next to no price', () => {
  expect(warm.warmth.followUps).toBeGreaterThan(100)
  expect(warm.warmth.share).toBeGreaterThan(cold.warmth.share * 1.1)
  const price = ({ figures }: Outcome) => figures.paid[0]?.mean ?? 0
  expect(price(warm)).toBeLessThan(price(cold) * 1.05)
})

test('nobody waits for more than a turn of another, and the books are right', () => {
  expect(warm.figures.turns.most).toBeLessThanOrEqual(1)
  expect(warm.figures).toMatchObject({ faults: [], sum_nano: 0n })
})
