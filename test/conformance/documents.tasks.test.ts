import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { analysisTask } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leftovers } from '../../server/src/documents/store/leftover-store.ts'
import {
  insertTask,
  nextTask,
  noteProgress,
  putBackTask,
  takeTask,
  taskOf,
} from '../../server/src/documents/store/task-store.ts'
import { ask } from '../server/contract/ask.ts'
import { type DocumentsService, type DocumentsUser, post, startDocuments } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { onEveryDialect } from './databases.ts'

const LEASE_MS = 60_000

const WAITING = {
  ...{ state: 'queued' as const, finished_at: null, stage: null, page: null, pages: null },
  ...{ claim: 0, tries: 0, lease_until: 0, bytes: 1, sha256: '', file_name: '', label: '', reference: '' },
  ...{ reference_count: 0, base_url: 'http://x', document_id: null, error: null, details_json: null },
}

await onEveryDialect((databases) => {
  let place: DocumentsService
  let ada: DocumentsUser
  let pdf: Uint8Array
  beforeEach(async () => {
    pdf = await madePdf({ lines: invoiceLines('NW-1', '10.00') })
    place = await startDocuments({ location: await databases.fresh(), threads: 1 })
    ada = await place.user('ada')
  })
  afterEach(() => place.stop())

  const sent = async (as: DocumentsUser) => {
    const response = await post(place.url, pdf, { as: as.authorization, headers: { prefer: 'respond-async' } })
    return analysisTask.parse(await response.json())
  }
  const polled = async (id: string, as = ada) =>
    analysisTask.parse((await ask(place.url, `GET /analyses/${id}`, { as: as.authorization })).body)

  test('what nobody waits for is done, and its file is erased', async () => {
    const { analysis_id } = await sent(ada)
    await expect.poll(async () => (await polled(analysis_id)).status, { timeout: 20_000 }).toBe('done')
    expect((await polled(analysis_id)).analysis?.document_type).toBe('INVOICE')
    await expect.poll(() => leftovers(place.database, 9)).toEqual([])
  })

  test('a claim is one server’s until it runs out, and whoever lost it changes nothing any more', async () => {
    const { database, documents, ids, clock } = place
    const [analysis_id, now] = [ids.next('ana'), clock.now()]
    // In no hurry: the service of this test must not take it up meanwhile.
    const path = join(place.data, 'waiting.pdf')
    writeFileSync(path, pdf)
    await documents.archive.keepForLater(analysis_id, path, async (tx) => {
      await insertTask(tx, { ...WAITING, analysis_id, user_id: ada.user_id, created_at: now })
      const row = await taskOf(tx, { analysis_id, user_id: ada.user_id })
      expect(await takeTask(tx, { analysis_id, claim: row?.claim ?? -1 }, now + LEASE_MS)).toBe(true)
      expect(await takeTask(tx, { analysis_id, claim: row?.claim ?? -1 }, now + LEASE_MS)).toBe(false)
    })
    const own = { analysis_id, user_id: ada.user_id }
    expect(await nextTask(database, now)).toBeUndefined()
    expect((await nextTask(database, now + LEASE_MS + 1))?.analysis_id).toBe(analysis_id)
    const note = { analysis_id, stage: 'ocr', page: 1, pages: 2, lease_until: now + 2 * LEASE_MS }
    await database.transaction((tx) => noteProgress(tx, { ...note, claim: 0 }))
    expect((await taskOf(database, own))?.stage).toBeNull()
    await database.transaction((tx) => noteProgress(tx, { ...note, claim: 1 }))
    expect(await taskOf(database, own)).toMatchObject({ stage: 'ocr', page: 1, pages: 2, tries: 1 })
    await database.transaction((tx) => putBackTask(tx, { analysis_id, claim: 1 }))
    expect(await taskOf(database, own)).toMatchObject({ state: 'queued', tries: 0, claim: 1 })
  })

  test('types of one’s own are kept, replaced and deleted', async () => {
    const json = { name: 'LEASE', fields: [{ name: 'tenant', kind: 'text', labels: ['tenant'] }] }
    const declare = (more: object) =>
      ask(place.url, 'POST /document-types', { as: ada.authorization, json: { ...json, ...more } })
    expect((await declare({})).status).toBe(201)
    expect((await declare({ titles: ['lease'] })).status).toBe(201)
    const listed = await ask(place.url, 'GET /document-types', { as: ada.authorization })
    expect(listed.body).toMatchObject({ types: [{ name: 'LEASE', titles: ['lease'] }] })
    expect((await ask(place.url, 'DELETE /document-types/LEASE', { as: ada.authorization })).status).toBe(204)
  })
})
