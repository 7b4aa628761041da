import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../memory-folder.ts'
import { type Simulation, simulate } from './simulate.ts'
import { tableOf } from './table.ts'
import { type Tally, tally } from './tally.ts'

const JOBS = 2000
const folder = memoryFolder()
let run: Simulation
let figures: Tally

beforeAll(async () => {
  run = await simulate({ hosts: 50, jobs: JOBS, seed: 1, folder: folder.path })
  figures = await tally(run, run.market.database)
})
afterAll(async () => {
  await run.market.database.close()
  folder.remove()
})

test('every job ends and the books are right', () => {
  expect(figures.completed + figures.failed).toBe(JOBS)
  expect(figures).toMatchObject({ faults: [], sum_nano: 0n })
  expect(figures.claims).toBeGreaterThan(JOBS)
})

test('two hundred jobs of one user at once delay nobody by more than one turn', () => {
  expect(figures.turns.waits).toBeGreaterThan(0)
  expect(figures.turns.most).toBeLessThanOrEqual(1)
})

test('while they are queued others wait for a free slot and not for them', () => {
  const waiting = (who: string) => figures.waiting.find((one) => one.who.includes(who))
  const others = waiting('while it was queued')
  expect(others?.jobs).toBeGreaterThan(100)
  expect(others?.max).toBeLessThan((waiting('burst (1 user)')?.p50 ?? 0) / 2)
})

test('of equally reliable hosts the cheaper have more work and a better income', () => {
  const work = (groups: Tally['byPriceSound']) => groups.reduce((sum, group) => sum + group.busy, 0)
  const income = (groups: Tally['byPriceSound']) => groups.reduce((sum, group) => sum + group.income, 0)
  const [cheap, dear] = [figures.byPriceSound.slice(0, 5), figures.byPriceSound.slice(5)]
  expect(work(cheap)).toBeGreaterThan(2 * work(dear))
  expect(income(cheap)).toBeGreaterThan(2 * income(dear))
})

test('nobody under the price guard pays more than it allowed, and buyers pay less than the median offer', () => {
  const [all] = figures.paid
  expect(all?.against_median).toBeLessThan(1)
  for (const { limit, within } of figures.limits) {
    expect(limit).toBeGreaterThanOrEqual(2 * (figures.byPrice[0]?.least ?? 0))
    expect(within).toBeGreaterThan(0.4)
  }
})

test('the same seed gives the same table, another gives another', async () => {
  const small = async (seed: number) => {
    const place = memoryFolder()
    const again = await simulate({ hosts: 10, jobs: 200, seed, folder: place.path })
    const table = tableOf(await tally(again, again.market.database))
    await again.market.database.close()
    place.remove()
    return table
  }
  const table = await small(7)
  expect(await small(7)).toBe(table)
  expect(await small(8)).not.toBe(table)
})
