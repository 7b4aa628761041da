import type { WithdrawalStatus } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import type { WithdrawalsTable } from '../../storage/ledger-tables.ts'
import { statement } from '../../storage/statement.ts'

export type WithdrawalRow = Omit<WithdrawalsTable, 'forget'>

const insert = statement<WithdrawalRow>()((q, p) =>
  q.insertInto('withdrawals').values({
    withdrawal_id: p('withdrawal_id'),
    host_id: p('host_id'),
    amount_nano: p('amount_nano'),
    promo_nano: p('promo_nano'),
    destination: p('destination'),
    status: p('status'),
    reference: p('reference'),
    created_at: p('created_at'),
    resolved_at: p('resolved_at'),
    payable_at: p('payable_at'),
    owner_user_id: p('owner_user_id'),
    forget: 0,
  }),
)
const byId = statement<{ withdrawal_id: string }>()((q, p) =>
  q.selectFrom('withdrawals').selectAll().where('withdrawal_id', '=', p('withdrawal_id')),
)
// Pending is left once: a second resolution finds no row.
const resolve = statement<{ withdrawal_id: string; status: WithdrawalStatus; reference: string | null; now: number }>()(
  (q, p) =>
    q
      .updateTable('withdrawals')
      .set({ status: p('status'), reference: p('reference'), resolved_at: p('now') })
      .where('withdrawal_id', '=', p('withdrawal_id'))
      .where('status', '=', 'pending'),
)

interface Page {
  limit: number
  offset: number
}
const ofHost = statement<Page & { host_id: string }>()((q, p) =>
  q
    .selectFrom('withdrawals')
    .selectAll()
    .where('host_id', '=', p('host_id'))
    .orderBy('withdrawal_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const ofOwner = statement<Page & { user_id: string }>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .innerJoin('hosts as h', 'h.host_id', 'w.host_id')
    .selectAll('w')
    .where('h.owner_user_id', '=', p('user_id'))
    .orderBy('w.withdrawal_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const amount = [sql<number>`count(*)`.as('count'), sql<bigint>`sum(w.amount_nano)`.as('sum_nano')] as const
const amountsOfHost = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .select(['w.status', ...amount])
    .where('w.host_id', '=', p('host_id'))
    .groupBy('w.status'),
)
const amountsOfOwner = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .innerJoin('hosts as h', 'h.host_id', 'w.host_id')
    .select(['w.status', ...amount])
    .where('h.owner_user_id', '=', p('user_id'))
    .groupBy('w.status'),
)

const all = statement<Page>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .selectAll('w')
    .orderBy('w.withdrawal_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const allOfStatus = statement<Page & { status: WithdrawalStatus }>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .selectAll('w')
    .where('w.status', '=', p('status'))
    .orderBy('w.withdrawal_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const countAll = statement()((q) => q.selectFrom('withdrawals').select((e) => e.fn.countAll<number>().as('total')))
const countOfStatus = statement<{ status: WithdrawalStatus }>()((q, p) =>
  q
    .selectFrom('withdrawals')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('status', '=', p('status')),
)

/** Newest first, of all hosts. */
export async function allWithdrawals(reader: Reader, status: WithdrawalStatus | undefined, page: Page) {
  if (status === undefined) {
    return { total: (await reader.get(countAll, {}))?.total ?? 0, rows: await reader.all(all, page) }
  }
  const total = (await reader.get(countOfStatus, { status }))?.total ?? 0
  return { total, rows: await reader.all(allOfStatus, { status, ...page }) }
}

export const insertWithdrawal = (tx: Tx, row: WithdrawalRow) => tx.run(insert, row)
export const withdrawalById = (reader: Reader, withdrawal_id: string) => reader.get(byId, { withdrawal_id })
/** False where it is not pending any more. */
export const resolveWithdrawal = async (
  tx: Tx,
  withdrawal_id: string,
  to: { status: 'paid' | 'rejected'; reference: string | null; now: number },
) => (await tx.run(resolve, { withdrawal_id, ...to })) === 1

/** Newest first, of one host or of all hosts of a user, with what all of them come to. */
export async function withdrawalPage(reader: Reader, of: { host_id: string } | { user_id: string }, page: Page) {
  const ofOne = 'host_id' in of
  const byStatus = ofOne ? await reader.all(amountsOfHost, of) : await reader.all(amountsOfOwner, of)
  const amounts = { pending: 0n, paid: 0n, rejected: 0n }
  for (const { status, sum_nano } of byStatus) amounts[status] = sum_nano
  const total = byStatus.reduce((sum, { count }) => sum + count, 0)
  const rows = ofOne ? await reader.all(ofHost, { ...of, ...page }) : await reader.all(ofOwner, { ...of, ...page })
  return { total, amounts, rows }
}
