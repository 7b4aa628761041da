import { afterAll, beforeAll, expect, test } from 'vitest'
import { pairs, sheetOf, table } from '../documents/labelled-papers/sheet.ts'
import { ask } from './contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let lease: Uint8Array
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
  lease = await sheetOf([
    ['Rental agreement summary', 60, 60, 16, true],
    ...pairs(
      [
        ['Tenant', 'Maren Achterberg'],
        ['Landlord', 'Quarry Road Homes Ltd'],
        ['Monthly rent', '1,450.00'],
        ['Start of lease', '1 March 2025'],
        ['Deposit year', '2025'],
      ],
      110,
    ),
    ...table(
      [
        ['Fixture', 'Count', 'Value'],
        ['Kitchen chair', '4', '120.00'],
        ['Wardrobe', '1', '310.00'],
      ],
      300,
      [60, 260, 400],
    ),
  ])
})
afterAll(() => place.stop())

const value = (name: string, kind: string, ...labels: string[]) => ({ name, kind, labels })
const LEASE = {
  name: 'RENTAL_AGREEMENT',
  languages: ['en'],
  fields: [
    value('tenant', 'text', 'tenant', 'locataire'),
    value('landlord', 'text', 'landlord'),
    value('monthly_rent', 'amount', 'rent per month', 'monthly rent'),
    value('lease_start', 'date', 'start of lease'),
    value('deposit_year', 'year', 'deposit year'),
  ],
  tables: [
    {
      name: 'fixtures',
      columns: [
        value('fixture', 'text', 'fixture'),
        value('count', 'amount', 'count'),
        value('worth', 'amount', 'value'),
      ],
    },
  ],
}
const READ = {
  tenant: 'Maren Achterberg',
  landlord: 'Quarry Road Homes Ltd',
  monthly_rent: 1450,
  lease_start: '2025-03-01',
  deposit_year: '2025',
}

const call = (line: string, as: DocumentsUser, body?: unknown) =>
  ask(place.url, line, { as: as.authorization, json: body })
const valuesIn = (fields: Record<string, { value: unknown }>) =>
  Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, entry.value]))

test('a type is tried on documents, saved, and then used like those that are built in', async () => {
  const before = await analyzed(place.url, lease, { as: ada.authorization })
  expect(before.document_type).toBe('UNKNOWN')
  const { status, body } = await call('POST /document-types/try', ada, {
    type: LEASE,
    document_ids: [before.document_id],
  })
  expect(status).toBe(200)
  const [tried] = (body as { results: { taken: boolean; fields: Record<string, { value: unknown }> }[] }).results
  expect(tried?.taken).toBe(true)
  expect(valuesIn(tried?.fields ?? {})).toEqual(READ)
  expect((await call('GET /document-types', ada)).body).toEqual({ types: [] })

  const saved = await call('POST /document-types', ada, LEASE)
  expect([saved.status, saved.body]).toEqual([201, { ...LEASE, titles: [], created_at: expect.any(String) }])
  const found = await analyzed(place.url, lease, { as: ada.authorization })
  expect(found.document_type).toBe('RENTAL_AGREEMENT')
  expect(valuesIn(found.extraction.fields)).toEqual(READ)
  expect(found.extraction.tables).toMatchObject([
    {
      name: 'fixtures',
      rows: [
        { fixture: 'Kitchen chair', count: 4, worth: 120 },
        { fixture: 'Wardrobe', count: 1, worth: 310 },
      ],
    },
  ])
  const full = await call(`GET /documents/${found.document_id}?detail=full`, ada)
  expect(full.body).toMatchObject({ slips: [{ type: 'RENTAL_AGREEMENT', pages: [1] }] })
  const listed = await call('GET /documents?document_type=RENTAL_AGREEMENT', ada)
  expect(listed.body).toMatchObject({ documents: [{ document_id: found.document_id }], pagination: { total: 1 } })
})

test('a correction on a type of one’s own is held against the kinds that it declares', async () => {
  await call('POST /document-types', ada, LEASE)
  const { document_id } = await analyzed(place.url, lease, { as: ada.authorization })
  const correct = async (field: string, to: unknown) => {
    const { status, body } = await call(`PUT /documents/${document_id}/corrections/${field}`, ada, { value: to })
    return status === 200 ? 200 : (body as { details?: { path: string }[] }).details?.map(({ path }) => path).join()
  }
  expect(await correct('monthly_rent', 'a lot')).toBe('body.value')
  expect(await correct('lease_start', '1 March')).toBe('body.value')
  expect(await correct('rent', 1500)).toBe('params.field')
  expect(await correct('monthly_rent', 1500)).toBe(200)
  expect(await correct('lease_start', '2025-03-02')).toBe(200)
  expect(await correct('tenant', null)).toBe(200)
  await call('DELETE /document-types/RENTAL_AGREEMENT', ada)
  expect(await correct('remark', 'names itself')).toBe(200)
  await call('POST /document-types', ada, LEASE)
})

