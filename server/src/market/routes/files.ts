import { Readable } from 'node:stream'
import { market as endpoints } from '@mkt/schemas'
import { BY_PASSWORD } from '../../accounts/authenticate.ts'
import { ANSWERED, type Guard } from '../../http/guard.ts'
import { createFileBatch, listFileBatches, ownFileBatch, showFileBatch } from '../batches/of-file.ts'
import { contentOf, deleteFile, listFiles, ownFile, ownRow } from '../batches/own-files.ts'
import { cancelBatch } from '../batches/run.ts'
import type { Market } from '../deps.ts'
import { receiveFile } from '../files/receive-file.ts'

/** Files of requests and their batches, as OpenAI's clients send them. */
export function fileRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.createFile, async (_input, { user, ctx }) => {
    const askFor = () => void (ctx.get('expect') !== '' && ctx.res.writeContinue())
    return await ownFile(market, user.user_id, await receiveFile(market, user.user_id, ctx.req, askFor))
  })
  guard.route(endpoints.listFiles, ({ query }, { user }) => listFiles(market, user.user_id, query))
  guard.route(endpoints.getFile, ({ params }, { user }) => ownFile(market, user.user_id, params.file_id))
  guard.route(endpoints.fileContent, async ({ params }, { user, ctx }) => {
    const row = await ownRow(market, user.user_id, params.file_id)
    ctx.set('Cache-Control', 'no-store')
    ctx.attachment(row.filename)
    ctx.type = 'application/jsonl'
    ctx.body = Readable.from(contentOf(market.database, row))
    return ANSWERED
  })
  guard.route(endpoints.deleteFile, async ({ params: { file_id: id } }, { user }) => {
    await deleteFile(market, user.user_id, id)
    return { id, object: 'file' as const, deleted: true as const }
  })
  guard.route(endpoints.createOpenAiBatch, ({ body }, { user, token_id = BY_PASSWORD, rights }) =>
    createFileBatch(market, user.user_id, body, { token_id, rights }),
  )
  guard.route(endpoints.listOpenAiBatches, ({ query }, { user }) => listFileBatches(market, user.user_id, query))
  guard.route(endpoints.getOpenAiBatch, ({ params }, { user }) => showFileBatch(market, user.user_id, params.batch_id))
  guard.route(endpoints.cancelOpenAiBatch, async ({ params: { batch_id } }, { user }) => {
    await ownFileBatch(market, user.user_id, batch_id)
    await cancelBatch(market, user.user_id, batch_id)
    return await showFileBatch(market, user.user_id, batch_id)
  })
}
