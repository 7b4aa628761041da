import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, start } from '../e2e/bins.ts'
import { type DocumentsService, type DocumentsUser, startDocuments } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let folder: string
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
  folder = mkdtempSync(join(tmpdir(), 'mkt-example-'))
})
afterAll(async () => {
  await cleanUp()
  await place.stop()
  rmSync(folder, { recursive: true })
})

const run = (key: string, ...args: string[]) =>
  start('node', ['examples/analyze-document/main.ts', ...args], {
    env: { MKT_DOCS_SERVER: place.url, MKT_DOCS_KEY: key },
  }).ended

test('a PDF is analysed with nothing but fetch, and its report saved', async () => {
  const pdf = join(folder, 'bill.pdf')
  const report = join(folder, 'report.pdf')
  writeFileSync(pdf, await madePdf({ lines: invoiceLines('NW-1001', '250.00') }))
  const ended = await run(ada.key, pdf, report)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toMatch(/^INVOICE, risk LOW/)
  expect(ended.stdout).toContain('invoice_number: NW-1001')
  expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-')
})

test('what the service refuses is said', async () => {
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'no PDF')
  expect((await run(ada.key, notes)).stderr).toContain('400 invalid_file_format')
  expect((await run('mkt_d_wrong', notes)).stderr).toContain('401 unauthorized')
  expect((await run(ada.key)).stderr).toContain('Which PDF?')
})
