import { sql } from 'kysely'
import type { FilesTable } from '../../storage/batch-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type One = { file_id: string }

const insert = statement<Omit<FilesTable, 'state'> & { state: string }>()((q, p) =>
  q.insertInto('files').values({
    file_id: p('file_id'),
    user_id: p('user_id'),
    filename: p('filename'),
    purpose: sql<'batch'>`${p('purpose')}`,
    bytes: p('bytes'),
    batch_id: p('batch_id'),
    answers: sql<'completed'>`${p('answers')}`,
    state: sql<'there'>`${p('state')}`,
    created_at: p('created_at'),
    expires_at: p('expires_at'),
  }),
)
const insertContent = statement<One & { part: number; content: string }>()((q, p) =>
  q.insertInto('file_parts').values({ file_id: p('file_id'), part: p('part'), content: p('content') }),
)
const there = statement<One & { filename: string; bytes: number; expires_at: number | null }>()((q, p) =>
  q
    .updateTable('files')
    .set({ state: 'there', filename: p('filename'), bytes: p('bytes'), expires_at: p('expires_at') })
    .where('file_id', '=', p('file_id')),
)
const measured = statement<One & { bytes: number }>()((q, p) =>
  q
    .updateTable('files')
    .set({ bytes: p('bytes') })
    .where('file_id', '=', p('file_id')),
)
const own = statement<One & { user_id: string }>()((q, p) =>
  q
    .selectFrom('files')
    .selectAll()
    .where('file_id', '=', p('file_id'))
    .where('user_id', '=', p('user_id'))
    .where('state', '=', 'there'),
)
const page = (direction: 'asc' | 'desc') =>
  statement<{ user_id: string; purpose: string; after: string; limit: number }>()((q, p) =>
    q
      .selectFrom('files')
      .selectAll()
      .where('user_id', '=', p('user_id'))
      .where('state', '=', 'there')
      .where(sql<boolean>`(${p('purpose')} = '' or purpose = ${p('purpose')})`)
      .where('file_id', direction === 'asc' ? '>' : '<', p('after'))
      .orderBy('file_id', direction)
      .limit(p('limit')),
  )
const [upwards, downwards] = [page('asc'), page('desc')]
// What is received counts as what it has so far, which is nothing: few of a user's are received at once.
const count = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('files')
    .select((e) => [e.fn.countAll<number>().as('files'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('user_id', '=', p('user_id'))
    .where('batch_id', 'is', null),
)
const parts = statement<One & { from: number; limit: number }>()((q, p) =>
  q
    .selectFrom('file_parts')
    .select(['part', 'content'])
    .where('file_id', '=', p('file_id'))
    .where('part', '>=', p('from'))
    .orderBy('part')
    .limit(p('limit')),
)
const ofBatch = statement<{ batch_id: string }>()((q, p) =>
  q.selectFrom('files').select(['file_id', 'answers']).where('batch_id', '=', p('batch_id')),
)
const ofUser = statement<{ user_id: string; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('files')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('file_id', '>', p('after'))
    .orderBy('file_id')
    .limit(p('limit')),
)
const old = statement<{ before: number }>()((q, p) =>
  q.selectFrom('files').select('file_id').where('created_at', '<', p('before')).limit(100),
)
const over = statement<{ now: number; stopped: number }>()((q, p) =>
  q
    .selectFrom('files')
    .select('file_id')
    .where((e) =>
      e.or([e('expires_at', '<', p('now')), e.and([e('state', '=', 'receiving'), e('created_at', '<', p('stopped'))])]),
    )
    .limit(100),
)
const removeParts = statement<One>()((q, p) => q.deleteFrom('file_parts').where('file_id', '=', p('file_id')))
const remove = statement<One>()((q, p) => q.deleteFrom('files').where('file_id', '=', p('file_id')))

export type FileRow = FilesTable
type Page = { user_id: string; purpose: string; after: string; limit: number }

export const insertFile = (tx: Tx, file: FilesTable) => tx.run(insert, file)
export const insertPart = (tx: Tx, of: One & { part: number; content: string }) => tx.run(insertContent, of)
/** It is received: its owner may see it. */
export const fileThere = (tx: Tx, of: One & { filename: string; bytes: number; expires_at: number | null }) =>
  tx.run(there, of)
export const saveBytes = (tx: Tx, of: One & { bytes: number }) => tx.run(measured, of)
export const ownFileRow = (reader: Reader, of: One & { user_id: string }) => reader.get(own, of)
/** Behind `after`, in either order; '' as the purpose: any. */
export const filePage = (reader: Reader, order: 'asc' | 'desc', of: Page) =>
  reader.all(order === 'asc' ? upwards : downwards, of)
/** What a user has sent, answers excepted. */
export const countFiles = async (reader: Reader, user_id: string) =>
  (await reader.get(count, { user_id })) ?? { files: 0, bytes: 0 }
export const fileParts = (reader: Reader, of: One & { from: number; limit: number }) => reader.all(parts, of)
export const filesOfBatch = (reader: Reader, batch_id: string) => reader.all(ofBatch, { batch_id })
/** By their ids. */
export const filesBehind = (reader: Reader, of: { user_id: string; after: string; limit: number }) =>
  reader.all(ofUser, of)
export const oldFiles = (reader: Reader, before: number) => reader.all(old, { before })
/** Those that have expired, and those of which the upload stopped long ago; wall ms. */
export const filesOver = (reader: Reader, of: { now: number; stopped: number }) => reader.all(over, of)
export async function removeFile(tx: Tx, file_id: string): Promise<void> {
  await tx.run(removeParts, { file_id })
  await tx.run(remove, { file_id })
}
