import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnalysisTask, analysisTask } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Analyst, Orders } from '../../server/src/documents/analyst.ts'
import { leftovers } from '../../server/src/documents/store/leftover-store.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { insertWebhook } from '../../server/src/webhooks/webhook-store.ts'
import { ask } from './contract/ask.ts'
import { type DocumentsService, type DocumentsServiceOptions, post, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let pdf: Uint8Array
let place: DocumentsService
beforeAll(async () => {
  pdf = await madePdf({ lines: invoiceLines('NW-1001', '250.00') })
  place = await startDocuments({ retentionDays: 30 })
})
afterAll(() => place.stop())

const TOLD = statement()((q) => q.selectFrom('webhook_deliveries').select('payload_json'))

const ROW = statement<{ analysis_id: string }>()((q, p) =>
  q
    .selectFrom('document_tasks')
    .select(['file_name', 'label', 'reference', 'sha256'])
    .where('analysis_id', '=', p('analysis_id')),
)

const LATER = { prefer: 'respond-async' }

/** Sends a file without waiting; answers where it is to be asked for. */
async function sent(url: string, as: string, file = pdf): Promise<{ location: string; task: AnalysisTask }> {
  const response = await post(url, file, { as, headers: LATER, name: 'bill.pdf', fields: { label: 'march' } })
  const text = await response.text()
  expect([response.status, text]).toEqual([202, expect.any(String)])
  expect(response.headers.get('preference-applied')).toBe('respond-async')
  const task = analysisTask.parse(JSON.parse(text))
  const location = response.headers.get('location') ?? expect.fail('no Location')
  expect(location).toBe(`${url}/analyses/${task.analysis_id}`)
  return { location, task }
}

async function polled(location: string, as: string): Promise<AnalysisTask> {
  const response = await fetch(location, { headers: { authorization: as } })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return analysisTask.parse(JSON.parse(text))
}

async function ended(location: string, as: string): Promise<AnalysisTask> {
  await expect.poll(async () => (await polled(location, as)).status, { timeout: 20_000 }).toMatch(/done|failed/)
  return await polled(location, as)
}

/** Nothing lies about that no row speaks of. */
const tidied = (service: DocumentsService) =>
  expect.poll(async () => [await leftovers(service.database, 9), service.uploads()]).toEqual([[], []])

test('who does not want to wait is told where to ask, and finds there what waiting would have brought', async () => {
  const { authorization } = await place.user('ada')
  const { location, task } = await sent(place.url, authorization)
  expect(task).toMatchObject({ status: 'queued' })
  const done = await ended(location, authorization)
  expect(done).toMatchObject({ status: 'done', analysis: { document_type: 'INVOICE', status: 'success' } })
  const kept = await ask(place.url, `GET /documents/${done.document_id}`, { as: authorization })
  expect(done.analysis).toEqual(kept.body)
  const full = await polled(`${location}?detail=full`, authorization)
  expect(full.analysis?.slips).toHaveLength(1)
  const list = await ask(place.url, 'GET /documents?detail=full', { as: authorization })
  expect(list.body).toMatchObject({ documents: [{ file_name: 'bill.pdf', label: 'march' }] })
  await tidied(place)
  await expect(place.blobs.read(task.analysis_id, 'original.pdf')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('what is erased of a document is erased of its analysis too', async () => {
  const { authorization } = await place.user('flo')
  const { location, task } = await sent(place.url, authorization)
  const { document_id } = await ended(location, authorization)
  const { analysis_id } = task
  expect(await place.database.get(ROW, { analysis_id })).toMatchObject({ file_name: 'bill.pdf', label: 'march' })
  expect((await ask(place.url, `DELETE /documents/${document_id}`, { as: authorization })).status).toBe(204)
  const nothing = { file_name: '', label: '', reference: '', sha256: '' }
  expect(await place.database.get(ROW, { analysis_id })).toEqual(nothing)
})

test('what cannot be analysed fails with what a waiting caller is told', async () => {
  const { authorization } = await place.user('ben')
  const broken = new TextEncoder().encode(`%PDF-1.7\n${'no document '.repeat(40)}`)
  const waited = await post(place.url, broken, { as: authorization })
  const { location } = await sent(place.url, authorization, broken)
  const failed = await ended(location, authorization)
  expect(failed).toMatchObject({ status: 'failed', error: ((await waited.json()) as { error: string }).error })
  expect([failed.document_id, failed.analysis]).toEqual([undefined, undefined])
  expect(waited.status).toBe(422)
  await tidied(place)
})

test('an analysis is its owner’s: for others there is none', async () => {
  const { authorization } = await place.user('cleo')
  const other = await place.user('dan')
  const { location } = await sent(place.url, authorization)
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(location, { method, headers: { authorization: other.authorization } })
    expect([response.status, await response.text()]).toEqual([404, '{"error":"not_found"}'])
  }
  expect((await ended(location, authorization)).status).toBe('done')
  expect((await fetch(location)).status).toBe(401)
  const forgotten = await fetch(location, { method: 'DELETE', headers: { authorization } })
  expect(forgotten.status).toBe(204)
  expect((await fetch(location, { headers: { authorization } })).status).toBe(404)
  expect((await ask(place.url, 'GET /documents', { as: authorization })).body).toMatchObject({
    pagination: { total: 1 },
  })
})

test('a preference for something else is none, and with a password one waits: that is kept nowhere', async () => {
  const { authorization: as } = await place.user('eve')
  expect((await post(place.url, pdf, { as, headers: { prefer: 'wait=5, handling=lenient' } })).status).toBe(200)
  expect((await post(place.url, pdf, { as, headers: { prefer: 'wait=5, Respond-Async' } })).status).toBe(202)
  const locked = await post(place.url, pdf, { as, headers: LATER, fields: { password: 'secret' } })
  expect(locked.status).toBe(200)
})

test('webhooks of the owner are told of both ends', async () => {
  const { authorization, user_id } = await place.user('fay')
  const row = { webhook_id: 'whk_1', user_id, url: 'https://example.com/x', events_json: null, description: null }
  await place.database.transaction((tx) => insertWebhook(tx, { ...row, secret: 's', created_at: 0 }))
  const good = await sent(place.url, authorization)
  const bad = await sent(place.url, authorization, new TextEncoder().encode(`%PDF-1.7\n${'x'.repeat(500)}`))
  await ended(good.location, authorization)
  await ended(bad.location, authorization)
  const told = (await place.database.all(TOLD, {})).map(({ payload_json }) => JSON.parse(payload_json))
  expect(told).toHaveLength(2)
  expect(told).toContainEqual(
    expect.objectContaining({
      type: 'document.done',
      data: expect.objectContaining({ analysis_id: good.task.analysis_id, status: 'success' }),
    }),
  )
  expect(told).toContainEqual(
    expect.objectContaining({
      type: 'document.failed',
      data: { analysis_id: bad.task.analysis_id, status: 'failed', error: 'unprocessable_document' },
    }),
  )
})

/** An analyst that works when it is let: `orders` are those that it was given. */
function heldAnalyst() {
  const orders: Orders[] = []
  const analyst: Analyst = {
    run: (order) => {
      orders.push(order)
      order.observe({ stage: 'ocr', page: 2, pages: 3 })
      return new Promise((_, reject) => order.signal.addEventListener('abort', () => reject(order.signal.reason)))
    },
    draw: () => Promise.reject(new Error('no report is asked for')),
    stop: async () => undefined,
  }
  return { orders, analystOf: () => analyst }
}

const held = async (options: DocumentsServiceOptions = {}) => {
  const { orders, analystOf } = heldAnalyst()
  return { orders, service: await startDocuments({ analystOf, threads: 1, ...options }) }
}

test('one hears which stage it is at, and may give it up', async () => {
  const { orders, service } = await held()
  const { authorization } = await service.user('ada')
  const { location } = await sent(service.url, authorization)
  const waiting = await sent(service.url, authorization)
  await expect.poll(() => polled(location, authorization)).toMatchObject({ status: 'working', stage: 'ocr', page: 2 })
  expect(await polled(waiting.location, authorization)).toMatchObject({ status: 'queued' })
  expect(orders).toHaveLength(1)
  expect((await fetch(location, { method: 'DELETE', headers: { authorization } })).status).toBe(204)
  expect(orders[0]?.signal.aborted).toBe(true)
  // The next one's turn comes.
  await expect.poll(() => orders.length).toBe(2)
  expect((await ask(service.url, 'GET /documents', { as: authorization })).body).toMatchObject({
    pagination: { total: 0 },
  })
  await service.stop()
})

test('what was in work or waited when the server stopped is done by the next one', async () => {
  const data = mkdtempSync(join(tmpdir(), 'mkt-tasks-'))
  const { orders, service } = await held({ data })
  const { authorization } = await service.user('ada')
  const tasks = [await sent(service.url, authorization), await sent(service.url, authorization)]
  await expect.poll(() => orders.length).toBe(1)
  await service.stop({ keep: true })
  const next = await startDocuments({ data })
  for (const { task } of tasks) {
    const done = await ended(`${next.url}/analyses/${task.analysis_id}`, authorization)
    expect(done.status).toBe('done')
  }
  await tidied(next)
  await next.stop()
})

test('so many wait for one user, and of so many bytes: then no more are taken, and nothing is kept', async () => {
  const limits = { documents_waiting: 2, documents_waiting_bytes: 3 * pdf.length - 1 }
  const { service } = await held({ limits })
  const ada = await service.user('ada')
  const ben = await service.user('ben')
  await sent(service.url, ada.authorization)
  const heavy = await madePdf({ bytes: 2 * pdf.length })
  const over = await post(service.url, heavy, { as: ada.authorization, headers: LATER })
  expect([over.status, await over.json()]).toEqual([429, { error: 'rate_limited' }])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  await sent(service.url, ada.authorization)
  expect((await post(service.url, pdf, { as: ada.authorization, headers: LATER })).status).toBe(429)
  await sent(service.url, ben.authorization)
  await expect.poll(() => leftovers(service.database, 9)).toEqual([])
  await service.stop()
})

test('with an account its waiting documents end, files included', async () => {
  const { orders, service } = await held()
  const { authorization, user_id } = await service.user('ada')
  const { task } = await sent(service.url, authorization)
  await expect.poll(() => orders.length).toBe(1)
  await service.database.transaction((tx) => service.archive.closing().finish(tx, user_id))
  await expect.poll(() => existsSync(join(service.data, 'documents', task.analysis_id))).toBe(false)
  expect((await ask(service.url, `GET /analyses/${task.analysis_id}`, { as: authorization })).status).toBe(404)
  await service.stop()
})
