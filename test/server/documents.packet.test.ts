import { PDFDocument } from '@cantoo/pdf-lib'
import { type Analysis, analysis as shape } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let plain: Analysis
let full: Analysis
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
  plain = await analyzed(place.url, await packet(), { as: ada.authorization })
  const { body } = await ask(place.url, `GET /documents/${plain.document_id}?detail=full`, { as: ada.authorization })
  full = shape.parse(body)
})
afterAll(() => place.stop())

/** A sound bill before one whose total is not the sum of its parts. */
async function packet(): Promise<Uint8Array> {
  const wrong = invoiceLines('HB-7701', '180.00').map((line) => line.replace('Total: 180.00', 'Total: 480.00'))
  const whole = await PDFDocument.create()
  for (const lines of [invoiceLines('NW-1001', '250.00'), wrong]) {
    const part = await PDFDocument.load(await madePdf({ lines }))
    for (const page of await whole.copyPages(part, [0])) whole.addPage(page)
  }
  return await whole.save()
}

test('the answer is of the first document, and says how many there are', () => {
  expect(plain.parts).toBe(2)
  expect(plain.extraction.fields.invoice_number?.value).toBe('NW-1001')
  expect([plain.slips, plain.documents]).toEqual([undefined, undefined])
})

test('in full each document has its type, pages, fields, tables and a risk of its own', () => {
  const [first, second] = full.documents ?? []
  expect(full.parts).toBe(2)
  expect([first?.pages, second?.pages]).toEqual([[1], [2]])
  expect([first?.type, second?.type]).toEqual(['INVOICE', 'INVOICE'])
  expect(second?.fields.invoice_number).toMatchObject({ value: 'HB-7701', evidence: { page: 2 } })
  const codes = (part: typeof first) => part?.risk_assessment.flags.map(({ code }) => code) ?? []
  expect(codes(second)).toContain('INVOICE_TOTAL')
  expect(codes(first)).not.toContain('INVOICE_TOTAL')
  expect(first?.risk_assessment.risk_level).toBe('LOW')
  expect(second?.risk_assessment.risk_level).not.toBe('LOW')
  // The file is as risky as the worst of it.
  expect(full.risk_assessment.risk_level).toBe(second?.risk_assessment.risk_level)
})

test('a later document of a packet is held against what its owner had before too', async () => {
  const { authorization: as } = await place.user('bea')
  const bill = (total: string) => madePdf({ lines: invoiceLines('HB-7701', total) })
  await analyzed(place.url, await bill('180.00'), { as })
  const whole = await PDFDocument.create()
  for (const bytes of [await madePdf({ lines: invoiceLines('NW-1001', '250.00') }), await bill('190.00')]) {
    const part = await PDFDocument.load(bytes)
    for (const page of await whole.copyPages(part, [0])) whole.addPage(page)
  }
  const { document_id } = await analyzed(place.url, await whole.save(), { as })
  const { body } = await ask(place.url, `GET /documents/${document_id}?detail=full`, { as })
  const { documents = [], risk_assessment } = shape.parse(body)
  const crossed = ({ flags }: Analysis['risk_assessment']) =>
    flags.filter(({ family }) => family === 'cross_document').map(({ code }) => code)
  expect(documents.map((one) => crossed(one.risk_assessment))).toEqual([[], ['SAME_INVOICE_OTHER_AMOUNT']])
  expect(crossed(risk_assessment)).toEqual(['SAME_INVOICE_OTHER_AMOUNT'])
  const list = await ask(place.url, 'GET /documents?detail=full', { as })
  const doubts = documents.flatMap(({ fields }) => Object.values(fields).filter(({ confidence }) => confidence < 0.85))
  expect(list.body).toMatchObject({ documents: [{ document_id, doubts: doubts.length }, {}] })
})
