import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentCorrectionsTable } from '../../storage/document-tables.ts'
import { statement } from '../../storage/statement.ts'

interface Own {
  document_id: string
  user_id: string
}
interface Place extends Own {
  slip: number
  field: string
}
/** What is said of a document as a whole. */
interface Marks {
  label: string
  reference: string
  looked_at: number | null
  looked_by: string | null
}

const change = statement<Own & Marks>()((q, p) =>
  q
    .updateTable('documents')
    .set({ label: p('label'), reference: p('reference'), looked_at: p('looked_at'), looked_by: p('looked_by') })
    .where('document_id', '=', p('document_id'))
    .where('user_id', '=', p('user_id')),
)
const all = statement<Own>()((q, p) =>
  q
    .selectFrom('document_corrections')
    .selectAll()
    .where('document_id', '=', p('document_id'))
    .where('user_id', '=', p('user_id'))
    .orderBy('slip')
    .orderBy('field'),
)
const put = statement<DocumentCorrectionsTable>()((q, p) =>
  q
    .insertInto('document_corrections')
    .values({
      document_id: p('document_id'),
      user_id: p('user_id'),
      slip: p('slip'),
      field: p('field'),
      value_json: p('value_json'),
      corrected_at: p('corrected_at'),
      corrected_by: p('corrected_by'),
    })
    .onConflict((c) =>
      c.columns(['document_id', 'slip', 'field']).doUpdateSet({
        value_json: p('value_json'),
        corrected_at: p('corrected_at'),
        corrected_by: p('corrected_by'),
      }),
    ),
)
const remove = statement<Place>()((q, p) =>
  q
    .deleteFrom('document_corrections')
    .where('document_id', '=', p('document_id'))
    .where('user_id', '=', p('user_id'))
    .where('slip', '=', p('slip'))
    .where('field', '=', p('field')),
)
const removeAll = statement<Own>()((q, p) =>
  q.deleteFrom('document_corrections').where('document_id', '=', p('document_id')).where('user_id', '=', p('user_id')),
)

/** False where the user has no such document. */
export const changeMarks = async (tx: Tx, own: Own, marks: Marks) => (await tx.run(change, { ...own, ...marks })) === 1
export const correctionsOf = (reader: Reader, own: Own) => reader.all(all, own)
export const putCorrection = (tx: Tx, correction: DocumentCorrectionsTable) => tx.run(put, correction)
/** False where there was none. */
export const removeCorrection = async (tx: Tx, place: Place) => (await tx.run(remove, place)) === 1
export const deleteCorrections = (tx: Tx, user_id: string, document_id: string) =>
  tx.run(removeAll, { user_id, document_id })
