import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from './documents-service.ts'
import { invoiceLines, madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
})
afterAll(() => place.stop())

test('a parameter where there is none to give, on every path that has none', async () => {
  const pdf = await madePdf({ lines: invoiceLines('NW-1001', '250.00') })
  const { document_id } = await analyzed(place.url, pdf, { as: ada.authorization })
  const own = `/documents/${document_id}`
  const paths = [`${own}/annotated.pdf`, `${own}/original`]
  for (const path of [...paths, `${own}/review`]) {
    const response = await fetch(`${place.url}${path}?wat=1`, { headers: { authorization: ada.authorization } })
    const details = [{ path: 'query', message: 'has members that are not known here: wat' }]
    expect([path, response.status, await response.json()]).toEqual([
      path,
      400,
      { error: 'invalid_file_format', details },
    ])
  }
  const erased = await ask(place.url, `DELETE ${own}?wat=1`, { as: ada.authorization })
  expect(erased.status).toBe(400)
  expect((await ask(place.url, `GET ${own}`, { as: ada.authorization })).status).toBe(200)
})
