import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentTypesTable } from '../../storage/document-tables.ts'
import { statement } from '../../storage/statement.ts'

type Own = Pick<DocumentTypesTable, 'user_id' | 'name'>

const put = statement<DocumentTypesTable>()((q, p) =>
  q
    .insertInto('document_types')
    .values({
      user_id: p('user_id'),
      name: p('name'),
      definition_json: p('definition_json'),
      created_at: p('created_at'),
    })
    .onConflict((c) => c.columns(['user_id', 'name']).doUpdateSet({ definition_json: p('definition_json') })),
)
const all = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('document_types').selectAll().where('user_id', '=', p('user_id')).orderBy('name'),
)
const one = statement<Own>()((q, p) =>
  q.selectFrom('document_types').selectAll().where('user_id', '=', p('user_id')).where('name', '=', p('name')),
)
const count = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('document_types').select(sql<number>`count(*)`.as('types')).where('user_id', '=', p('user_id')),
)
const remove = statement<Own>()((q, p) =>
  q.deleteFrom('document_types').where('user_id', '=', p('user_id')).where('name', '=', p('name')),
)
const removeAll = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('document_types').where('user_id', '=', p('user_id')),
)

/** Keeps a type in the place of one of the same name. */
export const putType = (tx: Tx, row: DocumentTypesTable) => tx.run(put, row)
export const typesOf = (reader: Reader, user_id: string) => reader.all(all, { user_id })
export const typeNamed = (reader: Reader, own: Own) => reader.get(one, own)
export const countTypes = async (reader: Reader, user_id: string) =>
  Number((await reader.get(count, { user_id }))?.types ?? 0)
/** False where the user has no such type. */
export const deleteType = async (tx: Tx, own: Own) => (await tx.run(remove, own)) === 1
export const deleteTypes = (tx: Tx, user_id: string) => tx.run(removeAll, { user_id })
