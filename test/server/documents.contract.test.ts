import { analysis as analysisSchema, documentList } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, ISO, idOf, members } from './contract/ask.ts'
import { request, wire } from './contract/wire.ts'
import { analyzed, type DocumentsService, type DocumentsUser, post, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let pdf: Uint8Array
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
  pdf = await madePdf({ lines: invoiceLines('NW-1001', '250.00') })
})
afterAll(() => place.stop())

/** A 400 that names the one parameter at fault. */
async function expectNamed(response: Response, path: string): Promise<void> {
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_file_format', details: [{ path, message: expect.stringMatching(/^(must|has) \w/) }] },
  ])
}

/** The whole answer, byte by byte. */
async function expectBytes(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, await response.text()]).toEqual([status, `{"error":"${code}"}`])
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
}

test('an analysis has the members of the specification and no others', async () => {
  const found = await analyzed(place.url, pdf, { as: ada.authorization })
  expect(members(found)).toEqual(
    [
      'status',
      'document_id',
      'document_type',
      'processing_time_ms',
      'extraction',
      'risk_assessment',
      'annotated_pdf_url',
    ].sort(),
  )
  expect(found.status).toBe('success')
  expect(found.document_id).toMatch(idOf('doc'))
  expect(Number.isInteger(found.processing_time_ms)).toBe(true)
  expect(members(found.extraction)).toEqual(['fields', 'metadata', 'tables'])
  expect(found.extraction.metadata).toEqual({ page_count: 1, extraction_engine: 'pdf-text' })
  for (const entry of Object.values(found.extraction.fields)) expect(members(entry)).toEqual(['confidence', 'value'])
  expect(members(found.risk_assessment)).toEqual(['confidence', 'flags', 'risk_level', 'risk_score'])
  expect(found.annotated_pdf_url).toBe(`${place.url}/documents/${found.document_id}/annotated.pdf`)
})

test('a document of no type gives the pairs that it says, by names of its own', async () => {
  const lines = [
    'Notice to all tenants',
    'Building: Harbour House',
    'Date: 4 March 2025',
    'The lift is out of order until Friday.',
  ]
  const found = await analyzed(place.url, await madePdf({ lines }), { as: ada.authorization })
  expect(found.document_type).toBe('UNKNOWN')
  expect(found.extraction.fields.building).toMatchObject({ value: 'Harbour House' })
})

test('an analysis is answered later as it was returned, byte by byte, with more where that is asked for', async () => {
  const response = await post(place.url, pdf, { as: ada.authorization })
  const text = await response.text()
  const { document_id } = JSON.parse(text)
  const again = await ask(place.url, `GET /documents/${document_id}`, { as: ada.authorization })
  expect([again.status, again.text]).toEqual([200, text])
  expect(again.headers.get('cache-control')).toBe('no-store')
  const full = await ask(place.url, `GET /documents/${document_id}?detail=full`, { as: ada.authorization })
  const { slips, documents, parts, ...rest } = analysisSchema.parse(full.body)
  expect(slips).toHaveLength(1)
  expect(parts).toBe(1)
  expect(documents).toEqual([{ ...slips?.[0], risk_assessment: rest.risk_assessment }])
  expect(members(slips?.[0])).toEqual(['fields', 'pages', 'tables', 'type'])
  for (const { evidence } of Object.values(rest.extraction.fields)) {
    expect(evidence).toEqual({ page: 1, bbox: Array(4).fill(expect.any(Number)) })
  }
  const bare = (fields: object) => Object.keys(fields).sort()
  expect(bare(rest.extraction.fields)).toEqual(bare(JSON.parse(text).extraction.fields))
})

test('POST with detail=full answers what GET with detail=full does', async () => {
  const response = await post(place.url, pdf, { as: ada.authorization, query: '?detail=full' })
  const text = await response.text()
  const { document_id } = JSON.parse(text)
  expect((await ask(place.url, `GET /documents/${document_id}?detail=full`, { as: ada.authorization })).text).toBe(text)
})

