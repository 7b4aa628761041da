import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { erasePerson } from '../../server/src/accounts/user-store.ts'
import { createLog } from '../../server/src/base/log.ts'
import { Archive } from '../../server/src/documents/store/archive.ts'
import { leftovers } from '../../server/src/documents/store/leftover-store.ts'
import { reportFactsOf } from '../../server/src/documents/store/report-store.ts'
import { documentsConcerning } from '../../server/src/documents/store/subject-store.ts'
import { ask } from '../server/contract/ask.ts'
import { analyzed, type DocumentsService, type DocumentsUser, startDocuments } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'

const DAY_MS = 86_400_000

await onEveryDialect((databases) => {
  let place: DocumentsService
  let ada: DocumentsUser
  beforeEach(async () => {
    place = await startDocuments({ location: await databases.fresh(), threads: 1 })
    ada = await place.user('ada')
  })
  afterEach(() => place.stop())

  const analyze = async (user: DocumentsUser = ada, number = 'NW-1') =>
    (await analyzed(place.url, await madePdf({ lines: invoiceLines(number, '10.00') }), { as: user.authorization }))
      .document_id
  const folders = () => (existsSync(join(place.data, 'documents')) ? readdirSync(join(place.data, 'documents')) : [])
  const listed = async (user: DocumentsUser) => {
    const { body } = await ask(place.url, 'GET /documents?limit=100', { as: user.authorization })
    return (body as { documents: { document_id: string }[] }).documents.map(({ document_id }) => document_id)
  }
  const noted = async () => (await leftovers(place.database, 100)).map(({ document_id }) => document_id)

  test('a document is kept whole, and is the same after a restart', async () => {
    const document_id = await analyze()
    const before = await ask(place.url, `GET /documents/${document_id}?detail=full`, { as: ada.authorization })
    expect(before.status).toBe(200)
    expect(folders()).toEqual([document_id])
    expect(readdirSync(join(place.data, 'documents', document_id))).toEqual(['original.pdf'])
    expect(await noted()).toEqual([])
    // What its report is drawn from ends with it, whoever erases its row.
    expect(await reportFactsOf(place.database, document_id)).toBeInstanceOf(Buffer)
    expect(await place.archive.erase(ada.user_id, document_id)).toBe(true)
    expect(await reportFactsOf(place.database, document_id)).toBeUndefined()
  })

  test('files that a crash left without a row are erased at the next sweep, others are not', async () => {
    const document_id = await analyze()
    const gone = new AbortController()
    // A crash between the files and the row: the row never comes, and nobody cleans up.
    const row = await place.database.get(
      {
        compile: (dialect) => ({
          sql: `select * from documents where document_id = ${dialect === 'sqlite' ? '?' : '$1'}`,
          bindings: [{ name: 'id' }],
        }),
      },
      { id: document_id },
    )
    const file = join(place.data, 'documents', document_id, 'original.pdf')
    const put = place.blobs.put
    place.blobs.put = async (id, name, path) => {
      await put(id, name, path)
      if (name === 'annotated.pdf') throw new Error('crash')
    }
    const erase = place.blobs.erase
    place.blobs.erase = async () => Promise.reject(new Error('crashed'))
    const next = {
      row: { ...(row as object), document_id: 'doc_crashed' } as never,
      subjects: [],
      original: file,
      report: { annotated: file },
    }
    await expect(place.archive.keep(next, gone.signal)).rejects.toThrow('crash')
    expect(folders().sort()).toEqual([document_id, 'doc_crashed'].sort())
    expect(await noted()).toEqual(['doc_crashed'])
    place.blobs.erase = erase
    // The marketplace's process, where the documents service is another one, which may be writing these files.
    const { database, blobs, clock } = place
    const market = new Archive({ database, blobs, clock, log: createLog('silent'), sweepAfterMs: 3_600_000 })
    await market.sweep()
    expect(folders().sort()).toEqual([document_id, 'doc_crashed'].sort())
    await place.archive.sweep()
    expect(folders()).toEqual([document_id])
    expect(await noted()).toEqual([])
    expect(await listed(ada)).toEqual([document_id])
  })

  test('an erased document whose files could not be erased is gone all the same; the sweep takes the files', async () => {
    const document_id = await analyze()
    const erase = place.blobs.erase
    place.blobs.erase = async () => Promise.reject(new Error('the store is away'))
    expect((await ask(place.url, `DELETE /documents/${document_id}`, { as: ada.authorization })).status).toBe(204)
    expect(await listed(ada)).toEqual([])
    expect(folders()).toEqual([document_id])
    place.blobs.erase = erase
    await place.archive.sweep()
    expect(folders()).toEqual([])
  })

  test('documents concern one another by what they have in common, within one owner', async () => {
    const other = await place.user('other')
    const first = await analyze(ada, 'NW-1')
    const file = await place.database.get(
      {
        compile: (dialect) => ({
          sql: `select sha256 from documents where document_id = ${dialect === 'sqlite' ? '?' : '$1'}`,
          bindings: [{ name: 'id' }],
        }),
      },
      { id: first },
    )
    const { sha256 } = file as { sha256: string }
    await analyze(other, 'NW-1')
    const found = await documentsConcerning(place.database, ada.user_id, [`file:${sha256}`, 'person:nobody'], 20)
    expect(found.map(({ document_id }) => document_id)).toEqual([first])
    expect(await documentsConcerning(place.database, ada.user_id, ['person:nobody'], 20)).toEqual([])
    const again = await analyze(ada, 'NW-1')
    const both = await documentsConcerning(place.database, ada.user_id, [`file:${sha256}`], 20)
    expect(both.map(({ document_id }) => document_id)).toEqual([again, first])
    expect(await documentsConcerning(place.database, ada.user_id, [`file:${sha256}`], 1)).toHaveLength(1)
  })

  test('an account that ends takes its documents along, what is in work included', async () => {
    const other = await place.user('other')
    const [theirs] = [await analyze(other), await analyze(), await analyze()]
    const closing = place.archive.closing()
    await closing.prepare(ada.user_id)
    const late = await analyze()
    await place.database.transaction(async (tx) => {
      await closing.finish(tx, ada.user_id)
      await erasePerson(tx, ada.user_id, place.clock.now())
    })
    expect((await ask(place.url, `GET /documents/${late}`, { as: ada.authorization })).status).toBe(401)
    expect(await listed(other)).toEqual([theirs])
    await place.archive.sweep()
    expect(folders()).toEqual([theirs])
    // What was being analysed when the account ended is not kept.
    const row = { document_id: 'doc_late', user_id: ada.user_id } as never
    const file = join(place.data, 'documents', theirs as string, 'original.pdf')
    const keeping = place.archive.keep(
      { row, subjects: [], original: file, report: { annotated: file } },
      new AbortController().signal,
    )
    await expect(keeping).rejects.toMatchObject({ code: 'unauthorized' })
    expect(folders()).toEqual([theirs])
  })

  describe('a purge', () => {
    test('erases what is older than a day, of one user or of all, with its files', async () => {
      const other = await place.user('other')
      await analyze(ada)
      const kept = await analyze(other)
      const now = place.clock.now()
      expect(await place.archive.purge(now - DAY_MS)).toBe(0)
      expect(await place.archive.purge(now + 1000, ada.user_id)).toBe(1)
      expect([await listed(ada), await listed(other), folders()]).toEqual([[], [kept], [kept]])
      expect(await place.archive.purge(now + 1000)).toBe(1)
      expect([folders(), await noted()]).toEqual([[], []])
    })
  })
})

test('leftovers are swept now and then while the server runs', async () => {
  const clock = new ManualClock()
  const place = await startDocuments({ clock, threads: 1 })
  const stop = place.archive.startSweeping()
  let swept = 0
  place.archive.sweep = async () => {
    swept++
  }
  clock.advance(600_000)
  expect(swept).toBe(1)
  await stop()
  await place.stop()
})
