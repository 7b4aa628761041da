import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchPage } from '../../server/src/market/batches/batch-store.ts'
import { eraseBatchesOf, purgeBatches } from '../../server/src/market/batches/erase.ts'
import { addLines, createBatch } from '../../server/src/market/batches/make.ts'
import { cancelBatch, runBatches } from '../../server/src/market/batches/run.ts'
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

  test('a cancelled batch stops at once, and what has ended stays', async () => {
    const host = await floor.host({ models: ['stop'], concurrency: 100 })
    const user = await floor.user()
    const batch_id = await make(user, 'stop', 60)
    await runBatches(floor.market)
    const offer = await floor.next(host)
    await floor.results(host, { job_id: offer?.job_id ?? '', offset: 0, tokens: ['a'], finish_reason: 'stop' })
    await cancelBatch(floor.market, user, batch_id)
    expect(await shown(user, batch_id)).toMatchObject({ state: 'cancelled', completed: 1, failed: 49, running: 0 })
    expect(await floor.next(host)).toBeUndefined()
    const all = await resultsOf(batch_id)
    expect(all).not.toContain('say 55')
    expect(all.trim().split('\n')).toHaveLength(60)
  })

  test('a table keeps its cells, also what a spreadsheet would take for a formula', async () => {
    const host = await floor.host({ models: ['table'], concurrency: 100 })
    const user = await floor.user()
    const batch_id = await make(user, 'table', 1)
    await runBatches(floor.market)
    await serve(host, ['=cmd|"x"', ',\n'])
    await runBatches(floor.market)
    const [head, ...rest] = (await resultsOf(batch_id, 'csv')).split('\r\n')
    expect(head).toBe('line,custom_id,job_id,status,input_text,output_text,error,tokens,credits')
    expect(rest.join('\r\n')).toMatch(/^1,,job_\w+,completed,say 0,"'=cmd\|""x"",\n",,2,0\.\d+\r\n$/)
  })

  test('batches are erased with their account, and by their age unless they run', async () => {
    await floor.host({ models: ['old'] })
    const [user, other] = [await floor.user(), await floor.user()]
    await make(user, 'old', 1)
    await make(other, 'old', 1)
    const page = (user_id: string) => batchPage(floor.market.database, { user_id, limit: 9, offset: 0 })
    expect(await eraseBatchesOf(floor.market.database, user)).toBe(1)
    expect(await page(user)).toEqual([])
    const { batch_id } = await createBatch(floor.market, other, { name: 'b', model: 'old', temperature: 0 }, BY)
    await addLines(floor.market, other, batch_id, { first: 0, lines: linesOf(1) })
    await purgeBatches(floor.market.database, floor.market.clock.now() + 1)
    expect(await page(other)).toMatchObject([{ state: 'running' }])
  })
})
