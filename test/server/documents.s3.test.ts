import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { madePdf } from './made-pdf.ts'
import { startS3 } from './s3-server.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let place: DocumentsService
let ada: DocumentsUser
beforeAll(async () => {
  s3 = await startS3()
  place = await startDocuments({ threads: 1, blobs: s3.location })
  ada = await place.user('ada')
})
afterAll(async () => {
  await place.stop()
  await s3.stop()
})

const objects = () =>
  readdirSync(s3.directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('._S3rver_object'))

test('files live in the bucket, under the prefix, and nowhere else', async () => {
  const file = await madePdf({ bytes: 300_000 })
  const { document_id, annotated_pdf_url } = await analyzed(place.url, file, { as: ada.authorization })
  const named = (name: string) => `papers/of/us/${document_id}/${name}.pdf._S3rver_object`
  expect(objects()).toEqual([named('original')])
  expect(readdirSync(place.data)).not.toContain('documents')
  const report = await fetch(annotated_pdf_url, { headers: { authorization: ada.authorization } })
  expect(
    Buffer.from(await report.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const chunks: Buffer[] = []
  for await (const chunk of await place.blobs.read(document_id, 'original.pdf')) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(Buffer.from(file))).toBe(true)
  expect((await ask(place.url, `DELETE /documents/${document_id}`, { as: ada.authorization })).status).toBe(204)
  expect(objects()).toEqual([])
})

test('erasing what is not there is no error', async () => {
  await place.blobs.erase('doc_nothing')
})
