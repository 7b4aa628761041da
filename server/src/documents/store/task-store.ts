import { sql } from 'kysely'
import { DomainError } from '../../base/errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { DocumentTasksTable } from '../../storage/document-tables.ts'
import { statement } from '../../storage/statement.ts'

type Own = Pick<DocumentTasksTable, 'analysis_id' | 'user_id'>
/** A task as somebody works on it: nothing of it can be changed once another has it. */
export type Claim = Pick<DocumentTasksTable, 'analysis_id' | 'claim'>
type Progress = Pick<DocumentTasksTable, 'stage' | 'page' | 'pages' | 'lease_until'>
type End = Pick<DocumentTasksTable, 'state' | 'finished_at' | 'document_id' | 'error' | 'details_json'>

const insert = statement<DocumentTasksTable>()((q, p) =>
  q.insertInto('document_tasks').values({
    analysis_id: p('analysis_id'),
    user_id: p('user_id'),
    state: p('state'),
    created_at: p('created_at'),
    finished_at: p('finished_at'),
    stage: p('stage'),
    page: p('page'),
    pages: p('pages'),
    claim: p('claim'),
    tries: p('tries'),
    lease_until: p('lease_until'),
    bytes: p('bytes'),
    sha256: p('sha256'),
    file_name: p('file_name'),
    label: p('label'),
    reference: p('reference'),
    reference_count: p('reference_count'),
    base_url: p('base_url'),
    document_id: p('document_id'),
    error: p('error'),
    details_json: p('details_json'),
  }),
)
const one = statement<Own>()((q, p) =>
  q
    .selectFrom('document_tasks')
    .selectAll()
    .where('analysis_id', '=', p('analysis_id'))
    .where('user_id', '=', p('user_id')),
)
const open = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('document_tasks')
    .select([sql<number>`count(*)`.as('tasks'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('user_id', '=', p('user_id'))
    .where('finished_at', 'is', null),
)
const openAfter = statement<{ after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('document_tasks')
    .select('analysis_id')
    .where('finished_at', 'is', null)
    .where('analysis_id', '>', p('after'))
    .orderBy('analysis_id')
    .limit(p('limit')),
)
// Whose document is not in work comes first: one user's hundred files do not stand before another's single one. By the
// index document_tasks_open, whose rows are bounded for each user.
const next = statement<{ now: number }>()((q, p) =>
  q
    .selectFrom('document_tasks as t')
    .selectAll()
    .where('finished_at', 'is', null)
    .where((e) => e.or([e('state', '=', 'queued'), e('lease_until', '<', p('now'))]))
    .orderBy((e) =>
      e
        .selectFrom('document_tasks as w')
        .select(sql<number>`count(*)`.as('working'))
        .whereRef('w.user_id', '=', 't.user_id')
        .where('w.state', '=', 'working'),
    )
    .orderBy('created_at')
    .orderBy('analysis_id')
    .limit(1),
)
const take = statement<Claim & { lease_until: number }>()((q, p) =>
  q
    .updateTable('document_tasks')
    .set({
      state: 'working',
      stage: null,
      page: null,
      pages: null,
      claim: sql<number>`claim + 1`,
      tries: sql<number>`tries + 1`,
      lease_until: p('lease_until'),
    })
    .where('analysis_id', '=', p('analysis_id'))
    .where('claim', '=', p('claim'))
    .where('finished_at', 'is', null),
)
const progress = statement<Claim & Progress>()((q, p) =>
  q
    .updateTable('document_tasks')
    .set({ stage: p('stage'), page: p('page'), pages: p('pages'), lease_until: p('lease_until') })
    .where('analysis_id', '=', p('analysis_id'))
    .where('claim', '=', p('claim'))
    .where('state', '=', 'working'),
)
const renew = statement<Claim & { lease_until: number }>()((q, p) =>
  q
    .updateTable('document_tasks')
    .set({ lease_until: p('lease_until') })
    .where('analysis_id', '=', p('analysis_id'))
    .where('claim', '=', p('claim'))
    .where('state', '=', 'working'),
)
const putBack = statement<Claim>()((q, p) =>
  q
    .updateTable('document_tasks')
    .set({ state: 'queued', stage: null, page: null, pages: null, tries: sql<number>`tries - 1` })
    .where('analysis_id', '=', p('analysis_id'))
    .where('claim', '=', p('claim'))
    .where('state', '=', 'working'),
)
const forsaken = statement()((q) =>
  q
    .updateTable('document_tasks')
    .set({ state: 'queued', stage: null, page: null, pages: null })
    .where('state', '=', 'working'),
)
const end = statement<Claim & End>()((q, p) =>
  q
    .updateTable('document_tasks')
    .set({
      state: p('state'),
      finished_at: p('finished_at'),
      document_id: p('document_id'),
      error: p('error'),
      details_json: p('details_json'),
      stage: null,
      page: null,
      pages: null,
    })
    .where('analysis_id', '=', p('analysis_id'))
    .where('claim', '=', p('claim'))
    .where('state', '=', 'working'),
)
const remove = statement<Own>()((q, p) =>
  q.deleteFrom('document_tasks').where('analysis_id', '=', p('analysis_id')).where('user_id', '=', p('user_id')),
)
const removeOld = statement<{ before: number }>()((q, p) =>
  q.deleteFrom('document_tasks').where('finished_at', 'is not', null).where('finished_at', '<', p('before')),
)
const ofUser = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('document_tasks').selectAll().where('user_id', '=', p('user_id')).orderBy('analysis_id'),
)
const removeAll = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('document_tasks').where('user_id', '=', p('user_id')),
)

