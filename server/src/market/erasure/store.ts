import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// By the index jobs_of_user.
const ended = statement<{ user_id: string; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('user_id', '=', p('user_id'))
    .where('job_id', '>', p('after'))
    .where('erased', '=', 0)
    .where('finished_at', 'is not', null)
    .orderBy('job_id')
    .limit(p('limit')),
)
const open = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('user_id', '=', p('user_id'))
    .where('state', 'in', ['queued', 'running'])
    .limit(1),
)
const clearEndpoints = statement<{ user_id: string }>()((q, p) =>
  q.updateTable('hosts').set({ endpoint_url: null }).where('owner_user_id', '=', p('user_id')),
)
// `credits` is no place outside, and names nobody.
const clearDestinations = statement<{ user_id: string }>()((q, p) =>
  q
    .updateTable('withdrawals')
    .set({ destination: sql<string>`case when destination = 'credits' then destination else '' end`, reference: null })
    .where('status', '<>', 'pending')
    .where('host_id', 'in', (s) => s.selectFrom('hosts').select('host_id').where('owner_user_id', '=', p('user_id'))),
)
const forgetLater = statement<{ user_id: string }>()((q, p) =>
  q
    .updateTable('withdrawals')
    .set({ forget: 1 })
    .where('status', '=', 'pending')
    .where('host_id', 'in', (s) => s.selectFrom('hosts').select('host_id').where('owner_user_id', '=', p('user_id'))),
)
const clearOne = statement<{ withdrawal_id: string }>()((q, p) =>
  q
    .updateTable('withdrawals')
    .set({ destination: '', reference: null })
    .where('withdrawal_id', '=', p('withdrawal_id'))
    .where('forget', '=', 1),
)
// What the owner said against a verdict, and an operator to it; the verdict stays with the host.
const clearAppeals = statement<{ user_id: string }>()((q, p) =>
  q
    .updateTable('host_verdicts')
    .set({ appeal: null, note: null })
    .where('host_id', 'in', (s) => s.selectFrom('hosts').select('host_id').where('owner_user_id', '=', p('user_id'))),
)
const clearAnswers = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('idempotency_keys').where('user_id', '=', p('user_id')),
)
// What a buyer wrote of a job; that there was a dispute stays, as the ledger does.
const clearDisputes = statement<{ user_id: string }>()((q, p) =>
  q.updateTable('disputes').set({ text: null }).where('user_id', '=', p('user_id')),
)
const note = statement<{ user_id: string; now: number }>()((q, p) =>
  q
    .insertInto('erasures')
    .values({ user_id: p('user_id'), noted_at: p('now') })
    .onConflict((c) => c.doNothing()),
)
const noted = statement()((q) => q.selectFrom('erasures').select('user_id').orderBy('user_id').limit(1000))
const done = statement<{ user_id: string }>()((q, p) => q.deleteFrom('erasures').where('user_id', '=', p('user_id')))

/** Ended jobs that still have their texts, in their order. */
export const endedJobsOf = (reader: Reader, user_id: string, after: string, limit: number) =>
  reader.all(ended, { user_id, after, limit })
export const hasOpenJobs = async (reader: Reader, user_id: string) =>
  (await reader.get(open, { user_id })) !== undefined
/** What a user's hosts hold of them: addresses of engines, where their money went, what was said of verdicts. */
export async function eraseOfHosts(tx: Tx, user_id: string): Promise<void> {
  await tx.run(clearEndpoints, { user_id })
  await tx.run(clearDestinations, { user_id })
  await tx.run(forgetLater, { user_id })
  await tx.run(clearAppeals, { user_id })
}
/** Where a withdrawal went, of an owner who has left meanwhile; others keep it. */
export const forgetDestination = (tx: Tx, withdrawal_id: string) => tx.run(clearOne, { withdrawal_id })
export const eraseAnswers = (tx: Tx, user_id: string) => tx.run(clearAnswers, { user_id })
export const eraseDisputes = (tx: Tx, user_id: string) => tx.run(clearDisputes, { user_id })
export const noteErasure = (tx: Tx, user_id: string, now: number) => tx.run(note, { user_id, now })
export const notedErasures = (reader: Reader) => reader.all(noted, {})
export const erasureDone = (tx: Tx, user_id: string) => tx.run(done, { user_id })
