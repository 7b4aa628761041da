import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { type RowOf, statement } from '../../storage/statement.ts'
import type { ReportedFailuresTable } from '../../storage/trust-tables.ts'

const add = statement<ReportedFailuresTable>()((q, p) =>
  q
    .insertInto('reported_failures')
    .values({
      job_id: p('job_id'),
      host_id: p('host_id'),
      model: p('model'),
      user_id: p('user_id'),
      reported_at: p('reported_at'),
      standing: p('standing'),
      finding: p('finding'),
    })
    .onConflict((c) => c.columns(['job_id', 'host_id']).doNothing()),
)
const ofJob = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('reported_failures').selectAll().where('job_id', '=', p('job_id')),
)
const findOne = statement<{ job_id: string; host_id: string; finding: ReportedFailuresTable['finding'] }>()((q, p) =>
  q
    .updateTable('reported_failures')
    .set({ finding: p('finding') })
    .where('job_id', '=', p('job_id'))
    .where('host_id', '=', p('host_id'))
    .where('finding', '=', 'open'),
)
const excuse = statement<{ job_id: string }>()((q, p) =>
  q
    .updateTable('reported_failures')
    .set({ finding: 'excused' })
    .where('job_id', '=', p('job_id'))
    .where('finding', '=', 'open'),
)
// By the index reported_failures_of_host, as the next two.
const counted = statement<{ host_id: string; model: string; user_id: string; since: number }>()((q, p) =>
  q
    .selectFrom('reported_failures')
    .select('job_id')
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('user_id', '=', p('user_id'))
    .where('finding', '=', 'counted')
    .where('reported_at', '>', p('since'))
    .limit(1),
)
// Accounts are free: whoever has never paid for anything is nobody whose word counts, nor is the host's owner.
const buyers = statement<{ host_id: string; model: string; since: number }>()((q, p) =>
  q
    .selectFrom('reported_failures as f')
    .innerJoin('hosts as h', 'h.host_id', 'f.host_id')
    .select(sql<number>`count(distinct f.user_id)`.as('buyers'))
    .where('f.host_id', '=', p('host_id'))
    .where('f.model', '=', p('model'))
    .where('f.finding', '=', 'open')
    .where('f.reported_at', '>', p('since'))
    .where(sql<boolean>`f.user_id <> coalesce(h.owner_user_id, '')`)
    .where(sql<boolean>`exists (select 1 from usage_days u where u.user_id = f.user_id and u.charged_nano > 0)`),
)
const countAll = statement<{ host_id: string; model: string; since: number }>()((q, p) =>
  q
    .updateTable('reported_failures')
    .set({ finding: 'counted' })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('finding', '=', 'open')
    .where('reported_at', '>', p('since')),
)
// Who did a job: whether it was paid, and not by the host's owner.
const paid = statement<{ job_id: string }>()((q, p) =>
  q
    .selectFrom('jobs as j')
    .innerJoin('hosts as h', 'h.host_id', 'j.host_id')
    .select('j.job_id')
    .where('j.job_id', '=', p('job_id'))
    .where('j.state', '=', 'completed')
    .where('j.charged_nano', '>', 0n)
    .where(sql<boolean>`j.user_id <> coalesce(h.owner_user_id, '')`),
)
const purge = statement<{ before: number }>()((q, p) =>
  q.deleteFrom('reported_failures').where('reported_at', '<', p('before')),
)

export type ReportedFailure = RowOf<typeof ofJob>

export const addReport = (tx: Tx, report: ReportedFailuresTable) => tx.run(add, report)
export const reportsOf = (reader: Reader, job_id: string) => reader.all(ofJob, { job_id })
/** False where it is open no more. */
export const settleReport = async (
  tx: Tx,
  { job_id, host_id }: ReportedFailure,
  finding: ReportedFailuresTable['finding'],
) => (await tx.run(findOne, { job_id, host_id, finding })) === 1
export const excuseReports = (tx: Tx, job_id: string) => tx.run(excuse, { job_id })
/** Whether one of the buyer's jobs has counted against the host since. */
export const hasCounted = async (tx: Tx, of: { host_id: string; model: string; user_id: string; since: number }) =>
  (await tx.get(counted, of)) !== undefined
/** Buyers who have paid for something, of whose jobs the host said so since and nobody knows why. */
export const buyersFailed = async (tx: Tx, of: { host_id: string; model: string; since: number }) =>
  Number((await tx.get(buyers, of))?.buyers ?? 0)
export const countReports = (tx: Tx, of: { host_id: string; model: string; since: number }) => tx.run(countAll, of)
export const wasPaid = async (reader: Reader, job_id: string) => (await reader.get(paid, { job_id })) !== undefined
export const purgeReports = (tx: Tx, before: number) => tx.run(purge, { before })
