import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

/** What is kept of a job, in bytes of UTF-8. */
export interface Kept {
  user_id: string
  prompt_bytes: number
  text_bytes: number
}

const addText = statement<{ user_id: string; bytes: number }>()((q, p) =>
  q
    .insertInto('stored_texts')
    .values({ user_id: p('user_id'), bytes: p('bytes') })
    .onConflict((c) =>
      c.column('user_id').doUpdateSet({ bytes: sql<number>`stored_texts.bytes + ${sql.ref('excluded.bytes')}` }),
    ),
)
const keptOf = statement<{ job_id: string }>()((q, p) =>
  q
    .selectFrom('jobs as j')
    .leftJoin('job_outputs as o', 'o.job_id', 'j.job_id')
    .select([
      'j.user_id',
      sql<number>`octet_length(j.input_text) + coalesce(octet_length(j.options_json), 0)`.as('prompt_bytes'),
      sql<number>`coalesce(octet_length(o.pieces_json), 0)`.as('text_bytes'),
    ])
    .where('j.job_id', '=', p('job_id'))
    .where('j.erased', '=', 0),
)
const dropPrompts = statement<{ user_id: string; bytes: number }>()((q, p) =>
  q
    .updateTable('users')
    .set({ stored_bytes: sql<number>`stored_bytes - ${p('bytes')}` })
    .where('user_id', '=', p('user_id')),
)
const dropTexts = statement<{ user_id: string; bytes: number }>()((q, p) =>
  q
    .updateTable('stored_texts')
    .set({ bytes: sql<number>`bytes - ${p('bytes')}` })
    .where('user_id', '=', p('user_id')),
)

/** Counts a text that is kept from here on. Prompts are counted with the submission. */
export const countText = (tx: Tx, user_id: string, bytes: number) => tx.run(addText, { user_id, bytes })
/** What is kept of a job; undefined where it was erased. */
export const keptOfJob = (reader: Reader, job_id: string): Promise<Kept | undefined> => reader.get(keptOf, { job_id })
/** Counts what is kept no more. */
export async function countErased(tx: Tx, { user_id, prompt_bytes, text_bytes }: Kept): Promise<void> {
  if (prompt_bytes > 0) await tx.run(dropPrompts, { user_id, bytes: prompt_bytes })
  if (text_bytes > 0) await tx.run(dropTexts, { user_id, bytes: text_bytes })
}
