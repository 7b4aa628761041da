import { type Analysis, type DocumentReview, documents as endpoints } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let eve: DocumentsUser
let invoice: Analysis
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
  eve = await place.user('eve')
  invoice = await analyzed(place.url, await madePdf({ lines: invoiceLines('A-1', '120.00') }), {
    as: ada.authorization,
    name: 'Märzrechnung 100%.pdf',
  })
})
afterAll(async () => await place.stop())

const clientOf = ({ authorization }: DocumentsUser) =>
  createClient({ baseUrl: place.url, authorization: () => authorization })
const of = (document_id: string) => ({ params: { document_id } })
const correct = (field: string, value: string | number | null, slip?: number, as = ada) =>
  clientOf(as).call(endpoints.correctField, {
    params: { document_id: invoice.document_id, field },
    body: { value, ...(slip === undefined ? {} : { slip }) },
  })

test('nothing is said of a document at first', async () => {
  const review = await clientOf(ada).call(endpoints.getReview, of(invoice.document_id))
  expect(review).toEqual({
    file_name: 'Märzrechnung 100%.pdf',
    label: '',
    reference: '',
    looked_at: null,
    looked_by: null,
    corrections: [],
  })
})

test('a correction stands beside what was read, which stays, and can be changed and taken back', async () => {
  const { call } = clientOf(ada)
  const read = invoice.extraction.fields.invoice_total?.value
  expect(read).toBe(120)
  await correct('invoice_total', 210)
  const { corrections }: DocumentReview = await correct('invoice_total', 201.5)
  expect(corrections).toMatchObject([
    { slip: 1, field: 'invoice_total', value: 201.5, read: 120, corrected_by: expect.stringContaining('ada') },
  ])
  await correct('due_date', '2026-12-24')
  await correct('vendor_name', null)
  const { corrections: all } = await call(endpoints.getReview, of(invoice.document_id))
  expect(all.map(({ field, value }) => [field, value])).toEqual([
    ['due_date', '2026-12-24'],
    ['invoice_total', 201.5],
    ['vendor_name', null],
  ])
  expect(all.find(({ field }) => field === 'due_date')?.read).toBe(null)
  const again = await call(endpoints.getDocument, { ...of(invoice.document_id), query: {} })
  expect(again.extraction).toEqual(invoice.extraction)
  const params = { document_id: invoice.document_id, field: 'due_date' }
  expect((await call(endpoints.uncorrectField, { params })).corrections.length).toBe(2)
  await expect(call(endpoints.uncorrectField, { params })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['a word for an amount', 'invoice_total', 'much', undefined, 'body.value'],
  ['a number for a name', 'vendor_name', 5, undefined, 'body.value'],
  ['a day that there is not', 'due_date', '2026-02-30', undefined, 'body.value'],
  ['a field of another type', 'gross_pay', 5, undefined, 'params.field'],
  ['a field called as what every object has', 'constructor', 5, undefined, 'params.field'],
  ['a slip that there is not', 'invoice_total', 5, 7, 'slip'],
])('%s is refused and says where', async (_, field, value, slip, path) => {
  await expect(correct(field, value, slip)).rejects.toMatchObject({ status: 400, details: [{ path }] })
})

test('of another it does not exist', async () => {
  const { call } = clientOf(eve)
  const refused = { status: 404 }
  await expect(call(endpoints.getReview, of(invoice.document_id))).rejects.toMatchObject(refused)
  await expect(
    call(endpoints.changeReview, { ...of(invoice.document_id), body: { label: 'mine' } }),
  ).rejects.toMatchObject(refused)
  await expect(correct('invoice_total', 1, 1, eve)).rejects.toMatchObject(refused)
})

test('a document has a label, a reference and is looked at, and lists find it by each', async () => {
  const { call } = clientOf(ada)
  const other = await analyzed(place.url, await madePdf({ lines: invoiceLines('B-2', '80.00') }), {
    as: ada.authorization,
    name: 'other.pdf',
  })
  const change = (body: object) => call(endpoints.changeReview, { ...of(invoice.document_id), body })
  await change({ label: 'Case 7', reference: 'crm-00_41' })
  const looked = await change({ looked_at: true })
  expect(looked).toMatchObject({ label: 'Case 7', reference: 'crm-00_41', looked_at: expect.any(String) })
  const found = async (query: object) =>
    (await call(endpoints.listDocuments, { query })).documents.map(({ document_id }) => document_id)
  const [first, second] = [invoice.document_id, other.document_id]
  expect(await found({})).toEqual([second, first])
  expect(await found({ text: 'case 7' })).toEqual([first])
  expect(await found({ text: 'crm-00_4' })).toEqual([first])
  expect(await found({ text: 'crm-0004' })).toEqual([])
  expect(await found({ text: '100%' })).toEqual([first])
  expect(await found({ text: '%' })).toEqual([first])
  expect(await found({ text: 'OTHER' })).toEqual([second])
  expect(await found({ looked_at: 'yes' })).toEqual([first])
  expect(await found({ looked_at: 'no' })).toEqual([second])
  expect(await found({ risk_level: 'CRITICAL' })).toEqual([])
  expect(await found({ from: '2001-01-01', to: '2002-01-01' })).toEqual([])
  expect(await found({ from: '2001-01-01', document_type: 'INVOICE', limit: 1, page: 2 })).toEqual([first])
  const { documents, pagination } = await call(endpoints.listDocuments, {
    query: { looked_at: 'yes', detail: 'full' },
  })
  expect(pagination.total).toBe(1)
  expect(documents).toMatchObject([
    { file_name: 'Märzrechnung 100%.pdf', label: 'Case 7', reference: 'crm-00_41', doubts: expect.any(Number) },
  ])
  const { documents: plain } = await call(endpoints.listDocuments, {})
  expect(Object.keys(plain[0] ?? {}).sort()).toEqual(
    ['created_at', 'document_id', 'document_type', 'risk_level', 'risk_score'].sort(),
  )
  expect((await change({ looked_at: false, label: '' })).looked_at).toBe(null)
  expect(await found({ looked_at: 'yes' })).toEqual([])
})

test('a label and a reference may come with the file; a wrong one is refused and named', async () => {
  const form = async (label: string) => {
    const body = new FormData()
    const bytes = await madePdf({ lines: invoiceLines('C-3', '10.00') })
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'c.pdf')
    body.append('label', label)
    body.append('reference', 'Ärger 9')
    return await fetch(`${place.url}/analyze-tax-slip`, {
      method: 'POST',
      headers: { authorization: ada.authorization },
      body,
    })
  }
  const refused = await form('two\nlines')
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ details: [{ path: 'body.label' }] })
  const { document_id } = (await (await form('Mai')).json()) as Analysis
  const review = await clientOf(ada).call(endpoints.getReview, of(document_id))
  expect(review).toMatchObject({ label: 'Mai', reference: 'Ärger 9' })
})

test('corrections end with their document', async () => {
  await correct('invoice_total', 7)
  await clientOf(ada).call(endpoints.deleteDocument, of(invoice.document_id))
  const { rows } = await rowsOf(invoice.document_id)
  expect(rows).toBe(0)
})

async function rowsOf(document_id: string): Promise<{ rows: number }> {
  const { correctionsOf } = await import('../../server/src/documents/store/review-store.ts')
  const rows = await correctionsOf(place.database, { document_id, user_id: ada.user_id })
  return { rows: rows.length }
}
