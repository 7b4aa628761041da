import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLines, createBatch, ownBatch, startBatch } from '../../server/src/market/batches/make.ts'
import { runBatches } from '../../server/src/market/batches/run.ts'
import { BY, batchesOn, linesOf } from './batch-floor.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())
  const { make, shown, serve, resultsOf } = batchesOn(() => floor)

  test('lines become jobs a few at a time, end once, and their answers are in their order', async () => {
    const host = await floor.host({ models: ['many'], concurrency: 1000 })
    const user = await floor.user()
    const batch_id = await make(user, 'many', 26, { system: 'Be brief.' })
    for (let round = 0; round < 2; round++) await runBatches(floor.market, 20)
    // The window is full.
    expect(await shown(user, batch_id)).toMatchObject({ state: 'running', running: 20, waiting: 6, completed: 0 })
    expect(await serve(host)).toBe(20)
    await runBatches(floor.market, 20)
    await runBatches(floor.market, 20)
    expect(await shown(user, batch_id)).toMatchObject({ running: 6, waiting: 0, completed: 20 })
    expect(await serve(host)).toBe(6)
    await runBatches(floor.market)
    const done = await shown(user, batch_id)
    expect(done).toMatchObject({ state: 'completed', completed: 26, failed: 0, running: 0, waiting: 0 })
    expect(done.credits_used).toBeGreaterThan(0n)
    const results = (await resultsOf(batch_id)).trim().split('\n')
    expect(results).toHaveLength(26)
    expect(JSON.parse(results[17] ?? '')).toMatchObject({
      ...{ line: 18, status: 'completed', output_text: 'ab', tokens: 2, error: null },
      input_text: expect.stringContaining('say 17'),
    })
    expect(JSON.parse(results[17] ?? '').input_text).toContain('Be brief.')
  })

  test('a repeated addition adds nothing twice, and a gap is refused', async () => {
    const user = await floor.user()
    await floor.host({ models: ['once'] })
    const { batch_id } = await createBatch(floor.market, user, { name: 'b', model: 'once', temperature: 0 }, BY)
    const add = (first: number, count: number) =>
      addLines(floor.market, user, batch_id, { first, lines: linesOf(count) })
    await expect(startBatch(floor.market, user, batch_id, BY)).rejects.toMatchObject({ code: 'conflict' })
    expect(await add(0, 3)).toMatchObject({ lines: 3 })
    expect(await add(0, 3)).toMatchObject({ lines: 3 })
    await expect(add(4, 1)).rejects.toMatchObject({ code: 'conflict' })
    expect(await add(3, 2)).toMatchObject({ lines: 5, waiting: 5, state: 'open' })
    await startBatch(floor.market, user, batch_id, BY)
    await expect(add(5, 1)).rejects.toMatchObject({ code: 'conflict' })
    await expect(ownBatch(floor.market, await floor.user(), batch_id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
