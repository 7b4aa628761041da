import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDocument } from '../../server/src/documents/store/document-store.ts'
import { correctionsOf, putCorrection } from '../../server/src/documents/store/review-store.ts'
import { ask } from '../server/contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { onEveryDialect } from './databases.ts'

/** So long that whatever does not wait for a held row has read or written it. */
const SOON_MS = 150

await onEveryDialect((databases) => {
  let place: DocumentsService
  let ada: DocumentsUser
  let document_id: string
  beforeEach(async () => {
    place = await startDocuments({ location: await databases.fresh(), threads: 1 })
    ada = await place.user('ada')
    const pdf = await madePdf({ lines: invoiceLines('NW-1', '10.00') })
    document_id = (await analyzed(place.url, pdf, { as: ada.authorization })).document_id
  })
  afterEach(() => place.stop())

  test('of two changes of a review at once neither undoes the other', async () => {
    const change = (json: object) =>
      ask(place.url, `PATCH /documents/${document_id}/review`, { as: ada.authorization, json })
    const changed = await place.database.transaction(async (tx) => {
      await lockDocument(tx, ada.user_id, document_id)
      const both = [change({ label: 'paid' }), change({ reference: 'R-7' })]
      await after(SOON_MS)
      return { both }
    })
    expect((await Promise.all(changed.both)).map(({ status }) => status)).toEqual([200, 200])
    const { body } = await ask(place.url, `GET /documents/${document_id}/review`, { as: ada.authorization })
    expect(body).toMatchObject({ label: 'paid', reference: 'R-7' })
  })

  test('a correction that was being written when its document was erased goes with it', async () => {
    const said = { document_id, user_id: ada.user_id, slip: 1, field: 'invoice_number', value_json: '"NW-2"' }
    const { erased } = await place.database.transaction(async (tx) => {
      await lockDocument(tx, ada.user_id, document_id)
      const erased = place.archive.erase(ada.user_id, document_id)
      await after(SOON_MS)
      await putCorrection(tx, { ...said, corrected_at: 1, corrected_by: 'ada' })
      return { erased }
    })
    expect(await erased).toBe(true)
    expect(await correctionsOf(place.database, said)).toEqual([])
    const late = { as: ada.authorization, json: { value: 'NW-3' } }
    expect((await ask(place.url, `PUT /documents/${document_id}/corrections/invoice_number`, late)).status).toBe(404)
  })
})
