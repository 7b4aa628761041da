import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasePerson } from '../../server/src/accounts/user-store.ts'
import { createLog } from '../../server/src/base/log.ts'
import { Archive } from '../../server/src/documents/store/archive.ts'
import type { Blobs } from '../../server/src/documents/store/blobs.ts'
import { documentOf, UNREVIEWED } from '../../server/src/documents/store/document-store.ts'
import { leftovers } from '../../server/src/documents/store/leftover-store.ts'
import { documentsConcerning } from '../../server/src/documents/store/subject-store.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

let floor: Floor
let archive: Archive
let ada: string
/** The folders of the blob store. */
const folders = new Set<string>()
let blobs: Blobs
beforeEach(async () => {
  folders.clear()
  blobs = {
    put: async (id) => void folders.add(id),
    read: () => Promise.reject(new Error('nobody reads here')),
    erase: async (id) => void folders.delete(id),
  }
  floor = await openSqliteFloor()
  const { database, clock } = floor.market
  archive = new Archive({ database, clock, log: createLog('silent'), blobs: { ...asNow(() => blobs) } })
  ada = await floor.user()
})
afterEach(() => floor.close())

/** A store that a test may change under the archive. */
function asNow(current: () => Blobs): Blobs {
  return {
    put: (...of) => current().put(...of),
    read: (...of) => current().read(...of),
    erase: (...of) => current().erase(...of),
  }
}

const keep = (document_id: string, user_id = ada, gone = new AbortController().signal) =>
  archive.keep(
    {
      row: {
        ...UNREVIEWED,
        ...{ document_id, user_id, document_type: 'UNKNOWN', created_at: 0, risk_level: 'LOW', risk_score: 0 },
        ...{ sha256: document_id, pages: 1, file_name: '', fields_json: '{}', analysis_json: '{}', detail_json: '{}' },
      },
      subjects: ['sin:130692544'],
      original: 'a.pdf',
      report: { annotated: 'b.pdf' },
    },
    gone,
  )
const kept = async (document_id: string, user_id = ada) =>
  (await documentOf(floor.market.database, user_id, document_id)) !== undefined
const noted = async () => (await leftovers(floor.market.database, 100)).map(({ document_id }) => document_id)

test('a document is kept with its files, and nothing is noted of it', async () => {
  await keep('doc_1')
  expect([await kept('doc_1'), [...folders], await noted()]).toEqual([true, ['doc_1'], []])
})

test('of a document whose sender left, or whose account ended, nothing is kept and no file stays', async () => {
  const gone = new AbortController()
  gone.abort(new Error('left'))
  await expect(keep('doc_1', ada, gone.signal)).rejects.toThrow('left')
  await floor.market.database.transaction((tx) => erasePerson(tx, ada, 1))
  await expect(keep('doc_2')).rejects.toMatchObject({ code: 'unauthorized' })
  expect([await kept('doc_1'), await kept('doc_2'), [...folders], await noted()]).toEqual([false, false, [], []])
})

test('a sweep while a document is being kept leaves its files alone', async () => {
  const put = blobs.put
  blobs.put = async (id, name, file) => {
    await put(id, name, file)
    if (name === 'annotated.pdf') await archive.sweep()
  }
  await keep('doc_1')
  expect([await kept('doc_1'), [...folders]]).toEqual([true, ['doc_1']])
})

test('files that cannot be erased with their document are noted, and taken by the next sweep', async () => {
  await keep('doc_1')
  const erase = blobs.erase
  blobs.erase = () => Promise.reject(new Error('the store is away'))
  expect(await archive.erase(ada, 'doc_1')).toBe(true)
  expect([await kept('doc_1'), [...folders], await noted()]).toEqual([false, ['doc_1'], ['doc_1']])
  blobs.erase = erase
  await archive.sweep()
  expect([[...folders], await noted()]).toEqual([[], []])
})

test('another user erases nothing, and is not compared with', async () => {
  const bob = await floor.user()
  await keep('doc_1')
  await keep('doc_2', bob)
  expect(await archive.erase(bob, 'doc_1')).toBe(false)
  expect([await kept('doc_1'), [...folders].sort()]).toEqual([true, ['doc_1', 'doc_2']])
  const concerning = async (user: string) =>
    (await documentsConcerning(floor.market.database, user, ['sin:130692544'], 10)).map(
      ({ document_id }) => document_id,
    )
  expect([await concerning(ada), await concerning(bob)]).toEqual([['doc_1'], ['doc_2']])
})
