import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentReportsTable } from '../../storage/document-tables.ts'
import { statement } from '../../storage/statement.ts'

const insert = statement<DocumentReportsTable>()((q, p) =>
  q.insertInto('document_reports').values({ document_id: p('document_id'), facts: p('facts') }),
)
const one = statement<{ document_id: string }>()((q, p) =>
  q.selectFrom('document_reports').select('facts').where('document_id', '=', p('document_id')),
)

export const insertReport = (tx: Tx, row: DocumentReportsTable) => tx.run(insert, row)
/** What a document's report is drawn from; undefined where it lies among its files. It ends with the document. */
export const reportFactsOf = async (reader: Reader, document_id: string) =>
  (await reader.get(one, { document_id }))?.facts
