import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Analysis } from '@mkt/schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { packFacts, unpackFacts } from '../../server/src/documents/annotate/packed-facts.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { reportFactsOf } from '../../server/src/documents/store/report-store.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let service: DocumentsService
let later: DocumentsService
let ada: DocumentsUser
beforeAll(async () => {
  service = await startDocuments({ threads: 1 })
  later = await startDocuments({ threads: 1, reports: 'at-once' })
})
afterAll(() => Promise.all([service.stop(), later.stop()]))
beforeEach(async () => {
  ada = await service.user('ada')
})

const asAda = () => ({ as: ada.authorization })
const invoice = (number: string) => madePdf({ lines: invoiceLines(number, '10.00') })
const files = ({ data }: DocumentsService, id: string) => readdirSync(join(data, 'documents', id)).sort()

async function reportOf(url: string, authorization: string) {
  const response = await fetch(url, { headers: { authorization } })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()), response }
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes.slice())
  const texts = (await readPages(pdf)).map((page) => layOut(page).text)
  await pdf.loadingTask.destroy()
  return texts
}

test('a report is drawn when it is read, the same each time, and no file of it stays', async () => {
  const { document_id, annotated_pdf_url } = await analyzed(service.url, await invoice('NW-7'), asAda())
  expect(files(service, document_id)).toEqual(['original.pdf'])
  const [first, second] = [
    await reportOf(annotated_pdf_url, ada.authorization),
    await reportOf(annotated_pdf_url, ada.authorization),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true)
  const [page, summary] = await textOf(first.bytes)
  expect(page).toContain('NW-7')
  expect(summary).toMatch(/Invoice/)
  expect([files(service, document_id), service.uploads()]).toEqual([['original.pdf'], []])
})

test('it is the report that would have been drawn with the analysis', async () => {
  const bea = await later.user('bea')
  const pdf = await invoice('NW-8')
  const [now, before] = [
    await analyzed(service.url, pdf, asAda()),
    await analyzed(later.url, pdf, { as: bea.authorization }),
  ]
  expect(files(later, before.document_id)).toEqual(['annotated.pdf', 'original.pdf'])
  const text = async ({ annotated_pdf_url, document_id }: Analysis, authorization: string) => {
    const pages = await textOf((await reportOf(annotated_pdf_url, authorization)).bytes)
    return pages
      .join('\n')
      .replaceAll(document_id, 'ID')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*( UTC)?/g, 'NOW')
  }
  expect(await text(now, ada.authorization)).toBe(await text(before, bea.authorization))
})

test('what is said of a document later changes nothing of its report', async () => {
  const { document_id, annotated_pdf_url } = await analyzed(service.url, await invoice('NW-9'), asAda())
  const before = await reportOf(annotated_pdf_url, ada.authorization)
  const corrected = await fetch(`${service.url}/documents/${document_id}/corrections/invoice_number`, {
    method: 'PUT',
    headers: { authorization: ada.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ slip: 1, value: 'OTHER-1' }),
  })
  expect(corrected.status).toBe(200)
  expect(Buffer.from((await reportOf(annotated_pdf_url, ada.authorization)).bytes).equals(before.bytes)).toBe(true)
})

test("it is its owner's alone, and ends with the document", async () => {
  const { document_id, annotated_pdf_url } = await analyzed(service.url, await invoice('NW-10'), asAda())
  const bob = await service.user('bob')
  expect((await reportOf(annotated_pdf_url, bob.authorization)).status).toBe(404)
  const gone = await fetch(`${service.url}/documents/${document_id}`, {
    method: 'DELETE',
    headers: { authorization: ada.authorization },
  })
  expect(gone.status).toBe(204)
  expect((await reportOf(annotated_pdf_url, ada.authorization)).status).toBe(404)
  expect(await reportFactsOf(service.database, document_id)).toBeUndefined()
  expect(existsSync(join(service.data, 'documents', document_id))).toBe(false)
})

