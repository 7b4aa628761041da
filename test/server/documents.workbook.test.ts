import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbookOf } from '../../server/src/documents/export/workbook.ts'
import { analyzed, type DocumentsService, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
beforeAll(async () => {
  place = await startDocuments()
})
afterAll(() => place.stop())

const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]))

test('a document is a workbook of its fields with their confidences, amounts being numbers', async () => {
  const ada = await place.user('ada')
  const headers = { authorization: ada.authorization }
  const pdf = await madePdf({ lines: invoiceLines('NW-1001', '250.00') })
  const { document_id, extraction } = await analyzed(place.url, pdf, { as: ada.authorization, name: 'bill 7.pdf' })
  const response = await fetch(`${place.url}/documents/${document_id}/xlsx`, { headers })
  expect(response.headers.get('content-type')).toMatch(/^application\/vnd\.openxmlformats-.*\.sheet$/)
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="bill 7.xlsx"')
  const parts = partsOf(new Uint8Array(await response.arrayBuffer()))
  expect(parts['xl/workbook.xml']).toMatch(/name="Documents".*name="Fields".*name="Flags"/)
  const fields = parts['xl/worksheets/sheet2.xml'] ?? ''
  const { confidence } = extraction.fields.invoice_total ?? expect.fail('no total')
  expect(fields).toContain('>invoice_total</t></is></c>')
  expect(fields).toMatch(new RegExp(`<c r="D\\d+"><v>250</v></c><c r="E\\d+"><v>${confidence}</v></c>`))
  expect(fields).toMatch(/<c r="D\d+" t="inlineStr"><is><t xml:space="preserve">NW-1001<\/t>/)
  const other = await place.user('eve')
  const foreign = await fetch(`${place.url}/documents/${document_id}/xlsx`, {
    headers: { authorization: other.authorization },
  })
  expect(foreign.status).toBe(404)
})

test('what a stranger wrote is text and well-formed, and sheets have names of their own', () => {
  const hostile = '=HYPERLINK("http://x","<b>")\u0007&'
  const sheets = ['a/b', 'A b', 'x'.repeat(40)].map((name) => ({
    name,
    head: ['one'],
    rows: [[hostile, 1.5, undefined]],
  }))
  const parts = partsOf(workbookOf(sheets))
  expect(parts['xl/workbook.xml']).toMatch(/name="a b".*name="A b 2".*name="x{31}"/)
  expect(parts['xl/worksheets/sheet1.xml']).toContain(
    '=HYPERLINK(&quot;http://x&quot;,&quot;&lt;b&gt;&quot;)&amp;</t></is></c><c r="B2"><v>1.5</v></c></row>',
  )
})
