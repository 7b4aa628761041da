import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import type { PendingEarningsTable } from '../../storage/ledger-tables.ts'
import { statement } from '../../storage/statement.ts'
import { routineSince, UNDECIDED, undecidedAsShown } from '../../storage/undecided-models.ts'
import type { Credits } from '../ledger/accounts.ts'

// One row a host and hour: what is asked of them costs the same however many jobs they hold.
const add = statement<PendingEarningsTable>()((q, p) =>
  q
    .insertInto('pending_earnings')
    .values({ host_id: p('host_id'), hour: p('hour'), paid_nano: p('paid_nano'), promo_nano: p('promo_nano') })
    .onConflict((c) =>
      c.columns(['host_id', 'hour']).doUpdateSet({
        paid_nano: sql<bigint>`pending_earnings.paid_nano + excluded.paid_nano`,
        promo_nano: sql<bigint>`pending_earnings.promo_nano + excluded.promo_nano`,
      }),
    ),
)
// An hour from which more is to be taken than is there was released before, or frozen.
const take = statement<PendingEarningsTable>()((q, p) =>
  q
    .updateTable('pending_earnings')
    .set({
      paid_nano: sql<bigint>`paid_nano - ${p('paid_nano')}`,
      promo_nano: sql<bigint>`promo_nano - ${p('promo_nano')}`,
    })
    .where('host_id', '=', p('host_id'))
    .where('hour', '=', p('hour'))
    .where(sql<boolean>`paid_nano >= ${p('paid_nano')} and promo_nano >= ${p('promo_nano')}`),
)
const dueHosts = statement<{ before: number; after: string; since: number; limit: number }>()((q, p) =>
  q
    .selectFrom('pending_earnings as p')
    .innerJoin('hosts as h', 'h.host_id', 'p.host_id')
    .select((e) => [
      ...(['h.host_id', 'h.verified'] as const),
      UNDECIDED.as('undecided'),
      routineSince(p('since')).as('routine_at'),
      e.fn.min<number>('p.hour').as('first_hour'),
    ])
    .where('p.hour', '<', p('before'))
    .where('p.host_id', '>', p('after'))
    .groupBy(['h.host_id', 'h.verified', 'h.trusted'])
    .orderBy('h.host_id')
    .limit(p('limit')),
)
const sumBefore = statement<{ host_id: string; before: number }>()((q, p) =>
  q
    .selectFrom('pending_earnings')
    .select((e) => [
      e.fn.coalesce(e.fn.sum<bigint>('paid_nano'), sql<bigint>`0`).as('paid_nano'),
      e.fn.coalesce(e.fn.sum<bigint>('promo_nano'), sql<bigint>`0`).as('promo_nano'),
    ])
    .where('host_id', '=', p('host_id'))
    .where('hour', '<', p('before')),
)
const removeBefore = statement<{ host_id: string; before: number }>()((q, p) =>
  q.deleteFrom('pending_earnings').where('host_id', '=', p('host_id')).where('hour', '<', p('before')),
)
const first = statement<{ host_id: string; now: number }>()((q, p) =>
  q
    .selectFrom('pending_earnings as p')
    .innerJoin('hosts as h', 'h.host_id', 'p.host_id')
    .select([
      'p.hour',
      sql<bigint>`p.paid_nano + p.promo_nano`.as('amount_nano'),
      'h.verified',
      undecidedAsShown(p('now')).as('undecided'),
    ])
    .where('p.host_id', '=', p('host_id'))
    .where(sql<boolean>`p.paid_nano + p.promo_nano > 0`)
    .orderBy('p.hour')
    .limit(1),
)

/** Whoever changes these rows has moved, or holds, the host's pending accounts: so nobody waits for each other. */
export const addPending = (tx: Tx, row: PendingEarningsTable) => tx.run(add, row)
/** False where that hour's earnings are not pending any more. */
export const takePending = async (tx: Tx, row: PendingEarningsTable) => (await tx.run(take, row)) === 1
/** Hosts with earnings of hours before this one, by their ids, and for how long each is held. */
export const hostsWithDue = (reader: Reader, of: { before: number; after: string; since: number; limit: number }) =>
  reader.all(dueHosts, of)
/** Takes away what a host earned in hours before this one, and says how much it was. */
export async function removePending(tx: Tx, host_id: string, before: number): Promise<Credits> {
  const sums = await tx.get(sumBefore, { host_id, before })
  await tx.run(removeBefore, { host_id, before })
  return { paid: sums?.paid_nano ?? 0n, promo: sums?.promo_nano ?? 0n }
}
/** The oldest hour that holds anything, and for how long. */
export const firstPending = (reader: Reader, host_id: string, now: number) => reader.get(first, { host_id, now })