test('a document that ends while its report is drawn leaves nothing behind', async () => {
  const { document_id, annotated_pdf_url } = await analyzed(service.url, await invoice('NW-11'), asAda())
  const { read } = service.blobs
  service.blobs.read = async (id, name) => {
    const file = await read(id, name)
    await service.archive.erase(ada.user_id, document_id)
    return file
  }
  const { status, bytes } = await reportOf(annotated_pdf_url, ada.authorization).finally(() => {
    service.blobs.read = read
  })
  expect([status, (await textOf(bytes))[0]]).toEqual([200, expect.stringContaining('NW-11')])
  expect(existsSync(join(service.data, 'documents', document_id))).toBe(false)
  expect(service.uploads()).toEqual([])
})

test('where the original is away the report is a fault of the server, and is there once that is back', async () => {
  const { annotated_pdf_url } = await analyzed(service.url, await invoice('NW-12'), asAda())
  const { read } = service.blobs
  service.blobs.read = () => Promise.reject(new Error('the store is away'))
  const away = await reportOf(annotated_pdf_url, ada.authorization)
  service.blobs.read = read
  expect([away.status, JSON.parse(Buffer.from(away.bytes).toString())]).toEqual([500, { error: 'internal_error' }])
  expect((await reportOf(annotated_pdf_url, ada.authorization)).status).toBe(200)
})

test('what a report would be is said without drawing it', async () => {
  const { annotated_pdf_url } = await analyzed(service.url, await invoice('NW-14'), asAda())
  const { read } = service.blobs
  service.blobs.read = () => Promise.reject(new Error('nothing is to be drawn'))
  const head = async (authorization: string) =>
    await fetch(annotated_pdf_url, { method: 'HEAD', headers: { authorization } })
  const bob = await service.user('bob')
  const [own, others] = [await head(ada.authorization), await head(bob.authorization)]
  service.blobs.read = read
  expect([own.status, own.headers.get('content-type'), others.status]).toEqual([200, 'application/pdf', 404])
  expect(own.headers.get('content-disposition')).toContain('-annotated.pdf')
})

test('too many reports at once are told to come again; one that is drawn does not wait for analyses', async () => {
  const { annotated_pdf_url } = await analyzed(service.url, await invoice('NW-13'), asAda())
  const { reportSeats, seats } = service.documents
  const working = seats.admit(ada.user_id)
  await working.seat(new AbortController().signal)
  expect((await reportOf(annotated_pdf_url, ada.authorization)).status).toBe(200)
  working.leave()
  const places = Array.from({ length: 50 }, () => reportSeats.admit(ada.user_id))
  expect(() => reportSeats.admit(ada.user_id)).toThrow('You have too many reports being drawn.')
  const full = await reportOf(annotated_pdf_url, ada.authorization)
  for (const place of places) place.leave()
  expect([full.status, full.response.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await reportOf(annotated_pdf_url, ada.authorization)).status).toBe(200)
})

test('what is kept for a report has no words beside those it shows, and no password', () => {
  const word = { text: 'secret-word' } as never
  const box = [0, 0, 1, 1] as const
  const frame = { width: 1, height: 1, toFile: [1, 0, 0, 1, 0, 0], toShown: [1, 0, 0, 1, 0, 0], unread: [] } as const
  const field = { value: 'A', printed: 'secret-word', confidence: 1, page: 1, box, words: [word], method: 'box' }
  const flag = { code: 'X', message: 'm', evidence: [], fields: [], doubted: [word], broken: { words: [word] } }
  const packed = packFacts({
    pages: {
      parts: [{ type: 'INVOICE', confidence: 1, pages: [1], fields: { total: field }, tables: [], region: box }],
      assessment: { score: 1, level: 'LOW', policy: 'p', confidence: 1, flags: [flag] },
      frames: [1, 2].map((number) => ({ ...frame, number, text: [box] })),
      password: 'secret-password',
    } as never,
  })
  const text = JSON.stringify(unpackFacts(packed))
  expect(text).not.toContain('secret')
  expect(unpackFacts(packed)).toMatchObject({ pages: { frames: [{ text: [box] }, { text: [] }] } })
})
