import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const insert = statement<{ document_id: string; noted_at: number }>()((q, p) =>
  q
    .insertInto('document_leftovers')
    .values({ document_id: p('document_id'), noted_at: p('noted_at') })
    .onConflict((c) => c.doNothing()),
)
const remove = statement<{ document_id: string }>()((q, p) =>
  q.deleteFrom('document_leftovers').where('document_id', '=', p('document_id')),
)
const oldest = statement<{ before: number; limit: number }>()((q, p) =>
  q
    .selectFrom('document_leftovers')
    .select('document_id')
    .where('noted_at', '<=', p('before'))
    .orderBy('noted_at')
    .limit(p('limit')),
)

/** Notes that files of a document may lie in the blob store without a document: before they are written, or when it is erased. */
export const noteLeftover = (tx: Tx, document_id: string, noted_at: number) => tx.run(insert, { document_id, noted_at })
export const forgetLeftover = (tx: Tx, document_id: string) => tx.run(remove, { document_id })
/** The oldest of those noted until `before` (wall ms). */
export const leftovers = (reader: Reader, limit: number, before = Number.MAX_SAFE_INTEGER) =>
  reader.all(oldest, { before, limit })
