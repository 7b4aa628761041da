import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
})
afterAll(async () => await place.stop())

test('the original is given back byte for byte, as what it is', async () => {
  const pdf = await madePdf({ lines: invoiceLines('A-1', '120.00') })
  const { document_id } = await analyzed(place.url, pdf, { as: ada.authorization, name: 'slip.pdf' })
  const original = () =>
    fetch(`${place.url}/documents/${document_id}/original`, { headers: { authorization: ada.authorization } })
  const answer = await original()
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain('filename="slip.pdf"')
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true)
  // As where a picture was sent.
  const picture = join(place.data, 'picture')
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a0000', 'hex'))
  await place.blobs.put(document_id, 'original.pdf', picture)
  const sent = await original()
  expect(sent.headers.get('content-type')).toBe('image/png')
  expect(sent.headers.get('content-disposition')).toContain('filename="slip.png"')
})