test('the list is newest first, in pages, by type, with its totals', async () => {
  const user = await place.user('lister')
  const made: string[] = []
  for (let index = 0; index < 5; index++)
    made.unshift((await analyzed(place.url, pdf, { as: user.authorization })).document_id)
  const list = async (query: string) => {
    const { status, body } = await ask(place.url, `GET /documents${query}`, { as: user.authorization })
    expect(status).toBe(200)
    return documentList.parse(body)
  }
  const all = await list('')
  expect(all.documents.map(({ document_id }) => document_id)).toEqual(made)
  expect(all.pagination).toEqual({ page: 1, limit: 20, total: 5 })
  expect(members(all.documents[0])).toEqual(['created_at', 'document_id', 'document_type', 'risk_level', 'risk_score'])
  expect(all.documents[0]?.created_at).toMatch(ISO)
  const second = await list('?page=2&limit=2')
  expect(second.documents.map(({ document_id }) => document_id)).toEqual(made.slice(2, 4))
  expect(second.pagination).toEqual({ page: 2, limit: 2, total: 5 })
  expect(await list('?page=9')).toEqual({ documents: [], pagination: { page: 9, limit: 20, total: 5 } })
  const type = all.documents[0]?.document_type
  expect((await list(`?document_type=${type}&limit=100`)).pagination.total).toBe(5)
  expect((await list('?document_type=NR4_TAX_SLIP')).pagination.total).toBe(0)
})

