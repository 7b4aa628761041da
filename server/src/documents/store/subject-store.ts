import type { Reader, Tx } from '../../storage/database.ts'
import { jsonList, statement } from '../../storage/statement.ts'

const insert = statement<{ user_id: string; subject: string; document_id: string }>()((q, p) =>
  q
    .insertInto('document_subjects')
    .values({ user_id: p('user_id'), subject: p('subject'), document_id: p('document_id') })
    .onConflict((c) => c.doNothing()),
)
const remove = statement<{ user_id: string; document_id: string }>()((q, p) =>
  q.deleteFrom('document_subjects').where('document_id', '=', p('document_id')).where('user_id', '=', p('user_id')),
)
// By the primary key, a subject at a time; then the newest of the documents that were found.
const concerned = statement<{ user_id: string; subjects_json: string; limit: number }>()((q, p, dialect) =>
  q
    .selectFrom('documents')
    .select(['document_id', 'document_type', 'created_at', 'sha256', 'fields_json'])
    .where('user_id', '=', p('user_id'))
    .where('document_id', 'in', (e) =>
      e
        .selectFrom('document_subjects')
        .select('document_subjects.document_id')
        .where('document_subjects.user_id', '=', p('user_id'))
        .where('subject', 'in', jsonList(dialect, p('subjects_json')) as never),
    )
    .orderBy('document_id', 'desc')
    .limit(p('limit')),
)

export async function insertSubjects(
  tx: Tx,
  { user_id, document_id }: { user_id: string; document_id: string },
  subjects: readonly string[],
): Promise<void> {
  for (const subject of subjects) await tx.run(insert, { user_id, document_id, subject })
}
export const deleteSubjects = (tx: Tx, user_id: string, document_id: string) => tx.run(remove, { user_id, document_id })
/** The newest documents of the user that have a subject in common with these. */
export const documentsConcerning = (reader: Reader, user_id: string, subjects: readonly string[], limit: number) =>
  reader.all(concerned, { user_id, subjects_json: JSON.stringify(subjects), limit })