test('a document without its evidence is what it was, and so is one of a built-in type', async () => {
  const bill = await madePdf({ lines: [...invoiceLines('NW-1001', '250.00'), 'Tenant: Harbour Books'] })
  expect((await analyzed(place.url, bill, { as: ada.authorization })).document_type).toBe('INVOICE')
  const letter = await madePdf({ lines: ['To all tenants', 'The lift is out of order.', 'Landlord: see above'] })
  expect((await analyzed(place.url, letter, { as: ada.authorization })).document_type).toBe('UNKNOWN')
})

test('a type is its owner’s: others neither see nor use it, and it can be forgotten', async () => {
  const eve = await place.user('eve')
  await call('POST /document-types', ada, LEASE)
  expect((await call('GET /document-types', eve)).body).toEqual({ types: [] })
  for (const line of ['GET', 'DELETE'])
    expect((await call(`${line} /document-types/RENTAL_AGREEMENT`, eve)).status).toBe(404)
  const theirs = await analyzed(place.url, lease, { as: eve.authorization })
  expect(theirs.document_type).toBe('UNKNOWN')
  const ofAda = (await call('GET /documents?limit=1', ada)).body as { documents: { document_id: string }[] }
  const foreign = await call('POST /document-types/try', eve, {
    type: LEASE,
    document_ids: [ofAda.documents[0]?.document_id],
  })
  expect(foreign.status).toBe(404)
  expect((await call('GET /document-types/RENTAL_AGREEMENT', ada)).body).toMatchObject({ name: 'RENTAL_AGREEMENT' })
  expect((await call('DELETE /document-types/RENTAL_AGREEMENT', ada)).status).toBe(204)
  expect((await analyzed(place.url, lease, { as: ada.authorization })).document_type).toBe('UNKNOWN')
})

test.each<[string, object, string]>([
  ['a built-in name', { name: 'INVOICE' }, 'body.name'],
  ['a built-in name in other letters', { name: 'pay stub' }, 'body.name'],
  ['no fields', { fields: [] }, 'body.fields'],
  ['a field twice', { fields: [LEASE.fields[0], LEASE.fields[0]] }, 'body.fields'],
  ['a field without labels', { fields: [value('tenant', 'text')] }, 'body.fields.0.labels'],
  ['a kind that is none', { fields: [value('tenant', 'sum', 'tenant')] }, 'body.fields.0.kind'],
  ['a name that is no field', { fields: [value('The Tenant', 'text', 'tenant')] }, 'body.fields.0.name'],
  ['what is not known', { colour: 'red' }, 'body'],
])('refused by name: %s', async (_what, change, path) => {
  const { status, body } = await call('POST /document-types', ada, { ...LEASE, ...change })
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_file_format', details: [{ path, message: expect.any(String) }] },
  ])
})

test('so many types has an owner at most; one more is refused, but not another form of one', async () => {
  const many = await place.user('many')
  const named = (name: string) => call('POST /document-types', many, { ...LEASE, name })
  for (let at = 0; at < 50; at++) expect((await named(`KIND_${at}`)).status).toBe(201)
  const over = await named('KIND_50')
  expect([over.status, over.body]).toMatchObject([400, { details: [{ path: 'body' }] }])
  expect((await named('KIND_7')).status).toBe(201)
})

test.each(['(', '/(a+)+$/', '[b', 'a**', '/x/'])('a type titled %s is words, and spoils no analysis', async (title) => {
  const kind = { ...LEASE, name: 'ODD_PAPER', titles: [`${title} paper`, `/${title}paper/`] }
  expect((await call('POST /document-types', ada, kind)).status).toBe(201)
  const { document_type } = await analyzed(place.url, lease, { as: ada.authorization })
  expect(['RENTAL_AGREEMENT', 'ODD_PAPER']).toContain(document_type)
  expect((await call('DELETE /document-types/ODD_PAPER', ada)).status).toBe(204)
})