test('the report is a PDF of the owner, shown inline under a sensible name, kept by no cache', async () => {
  const name = 'März "slip" 2025;\u0007.pdf'
  const { annotated_pdf_url } = await analyzed(place.url, pdf, { as: ada.authorization, name })
  const response = await fetch(annotated_pdf_url, { headers: { authorization: ada.authorization } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const disposition = response.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(
    /^inline; filename="[\x20-\x7e]+-annotated\.pdf"; filename\*=UTF-8''M%C3%A4rz[^"]*-annotated\.pdf$/,
  )
  expect(disposition.split('"')).toHaveLength(3)
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('DELETE erases the analysis and both files', async () => {
  const { document_id } = await analyzed(place.url, pdf, { as: ada.authorization })
  expect(await place.blobs.read(document_id, 'original.pdf').then((file) => file.destroy())).toBeDefined()
  const gone = await ask(place.url, `DELETE /documents/${document_id}`, { as: ada.authorization })
  expect([gone.status, gone.text]).toEqual([204, ''])
  for (const line of ['GET', 'DELETE'])
    expect((await ask(place.url, `${line} /documents/${document_id}`, { as: ada.authorization })).text).toBe(
      '{"error":"not_found"}',
    )
  for (const name of ['original.pdf', 'annotated.pdf'] as const)
    await expect(place.blobs.read(document_id, name)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('health is open', async () => {
  const { status, body } = await ask(place.url, 'GET /health')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptime_seconds: expect.any(Number),
  })
})

describe('400 invalid_file_format', () => {
  test.each(['limit=101', 'limit=0', 'limit=x', 'page=0', 'page=-1', 'page=1.5', 'document_type=T5', 'document_type='])(
    'GET /documents?%s',
    async (query) => {
      const headers = { authorization: ada.authorization }
      await expectNamed(await fetch(`${place.url}/documents?${query}`, { headers }), `query.${query.split('=')[0]}`)
    },
  )

  test('an unknown detail, asked for at either place', async () => {
    const { document_id } = await analyzed(place.url, pdf, { as: ada.authorization })
    await expectNamed(await post(place.url, pdf, { as: ada.authorization, query: '?detail=foo' }), 'query.detail')
    const headers = { authorization: ada.authorization }
    const response = await fetch(`${place.url}/documents/${document_id}?detail=`, { headers })
    await expectNamed(response, 'query.detail')
  })

  test.each(['/documents?limt=5', '/documents?type=INVOICE', '/documents/doc_01k9zq4v7m3x8e2r5t6y7u8w9a?details=full'])(
    'a parameter that is not known is named: %s',
    async (path) => {
      const response = await fetch(place.url + path, { headers: { authorization: ada.authorization } })
      const name = /\?(\w+)/.exec(path)?.[1]
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          error: 'invalid_file_format',
          details: [{ path: 'query', message: `has members that are not known here: ${name}` }],
        },
      ])
    },
  )

  test.each(['-1', '21', '1.0', '1e1', '', ' 1', 'x', '01', '9'.repeat(100)])(
    'reference_count of "%s"',
    async (reference_count) => {
      const response = await post(place.url, pdf, { as: ada.authorization, fields: { reference_count } })
      await expectNamed(response, 'body.reference_count')
    },
  )

  test.each(['0', '1', '20'])('but not for a reference_count of %s', async (reference_count) => {
    expect((await post(place.url, pdf, { as: ada.authorization, fields: { reference_count } })).status).toBe(200)
  })

  test.each<[string, string | Uint8Array]>([
    ['empty', ''],
    ['text', 'hello'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a header after the first KiB', `${' '.repeat(1020)}%PDF-1.7\n`],
  ])('a file that is %s', async (_what, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await expectBytes(await post(place.url, bytes, { as: ada.authorization }), 400, 'invalid_file_format')
  })

  test('a header within the first KiB is one, whatever the type of the part', async () => {
    const shifted = Buffer.concat([Buffer.from(`${' '.repeat(1000)}\n`), pdf])
    expect((await post(place.url, shifted, { as: ada.authorization, name: 'x.txt' })).status).toBe(200)
  })
})

test('a file that is a picture and a PDF', async () => {
  const response = await post(place.url, Buffer.concat([Buffer.from('GIF89a'), pdf]), { as: ada.authorization })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('another kind at once')])
})

describe('422 unprocessable_document', () => {
  test.each<[string, () => Promise<Uint8Array>]>([
    ['nothing but a header', async () => Buffer.from('%PDF-1.7\n')],
    ['rubbish after the header', async () => Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}`)],
    ['no pages', async () => await madePdf({ pages: 0 })],
  ])('for a file with %s', async (_what, make) => {
    await expectBytes(await post(place.url, await make(), { as: ada.authorization }), 422, 'unprocessable_document')
  })

  test('and nothing is kept of it', async () => {
    const user = await place.user('unlucky')
    await post(place.url, Buffer.from('%PDF-1.7\n'), { as: user.authorization })
    const { body } = await ask(place.url, 'GET /documents', { as: user.authorization })
    expect(body).toMatchObject({ pagination: { total: 0 } })
    expect(place.uploads()).toEqual([])
  })
})

describe('other errors', () => {
  test('401 without a key, with the challenge of a bearer', async () => {
    const response = await post(place.url, pdf)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="mkt"')
    await expectBytes(response, 401, 'unauthorized')
  })

  test.each(['/nothing', '/documents/x/y', '/documents/doc_1/original.pdf', '/jobs', '/%'])(
    '404 at %s',
    async (path) => await expectBytes(await fetch(place.url + path), 404, 'not_found'),
  )

  test.each([
    ['GET', '/analyze-tax-slip', 'POST'],
    ['POST', '/documents', 'GET'],
    ['PUT', '/documents/doc_1', 'GET'],
    ['POST', '/documents/doc_1/annotated.pdf', 'GET'],
    ['DELETE', '/health', 'GET'],
  ])('405 for %s %s', async (method, path, allowed) => {
    const response = await fetch(place.url + path, { method, headers: { authorization: ada.authorization } })
    expect(response.headers.get('allow')).toContain(allowed)
    await expectBytes(response, 405, 'method_not_allowed')
  })

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['headers too large', request('GET /', { 'x-long': 'a'.repeat(20_000) })],
    ['an unknown expectation', request('GET /health', { expect: 'miracles' })],
  ])('400 for %s', async (_what, bytes) => {
    const { status, text } = await wire(place.url, bytes)
    expect([status, text]).toEqual([400, '{"error":"invalid_file_format"}'])
  })

  test.each(['doc_', 'x', 'doc_01k9zq4v7m3x8e2r5t6y7u8w9a', '%00', "doc_'or'1'='1"])(
    '404 for the id %s',
    async (id) => {
      const files = ['original', 'annotated.pdf'].map((name) => `GET /documents/${id}/${name}`)
      for (const line of [`GET /documents/${id}`, `DELETE /documents/${id}`, ...files]) {
        const { status, text } = await ask(place.url, line, { as: ada.authorization })
        expect([line, status, text]).toEqual([line, 404, '{"error":"not_found"}'])
      }
    },
  )
})

test.each([
  [
    '\u7a0e\u5355.pdf',
    /^inline; filename="[A-Z0-9_]+-doc_\w+-annotated\.pdf"; filename\*=UTF-8''%E7%A8%8E%E5%8D%95-annotated\.pdf$/,
  ],
  ['\uff02q\uff02.pdf', /^inline; filename="q-annotated\.pdf"; filename\*=/],
  [`${'a'.repeat(199)}\u{1f600}b.pdf`, /''a{199}%F0%9F%98%80-annotated\.pdf$/],
])('a report of %s has a name that any client can save', async (name, expected) => {
  const { annotated_pdf_url } = await analyzed(place.url, pdf, { as: ada.authorization, name })
  const response = await fetch(annotated_pdf_url, { method: 'HEAD', headers: { authorization: ada.authorization } })
  expect(response.headers.get('content-disposition')).toMatch(expected)
})
