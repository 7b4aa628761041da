import type { DisputeStatus } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import type { DisputeSharesTable, DisputesTable } from '../../storage/ledger-tables.ts'
import { statement } from '../../storage/statement.ts'

export type DisputeRow = DisputesTable

type NewDispute = Omit<DisputeRow, 'status' | 'decided_at' | 'note' | 'score_job_id'>

const insert = statement<NewDispute>()((q, p) =>
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
// Open ones are few: each holds somebody's earnings.
const unread = statement<{ since: number; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('disputes')
    .selectAll()
    .where('status', '=', 'open')
    .where('score_job_id', 'is', null)
    .where('created_at', '>', p('since'))
    .where('job_id', '>', p('after'))
    .orderBy('job_id')
    .limit(p('limit')),
)
const read = statement<{ job_id: string; score_job_id: string }>()((q, p) =>
  q
    .updateTable('disputes')
    .set({ score_job_id: p('score_job_id') })
    .where('job_id', '=', p('job_id'))
    .where('score_job_id', 'is', null),
)
const openOf = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('disputes')
    .select((e) => e.fn.countAll<number>().as('open'))
    .where('user_id', '=', p('user_id'))
    .where('status', '=', 'open'),
)

const insertShare = statement<DisputeSharesTable>()((q, p) =>
  q.insertInto('dispute_shares').values({
    job_id: p('job_id'),
    host_id: p('host_id'),
    charged_nano: p('charged_nano'),
    promo_charged_nano: p('promo_charged_nano'),
    paid_nano: p('paid_nano'),
    promo_nano: p('promo_nano'),
  }),
)
const sharesIn = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('dispute_shares').selectAll().where('job_id', '=', p('job_id')),
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
// By disputes_of_host and dispute_shares_of_host; of a text that others wrote too what the host itself had.
const ofHost = statement<Page & { host_id: string }>()((q, p) =>
  q
    .selectFrom('disputes as d')
    .leftJoin('dispute_shares as s', (join) =>
      join.onRef('s.job_id', '=', 'd.job_id').on('s.host_id', '=', p('host_id')),
    )
    .selectAll('d')
    .select(
      sql<bigint>`coalesce(s.charged_nano, d.charged_nano - coalesce(
        (select sum(charged_nano) from dispute_shares o where o.job_id = d.job_id), 0))`.as('own_nano'),
    )
    .where(
      sql<boolean>`d.job_id in (select job_id from disputes where host_id = ${p('host_id')}
        union select job_id from dispute_shares where host_id = ${p('host_id')})`,
    )
    .orderBy('d.job_id', 'desc')
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
export const insertDispute = async (tx: Tx, row: NewDispute) => (await tx.run(insert, row)) === 1
export const insertDisputeShare = (tx: Tx, share: DisputeSharesTable) => tx.run(insertShare, share)
/** Of the hosts that wrote before the one that the dispute names. */
export const earlierShares = (reader: Reader, job_id: string) => reader.all(sharesIn, { job_id })
export const disputeOf = (reader: Reader, job_id: string) => reader.get(byJob, { job_id })
/** False where it is decided already. */
export const closeDispute = async (
  tx: Tx,
  job_id: string,
  to: { status: 'refunded' | 'rejected'; note: string | null; now: number },
) => (await tx.run(decide, { job_id, ...to })) === 1
export const openDisputesOf = async (reader: Reader, user_id: string) =>
  (await reader.get(openOf, { user_id }))?.open ?? 0
/** Open ones of a time whose text no trusted host has read, behind a job's. */
export const unreadDisputes = (reader: Reader, of: { since: number; after: string; limit: number }) =>
  reader.all(unread, of)
/** False where one is noted already. */
export const noteReading = async (tx: Tx, of: { job_id: string; score_job_id: string }) =>
  (await tx.run(read, of)) === 1
/** Newest first; that of one job where it is named. */
export async function disputesOfUser(
  reader: Reader,
  user_id: string,
  { job_id, ...page }: Page & { job_id?: string | undefined },
): Promise<DisputeRow[]> {
  if (job_id === undefined) return await reader.all(ofUser, { user_id, ...page })
  const one = await disputeOf(reader, job_id)
  return one?.user_id === user_id ? [one] : []
}
export const disputesOfHost = async (reader: Reader, host_id: string, page: Page): Promise<DisputeRow[]> =>
  (await reader.all(ofHost, { host_id, ...page })).map(({ own_nano, ...row }) => ({
    ...{ ...row, host_id },
    charged_nano: BigInt(own_nano),
  }))
export const allDisputes = (reader: Reader, status: DisputeStatus | undefined, page: Page) =>
  status === undefined ? reader.all(all, page) : reader.all(ofStatus, { status, ...page })