const blank = statement<{ user_id: string; document_id: string }>()((q, p) =>
  q
    .updateTable('document_tasks')
    .set({ file_name: '', label: '', reference: '', sha256: '' })
    .where('document_id', '=', p('document_id'))
    .where('user_id', '=', p('user_id')),
)

export const insertTask = (tx: Tx, task: DocumentTasksTable) => tx.run(insert, task)
/** Of what was erased it says no more than that there was an analysis. */
export const blankTaskOf = (tx: Tx, user_id: string, document_id: string) => tx.run(blank, { user_id, document_id })
/** Undefined where the user has no such task. */
export const taskOf = (reader: Reader, own: Own) => reader.get(one, own)
/** How many tasks of a user are open, and the bytes of their files. */
export async function openTasks(reader: Reader, user_id: string): Promise<{ tasks: number; bytes: number }> {
  const row = await reader.get(open, { user_id })
  return { tasks: Number(row?.tasks ?? 0), bytes: Number(row?.bytes ?? 0) }
}
/** The ids of all users' open tasks in their order, so many after one. */
export const openTaskIds = (reader: Reader, after: string, limit: number) => reader.all(openAfter, { after, limit })
/** The task whose turn it is: one that waits, or whose worker has not been heard of until now (wall ms). */
export const nextTask = (reader: Reader, now: number) => reader.get(next, { now })
/** False where another took it meanwhile. Each claim has a number of its own: the given one and 1. */
export const takeTask = async (tx: Tx, claim: Claim, lease_until: number) =>
  (await tx.run(take, { ...claim, lease_until })) === 1
export const noteProgress = (tx: Tx, claim: Claim & Progress) => tx.run(progress, claim)
export const renewTask = (tx: Tx, claim: Claim, lease_until: number) => tx.run(renew, { ...claim, lease_until })
/** It waits again, as if it had not been taken. */
export const putBackTask = (tx: Tx, claim: Claim) => tx.run(putBack, claim)
/** All that somebody works on waits again: for where nobody does. */
export const putBackAll = (tx: Tx) => tx.run(forsaken, {})
/** False where it is no longer the claimant's to end. */
export const endTask = async (tx: Tx, claim: Claim & End) => (await tx.run(end, claim)) === 1
/** False where the user has no such task. */
export const deleteTask = async (tx: Tx, own: Own) => (await tx.run(remove, own)) === 1
/** Forgets those that ended before a moment (wall ms). */
export const forgetTasks = (tx: Tx, before: number) => tx.run(removeOld, { before })
export const tasksOf = (reader: Reader, user_id: string) => reader.all(ofUser, { user_id })
export const deleteTasks = (tx: Tx, user_id: string) => tx.run(removeAll, { user_id })

/** As good as none: another's does not exist either. */
export const noSuchTask = () => new DomainError('not_found', 'You have no such analysis.')
