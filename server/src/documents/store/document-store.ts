import { sql } from 'kysely'
import { DomainError } from '../../base/errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentsTable } from '../../storage/document-tables.ts'
import { statement } from '../../storage/statement.ts'

const insert = statement<DocumentsTable>()((q, p) =>
  q.insertInto('documents').values({
    document_id: p('document_id'),
    user_id: p('user_id'),
    document_type: p('document_type'),
    created_at: p('created_at'),
    risk_level: p('risk_level'),
    risk_score: p('risk_score'),
    sha256: p('sha256'),
    pages: p('pages'),
    file_name: p('file_name'),
    fields_json: p('fields_json'),
    analysis_json: p('analysis_json'),
    detail_json: p('detail_json'),
    doubts: p('doubts'),
    label: p('label'),
    reference: p('reference'),
    looked_at: p('looked_at'),
    looked_by: p('looked_by'),
  }),
)
const one = statement<{ document_id: string; user_id: string }>()((q, p) =>
  q.selectFrom('documents').selectAll().where('document_id', '=', p('document_id')).where('user_id', '=', p('user_id')),
)

// On SQLite there is one writer; on Postgres the row is held until the transaction ends.
const locked = statement<{ document_id: string; user_id: string }>()((q, p, dialect) => {
  const row = q
    .selectFrom('documents')
    .selectAll()
    .where('document_id', '=', p('document_id'))
    .where('user_id', '=', p('user_id'))
  return dialect === 'postgres' ? row.forUpdate() : row
})
const held = statement<{ document_id: string; user_id: string }>()((q, p, dialect) => {
  const row = q
    .selectFrom('documents')
    .select('document_id')
    .where('document_id', '=', p('document_id'))
    .where('user_id', '=', p('user_id'))
  return dialect === 'postgres' ? row.forUpdate() : row
})

const remove = statement<{ document_id: string; user_id: string }>()((q, p) =>
  q.deleteFrom('documents').where('document_id', '=', p('document_id')).where('user_id', '=', p('user_id')),
)
const olderThan = statement<{ before: number; limit: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(['document_id', 'user_id'])
    .where('created_at', '<', p('before'))
    .orderBy('created_at')
    .limit(p('limit')),
)
const olderOf = statement<{ user_id: string; before: number; limit: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(['document_id', 'user_id'])
    .where('user_id', '=', p('user_id'))
    .where('created_at', '<', p('before'))
    .limit(p('limit')),
)
const countOlder = statement<{ before: number; user_id: string }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(sql<number>`count(*)`.as('total'))
    .where('created_at', '<', p('before'))
    .where(sql<boolean>`(${p('user_id')} = '' or user_id = ${p('user_id')})`),
)
const total = statement()((q) => q.selectFrom('documents').select(sql<number>`count(*)`.as('total')))

const idsAfter = statement<{ after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .leftJoin('document_reports', 'document_reports.document_id', 'documents.document_id')
    .select(['documents.document_id', 'document_reports.document_id as undrawn'])
    .where('documents.document_id', '>', p('after'))
    .orderBy('documents.document_id')
    .limit(p('limit')),
)

const behind = statement<{ user_id: string; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('document_id', '>', p('after'))
    .orderBy('document_id')
    .limit(p('limit')),
)

/** What nobody has said anything of yet. */
export const UNREVIEWED = { doubts: 0, label: '', reference: '', looked_at: null, looked_by: null }

export const insertDocument = (tx: Tx, document: DocumentsTable) => tx.run(insert, document)
/** Undefined where the user has no such document: another's does not exist. */
export const documentOf = (reader: Reader, user_id: string, document_id: string) =>
  reader.get(one, { user_id, document_id })
/** The same, held until the transaction ends: nobody changes or erases it meanwhile. */
export const lockDocument = (tx: Tx, user_id: string, document_id: string) => tx.get(locked, { user_id, document_id })
/** The same without what it says, which may be megabytes. False where the user has no such document. */
export const holdDocument = async (tx: Tx, user_id: string, document_id: string) =>
  (await tx.get(held, { user_id, document_id })) !== undefined
/** A user's documents whole, in the order of their ids, so many after one. */
export const documentsBehind = (reader: Reader, user_id: string, after: string, limit: number) =>
  reader.all(behind, { user_id, after, limit })
/** False where the user has no such document. */
export const deleteDocument = async (tx: Tx, user_id: string, document_id: string) =>
  (await tx.run(remove, { user_id, document_id })) === 1
/** Documents made before a moment (wall ms), of one user or of all. */
export const documentsBefore = (reader: Reader, before: number, limit: number, user_id?: string) =>
  user_id === undefined ? reader.all(olderThan, { before, limit }) : reader.all(olderOf, { user_id, before, limit })
/** How many those are. */
export const countBefore = async (reader: Reader, before: number, user_id = '') =>
  (await reader.get(countOlder, { before, user_id }))?.total ?? 0
/** The ids of all users' documents in their order, so many after one; `undrawn` of those whose report is no file. */
export const documentIds = (reader: Reader, after: string, limit: number) => reader.all(idsAfter, { after, limit })
export const documentTotal = async (reader: Reader) => (await reader.get(total, {}))?.total ?? 0

/** As good as none: another's does not exist either. */
export const noSuchDocument = () => new DomainError('not_found', 'You have no such document.')
