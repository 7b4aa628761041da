import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DocumentsService, post, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
beforeAll(async () => {
  place = await startDocuments({ threads: 3, limits: { document_pages: 2 } })
})
afterAll(() => place.stop())

test('documents are counted by type and how they ended, with their pages, stages and threads', async () => {
  const { authorization: as } = await place.user('ada')
  expect((await post(place.url, await madePdf({ lines: invoiceLines('NW-1', '250.00') }), { as })).status).toBe(200)
  expect((await post(place.url, await madePdf({ pages: 2 }), { as })).status).toBe(200)
  expect((await post(place.url, await madePdf({ pages: 3 }), { as })).status).toBe(422)
  const answer = await fetch(`${place.url}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')])
  const text = await answer.text()
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  expect(value('mkt_documents_total{type="INVOICE",outcome="success"}')).toBe(1)
  expect(value('mkt_documents_total{type="none",outcome="unprocessable"}')).toBe(1)
  expect(value('mkt_document_pages_total')).toBe(3)
  for (const stage of ['queued', 'text', 'layout', 'annotate', 'store'])
    expect(value(`mkt_document_stage_seconds_count{stage="${stage}"}`), stage).toBeGreaterThanOrEqual(2)
  expect(value('mkt_documents_threads')).toBe(3)
  expect([value('mkt_documents_working'), value('mkt_documents_waiting')]).toEqual([0, 0])
  expect(value('mkt_http_request_seconds_count{method="POST",route="/analyze-tax-slip",status="200"}')).toBe(2)
})
