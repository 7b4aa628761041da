import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../../server/src/storage/statement.ts'
import { insertWebhook } from '../../../server/src/webhooks/webhook-store.ts'
import { analyzed, type DocumentsService, post, startDocuments } from '../documents-service.ts'
import { madePdf } from '../made-pdf.ts'
import { eventOf } from './receivers.ts'

const KEPT = statement()((q) =>
  q.selectFrom('webhook_deliveries').select(['webhook_id', 'payload_json as body']).orderBy('delivery_id'),
)

let service: DocumentsService
beforeAll(async () => {
  service = await startDocuments()
})
afterAll(() => service.stop())

test('a document that was kept is told to its owner: which and of what type, and nothing that stands in it', async () => {
  const { database, ids, clock } = service
  const [ada, bob] = [await service.user('ada'), await service.user('bob')]
  const row = {
    url: 'http://127.0.0.1:9/',
    events_json: null,
    description: null,
    secret: 'whsec_',
    created_at: clock.now(),
  }
  const webhook_id = ids.next('whk')
  await database.transaction((tx) => insertWebhook(tx, { ...row, webhook_id, user_id: ada.user_id }))
  const analysis = await analyzed(service.url, await madePdf(), { as: ada.authorization, name: 'private name.pdf' })
  await analyzed(service.url, await madePdf(), { as: bob.authorization })
  expect((await post(service.url, Buffer.from('%PDF-1.4 broken'), { as: ada.authorization })).status).toBe(422)
  const kept = await database.all(KEPT, {})
  const { document_id, document_type } = analysis
  expect(kept.map((one) => [one.webhook_id, eventOf(one)])).toEqual([
    [
      webhook_id,
      {
        type: 'document.done',
        timestamp: expect.any(String),
        data: { document_id, status: 'success', document_type },
      },
    ],
  ])
  expect(kept[0]?.body).not.toContain('private')
})
