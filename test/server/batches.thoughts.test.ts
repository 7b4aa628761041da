import { expect, test } from 'vitest'
import { runBatches } from '../../server/src/market/batches/run.ts'
import { batchesOn } from '../conformance/batch-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

// Before: what a model thought stood in the answer, as the server keeps it.
test('the answer of a model that thinks is its text, of a batch too', async () => {
  const floor = await openSqliteFloor()
  const { make, resultsOf } = batchesOn(() => floor)
  const host = await floor.host({ models: ['thinks'], concurrency: 100 })
  const batch_id = await make(await floor.user(), 'thinks', 1, { stop: ['END'] })
  await runBatches(floor.market)
  const { job_id } = (await floor.next(host)) ?? expect.fail('no job')
  const notes = [{ at: 0, reasoning: true as const }]
  const end = { finish_reason: 'stop' as const, stop_sequence: 'END' }
  await floor.results(host, { job_id, offset: 0, tokens: ['Hm.', 'Yes'], notes, ...end })
  await runBatches(floor.market)
  expect(JSON.parse(await resultsOf(batch_id))).toMatchObject({ output_text: 'Yes', tokens: 2 })
  await floor.close()
})
