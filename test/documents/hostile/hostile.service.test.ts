import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPdf } from '../../../server/src/documents/text/open.ts'
import { analyzed, type DocumentsService, startDocuments } from '../../server/documents-service.ts'
import { BOMBS, ENDLESS } from './bombs.ts'
import { REPORT_BOMBS } from './bombs-report.ts'
import { mutant } from './mutate.ts'
import { attack } from './service-attack.ts'
import { makeStock } from './stock.ts'

let service: DocumentsService
beforeAll(async () => {
  const limits = { document_seconds: 6, document_memory_mb: 300, document_pages: 50, documents_per_hour: 1_000_000 }
  service = await startDocuments({ threads: 2, limits })
})
afterAll(() => service.stop())

test('the service answers spoilt documents with 200, 400 or 422, stays well and keeps what it answered for', {
  timeout: 180_000,
}, async () => {
  const stock = await makeStock()
  const files = Array.from({ length: 20 }, (_, k) => [String(k), mutant(90_000 + k, stock)] as const)
  const { tally, wrongs } = await attack(service, files)
  expect(wrongs).toEqual([])
  expect(tally.of('200')).toBeGreaterThan(8)
  expect(tally.of('422')).toBeGreaterThan(2)
})

test('what would never end is ended at its limits, and nothing of it stays', { timeout: 180_000 }, async () => {
  const names = [...ENDLESS, 'pages-repeated', 'circular-pages', 'picture-giant']
  const files = names.map((name) => [name, BOMBS[name]?.(0.001) ?? new Uint8Array()] as const)
  const { tally, wrongs } = await attack(service, files)
  expect(wrongs).toEqual([])
  expect(tally.of('422')).toBeGreaterThanOrEqual(2)
})

test('a file that ends the thread which draws its report is analysed; the report is a summary and says so', {
  timeout: 60_000,
}, async () => {
  const { authorization: as } = await service.user('mallory')
  const { extraction, issues, annotated_pdf_url } = await analyzed(service.url, REPORT_BOMBS['report-memory'](1), {
    as,
  })
  expect(extraction.fields.invoice_number?.value).toBe('B-1')
  expect(issues).toBeUndefined()
  const report = await fetch(annotated_pdf_url, { headers: { authorization: as } })
  const pdf = await openPdf(new Uint8Array(await report.arrayBuffer()))
  const text = await (await pdf.getPage(1)).getTextContent()
  await pdf.loadingTask.destroy()
  expect(pdf.numPages).toBe(1)
  const words = text.items.map((item) => ('str' in item ? item.str : '')).join(' ')
  expect(words).toContain('could not be drawn into this report')
  expect(words).toContain('1 page')
})
