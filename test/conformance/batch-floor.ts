import { addLines, createBatch, describeBatch, ownBatch, startBatch } from '../../server/src/market/batches/make.ts'
import { batchResultsText } from '../../server/src/market/batches/results.ts'
import type { Floor } from './market-floor.ts'

export const BY = { token_id: 'password', rights: undefined }

export const linesOf = (count: number) => Array.from({ length: count }, (_, n) => ({ input_text: `say ${n}` }))

/** What tests of batches do on a floor. */
export const batchesOn = (floor: () => Floor) => ({
  async make(user: string, model: string, count: number, more: object = {}) {
    const body = { name: 'b', model, temperature: 0, max_tokens: 5, ...more }
    const { batch_id } = await createBatch(floor().market, user, body, BY)
    await addLines(floor().market, user, batch_id, { first: 0, lines: linesOf(count) })
    await startBatch(floor().market, user, batch_id, BY)
    return batch_id
  },
  shown: async (user: string, batch_id: string) => describeBatch(await ownBatch(floor().market, user, batch_id)),
  /** Has a host answer all that it gets. */
  async serve(host: string, tokens: string[] = ['a', 'b']) {
    let served = 0
    for (let offer = await floor().next(host); offer; offer = await floor().next(host), served++)
      await floor().results(host, { job_id: offer.job_id, offset: 0, tokens, finish_reason: 'stop' })
    return served
  },
  resultsOf: async (batch_id: string, format: 'jsonl' | 'csv' = 'jsonl') =>
    (await Array.fromAsync(batchResultsText(floor().market.database, batch_id, format))).join(''),
})
