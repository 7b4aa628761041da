import { Readable } from 'node:stream'
import { loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReaderProcessesOptions } from '../../server/src/documents/process/reader-processes.ts'
import { keptThumbnail } from '../../server/src/documents/store/thumbnail-store.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from '../server/documents-service.ts'
import { inProcessAnalyst } from '../server/in-process-analyst.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { onEveryDialect } from './databases.ts'

/** How often something was drawn, and whether the file can be. */
interface Drawing {
  count: number
  fails: boolean
}

const counted = (drawing: Drawing) => (readers: ReaderProcessesOptions) => {
  const analyst = inProcessAnalyst(readers, 1)
  const draw: typeof analyst.draw = (orders) => {
    drawing.count++
    const original = async () => Readable.from([Buffer.from('%PDF-1.7 1 0 obj')])
    return analyst.draw(drawing.fails ? { ...orders, original } : orders)
  }
  return { ...analyst, draw }
}

await onEveryDialect((databases) => {
  let place: DocumentsService
  let ada: DocumentsUser
  let drawing: Drawing
  beforeEach(async () => {
    drawing = { count: 0, fails: false }
    const location = await databases.fresh()
    place = await startDocuments({ location, threads: 1, analystOf: counted(drawing) })
    ada = await place.user('ada')
  })
  afterEach(() => place.stop())

  const analyze = async () =>
    (await analyzed(place.url, await madePdf({ lines: invoiceLines('NW-1', '10.00') }), { as: ada.authorization }))
      .document_id
  const ask = (document_id: string, { authorization }: DocumentsUser = ada) =>
    fetch(`${place.url}/documents/${document_id}/thumbnail`, { headers: { authorization } })

  test('the first page is drawn small when it is first asked for, and then kept', async () => {
    const document_id = await analyze()
    expect(await keptThumbnail(place.database, document_id)).toBeUndefined()
    const first = await ask(document_id)
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(first.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await first.arrayBuffer())
    const { width, height } = await loadImage(bytes)
    expect([width <= 96, height <= 128, width > 60 && height > 60]).toEqual([true, true, true])
    const again = Buffer.from(await (await ask(document_id)).arrayBuffer())
    expect(again.equals(bytes)).toBe(true)
    expect(drawing.count).toBe(1)
  })

  test('it belongs to its owner alone, and ends with the document', async () => {
    const document_id = await analyze()
    expect((await ask(document_id)).status).toBe(200)
    expect((await ask(document_id, await place.user('eve'))).status).toBe(404)
    expect(await keptThumbnail(place.database, document_id)).toBeInstanceOf(Buffer)
    expect(await place.archive.erase(ada.user_id, document_id)).toBe(true)
    expect(await keptThumbnail(place.database, document_id)).toBeUndefined()
    expect((await ask(document_id)).status).toBe(404)
  })

  test('what cannot be drawn is said to be none, and is not tried again', async () => {
    const document_id = await analyze()
    drawing.fails = true
    expect((await ask(document_id)).status).toBe(404)
    expect((await ask(document_id)).status).toBe(404)
    expect(drawing.count).toBe(1)
  })

  test('several that ask at once get the same', async () => {
    const document_id = await analyze()
    const answers = await Promise.all([ask(document_id), ask(document_id), ask(document_id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [one, ...others] = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    expect(others.every((other) => other.equals(one as Buffer))).toBe(true)
  })
})
