import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// By the partial index jobs_unerased, so a round that finds nothing reads nothing.
const due = statement<{ before: number; limit: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('erased', '=', 0)
    .where('finished_at', 'is not', null)
    .where('finished_at', '<', p('before'))
    .orderBy('finished_at')
    .limit(p('limit')),
)
const countDue = statement<{ before: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('jobs'))
    .where((e) => e.and([e('erased', '=', 0), e('finished_at', '<', p('before'))])),
)
const eraseEnded = statement<{ job_id: string }>()((q, p) =>
  q
    .updateTable('jobs')
    .set({ input_text: sql<string>`''`, options_json: null, error_message: null, erased: 1 })
    .where('job_id', '=', p('job_id'))
    .where('finished_at', 'is not', null)
    .where('erased', '=', 0),
)
const eraseText = statement<{ job_id: string }>()((q, p) =>
  q.deleteFrom('job_outputs').where('job_id', '=', p('job_id')),
)

export const jobsToErase = (reader: Reader, before: number, limit: number) => reader.all(due, { before, limit })

export const countToErase = async (reader: Reader, before: number) =>
  (await reader.get(countDue, { before }))?.jobs ?? 0

/** False where it was erased before, or goes on. */
export const eraseJob = async (tx: Tx, job_id: string) => (await tx.run(eraseEnded, { job_id })) === 1
export const eraseOutput = (tx: Tx, job_id: string) => tx.run(eraseText, { job_id })
