import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { analyzed, type DocumentsService, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'
import { ManualClock } from './manual-clock.ts'

const DAY_MS = 86_400_000
const ROUND_MS = 600_000

let place: DocumentsService
let pdf: Uint8Array
beforeAll(async () => {
  place = await startDocuments({ retentionDays: 7 })
  pdf = await madePdf({ lines: invoiceLines('NW-1001', '250.00') })
})
afterAll(() => place.stop())

test('every answer says when the document will be erased', async () => {
  const ada = await place.user('ada')
  const said = await analyzed(place.url, pdf, { as: ada.authorization })
  const list = await ask(place.url, 'GET /documents?detail=full', { as: ada.authorization })
  const { documents } = list.body as { documents: { created_at: string; erased_after: string }[] }
  const [{ created_at, erased_after } = expect.fail('no document')] = documents
  expect(Date.parse(erased_after) - Date.parse(created_at)).toBe(7 * DAY_MS)
  expect(said.erased_after).toBe(erased_after)
  const { body } = await ask(place.url, `GET /documents/${said.document_id}`, { as: ada.authorization })
  expect(body).toEqual(said)
})

test('documents are erased by themselves once their time is up, and no others', async () => {
  const eve = await place.user('eve')
  const { document_id } = await analyzed(place.url, pdf, { as: eve.authorization })
  const status = async () => (await ask(place.url, `GET /documents/${document_id}`, { as: eve.authorization })).status
  const clock = new ManualClock(place.clock.now())
  const archive = place.archiveAt(clock)
  let leads = false
  const stop = archive.startPurging(7, () => leads)
  const round = async () => {
    clock.advance(ROUND_MS)
    await expect.poll(() => clock.armed).toBe(1)
  }
  clock.advance(7 * DAY_MS - 2 * ROUND_MS)
  await expect.poll(() => clock.armed).toBe(1)
  leads = true
  await round()
  expect(await status()).toBe(200)
  leads = false
  await round()
  await round()
  // Another server of the same database does it.
  expect(await status()).toBe(200)
  leads = true
  await round()
  expect(await status()).toBe(404)
  await expect(place.blobs.read(document_id, 'original.pdf')).rejects.toMatchObject({ code: 'ENOENT' })
  await stop()
})
