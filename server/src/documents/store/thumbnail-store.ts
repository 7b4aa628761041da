import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentThumbnailsTable } from '../../storage/document-tables.ts'
import { statement } from '../../storage/statement.ts'

// Where two have drawn it, they drew the same.
const keep = statement<DocumentThumbnailsTable>()((q, p) =>
  q
    .insertInto('document_thumbnails')
    .values({ document_id: p('document_id'), picture: p('picture') })
    .onConflict((conflict) => conflict.doNothing()),
)
const one = statement<{ document_id: string }>()((q, p) =>
  q.selectFrom('document_thumbnails').select('picture').where('document_id', '=', p('document_id')),
)

export const keepThumbnail = (tx: Tx, row: DocumentThumbnailsTable) => tx.run(keep, row)
/** A document's first page in small; undefined where nobody has asked for it yet. */
export const keptThumbnail = async (reader: Reader, document_id: string) =>
  (await reader.get(one, { document_id }))?.picture
