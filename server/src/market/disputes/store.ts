import type { DisputeStatus } from '@mkt/schemas'
import type { Reader, Tx } from '../../storage/database.ts'
import type { DisputesTable } from '../../storage/ledger-tables.ts'
import { statement } from '../../storage/statement.ts'

export type DisputeRow = DisputesTable

const insert = statement<Omit<DisputeRow, 'status' | 'decided_at' | 'note'>>()((q, p) =>
  q
    .insertInto('disputes')
    .values({
      job_id: p('job_id'),
      user_id: p('user_id'),
      host_id: p('host_id'),
      reason: p('reason'),
      text: p('text'),
      status: 'open',
      charged_nano: p('charged_nano'),
      promo_charged_nano: p('promo_charged_nano'),
      paid_nano: p('paid_nano'),
      promo_nano: p('promo_nano'),
      hour: p('hour'),
      created_at: p('created_at'),
    })
    .onConflict((c) => c.doNothing()),
)
const byJob = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('disputes').selectAll().where('job_id', '=', p('job_id')),
)
// Open is left once: a second decision finds no row.
const decide = statement<{ job_id: string; status: DisputeStatus; note: string | null; now: number }>()((q, p) =>
  q
    .updateTable('disputes')
    .set({ status: p('status'), note: p('note'), decided_at: p('now') })
    .where('job_id', '=', p('job_id'))
    .where('status', '=', 'open'),
)
const openOf = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('disputes')
    .select((e) => e.fn.countAll<number>().as('open'))
    .where('user_id', '=', p('user_id'))
    .where('status', '=', 'open'),
)

interface Page {
  limit: number
  offset: number
}
const ofUser = statement<Page & { user_id: string }>()((q, p) =>
  q
    .selectFrom('disputes')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .orderBy('job_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const ofHost = statement<Page & { host_id: string }>()((q, p) =>
  q
    .selectFrom('disputes')
    .selectAll()
    .where('host_id', '=', p('host_id'))
    .orderBy('job_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const all = statement<Page>()((q, p) =>
  q.selectFrom('disputes').selectAll().orderBy('job_id', 'desc').limit(p('limit')).offset(p('offset')),
)
const ofStatus = statement<Page & { status: DisputeStatus }>()((q, p) =>
  q
    .selectFrom('disputes')
    .selectAll()
    .where('status', '=', p('status'))
    .orderBy('job_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)

/** False where the job is disputed already. */
export const insertDispute = async (tx: Tx, row: Omit<DisputeRow, 'status' | 'decided_at' | 'note'>) =>
  (await tx.run(insert, row)) === 1
export const disputeOf = (reader: Reader, job_id: string) => reader.get(byJob, { job_id })
/** False where it is decided already. */
export const closeDispute = async (
  tx: Tx,
  job_id: string,
  to: { status: 'refunded' | 'rejected'; note: string | null; now: number },
) => (await tx.run(decide, { job_id, ...to })) === 1
export const openDisputesOf = async (reader: Reader, user_id: string) =>
  (await reader.get(openOf, { user_id }))?.open ?? 0
/** Newest first. */
export const disputesOfUser = (reader: Reader, user_id: string, page: Page) => reader.all(ofUser, { user_id, ...page })
export const disputesOfHost = (reader: Reader, host_id: string, page: Page) => reader.all(ofHost, { host_id, ...page })
export const allDisputes = (reader: Reader, status: DisputeStatus | undefined, page: Page) =>
  status === undefined ? reader.all(all, page) : reader.all(ofStatus, { status, ...page })
