import { Readable } from 'node:stream'
import { market as endpoints } from '@mkt/schemas'
import { BY_PASSWORD } from '../../accounts/authenticate.ts'
import { ANSWERED, type Guard } from '../../http/guard.ts'
import { batchPage, countBatches } from '../batches/batch-store.ts'
import { addLines, createBatch, describeBatch, ownBatch, startBatch } from '../batches/make.ts'
import { batchResultsText } from '../batches/results.ts'
import { cancelBatch } from '../batches/run.ts'
import type { Market } from '../deps.ts'

/** Many prompts of one kind, run by the server while nobody watches. */
export function batchRoutes(guard: Guard, market: Market): void {
  const { database } = market
  guard.route(endpoints.createBatch, async ({ body }, { user, token_id = BY_PASSWORD, rights }) => {
    return await createBatch(market, user.user_id, body, { token_id, rights })
  })
  guard.route(endpoints.addBatchLines, async ({ params, body }, { user, rights }) => {
    return await addLines(market, user.user_id, params.batch_id, body, rights)
  })
  guard.route(endpoints.startBatch, async ({ params }, { user, token_id = BY_PASSWORD, rights }) => {
    return await startBatch(market, user.user_id, params.batch_id, { token_id, rights })
  })
  guard.route(endpoints.cancelBatch, async ({ params }, { user }) => {
    await cancelBatch(market, user.user_id, params.batch_id)
    return describeBatch(await ownBatch(market, user.user_id, params.batch_id))
  })
  guard.route(endpoints.listBatches, async ({ query }, { user: { user_id } }) => {
    const { total } = await countBatches(database, user_id)
    return { batches: (await batchPage(database, { user_id, ...query })).map(describeBatch), total }
  })
  guard.route(endpoints.getBatch, async ({ params }, { user }) => {
    return describeBatch(await ownBatch(market, user.user_id, params.batch_id))
  })
  guard.route(endpoints.batchResults, async ({ params, query }, { user, ctx }) => {
    const { batch_id } = await ownBatch(market, user.user_id, params.batch_id)
    ctx.set('Cache-Control', 'no-store')
    ctx.attachment(`${batch_id}.${query.format}`)
    ctx.type = query.format === 'csv' ? 'text/csv' : 'application/jsonl'
    ctx.body = Readable.from(batchResultsText(database, batch_id, query.format))
    return ANSWERED
  })
}
