import { sql } from 'kysely'
import type { SpendingAlertsTable } from '../../storage/billing-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import { userAccount } from '../ledger/accounts.ts'

/** A user's alerts beside what they watch, in nano-credits. */
export interface Watched extends SpendingAlertsTable {
  day_now_nano: bigint
  month_now_nano: bigint
  balance_now_nano: bigint
}

/** The UTC day and the first day of the UTC month of a moment, in days since 1970-01-01. */
export interface Today {
  today: number
  month: number
}

type Limits = Pick<SpendingAlertsTable, 'user_id' | 'day_nano' | 'month_nano' | 'balance_nano'>

const set = statement<Limits>()((q, p) =>
  q
    .insertInto('spending_alerts')
    .values({
      user_id: p('user_id'),
      day_nano: p('day_nano'),
      month_nano: p('month_nano'),
      balance_nano: p('balance_nano'),
      day_told: null,
      day_told_at: null,
      month_told: null,
      month_told_at: null,
      balance_told_at: null,
    })
    // What was told is told of the limit that it was, so that another one is told anew.
    .onConflict((c) =>
      c.column('user_id').doUpdateSet({
        day_nano: sql<bigint>`excluded.day_nano`,
        month_nano: sql<bigint>`excluded.month_nano`,
        balance_nano: sql<bigint>`excluded.balance_nano`,
        day_told: sql<number>`case when excluded.day_nano = spending_alerts.day_nano
          then spending_alerts.day_told end`,
        month_told: sql<number>`case when excluded.month_nano = spending_alerts.month_nano
          then spending_alerts.month_told end`,
        balance_told_at: sql<number>`case when excluded.balance_nano = spending_alerts.balance_nano
          then spending_alerts.balance_told_at end`,
      }),
    ),
)

// Each user's part of usage_days is found by the key, a row for each model and token of the month.
const spentSince = (first: unknown) => sql<bigint>`(select coalesce(sum(u.charged_nano), 0) from usage_days as u
  where u.user_id = a.user_id and u.day >= ${first})`
const account = (kind: 'paid' | 'promo') => sql`${sql.lit(userAccount('', kind))} || a.user_id`
const left = sql<bigint>`(select coalesce(sum(c.balance_nano), 0) from accounts as c
  where c.account_id in (${account('paid')}, ${account('promo')}))`

const nowOf = (today: unknown, month: unknown) => [
  spentSince(today).as('day_now_nano'),
  spentSince(month).as('month_now_nano'),
  left.as('balance_now_nano'),
]

const behind = statement<Today & { after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('spending_alerts as a')
    .selectAll('a')
    .select(nowOf(p('today'), p('month')))
    .where('a.user_id', '>', p('after'))
    .orderBy('a.user_id')
    .limit(p('limit')),
)
const one = statement<Today & { user_id: string }>()((q, p) =>
  q
    .selectFrom('spending_alerts as a')
    .selectAll('a')
    .select(nowOf(p('today'), p('month')))
    .where('a.user_id', '=', p('user_id')),
)

interface Told {
  user_id: string
  /** The limit that it is told of: another one, set meanwhile, is looked at again. */
  limit: bigint
  now: number
}

const tellDay = statement<Told & { begin: number }>()((q, p) =>
  q
    .updateTable('spending_alerts')
    .set({ day_told: p('begin'), day_told_at: p('now') })
    .where('user_id', '=', p('user_id'))
    .where('day_nano', '=', p('limit'))
    .where((e) => e.or([e('day_told', 'is', null), e('day_told', '<', p('begin'))])),
)
const tellMonth = statement<Told & { begin: number }>()((q, p) =>
  q
    .updateTable('spending_alerts')
    .set({ month_told: p('begin'), month_told_at: p('now') })
    .where('user_id', '=', p('user_id'))
    .where('month_nano', '=', p('limit'))
    .where((e) => e.or([e('month_told', 'is', null), e('month_told', '<', p('begin'))])),
)
const tellBalance = statement<Told>()((q, p) =>
  q
    .updateTable('spending_alerts')
    .set({ balance_told_at: p('now') })
    .where('user_id', '=', p('user_id'))
    .where('balance_nano', '=', p('limit'))
    .where('balance_told_at', 'is', null),
)
const rearm = statement<{ user_id: string }>()((q, p) =>
  q.updateTable('spending_alerts').set({ balance_told_at: null }).where('user_id', '=', p('user_id')),
)
const stored = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('spending_alerts').selectAll().where('user_id', '=', p('user_id')),
)
const remove = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('spending_alerts').where('user_id', '=', p('user_id')),
)

export const setLimits = (tx: Tx, limits: Limits) => tx.run(set, limits)
/** With what they watch, by the ids of their users. */
export const watchedBehind = (reader: Reader, of: Today & { after: string; limit: number }): Promise<Watched[]> =>
  reader.all(behind, of)
export const watchedOf = (reader: Reader, of: Today & { user_id: string }): Promise<Watched | undefined> =>
  reader.get(one, of)
/** As they are stored: one row or none. */
export const alertsOf = (reader: Reader, user_id: string) => reader.all(stored, { user_id })
/** 1 where it was not told of yet. */
export const tellOfDay = (tx: Tx, told: Told & { begin: number }) => tx.run(tellDay, told)
export const tellOfMonth = (tx: Tx, told: Told & { begin: number }) => tx.run(tellMonth, told)
export const tellOfBalance = (tx: Tx, told: Told) => tx.run(tellBalance, told)
/** There is more again: the next fall is told. */
export const rearmBalance = (tx: Tx, user_id: string) => tx.run(rearm, { user_id })
export const eraseAlerts = (tx: Tx, user_id: string) => tx.run(remove, { user_id })
