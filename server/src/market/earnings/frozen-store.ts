import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import { hostAccount } from '../ledger/accounts.ts'

// Reads all hosts: an operator asks for it now and then.
const frozen = statement<{ limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('hosts as h')
    .innerJoin('accounts as a', (join) =>
      join.on(sql<boolean>`a.account_id in ('host-frozen:' || h.host_id, 'host-frozen-promo:' || h.host_id)`),
    )
    .where('a.balance_nano', '>', 0n)
    .groupBy(['h.host_id', 'h.owner_user_id', 'h.disabled', 'h.shut_out_at'])
    .select((e) => [
      'h.host_id',
      'h.owner_user_id',
      'h.disabled',
      'h.shut_out_at',
      e.fn.sum<bigint>('a.balance_nano').as('amount_nano'),
      sql<bigint>`sum(case when a.account_id like 'host-frozen-promo:%' then a.balance_nano else 0 end)`.as(
        'promo_nano',
      ),
    ])
    .orderBy('h.host_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)

// By ledger_entries_summed: of the two accounts of one host.
const history = statement<{ paid: string; promo: string; limit: number }>()((q, p) =>
  q
    .selectFrom('ledger_entries as l')
    .innerJoin('ledger_transactions as t', 't.transaction_id', 'l.transaction_id')
    .where(sql<boolean>`l.account_id in (${p('paid')}, ${p('promo')})`)
    .groupBy(['t.transaction_id', 't.kind', 't.reason', 't.created_at'])
    .select((e) => ['t.kind', 't.reason', 't.created_at', e.fn.sum<bigint>('l.amount_nano').as('amount_nano')])
    .orderBy('t.transaction_id', 'desc')
    .limit(p('limit')),
)

const MOST = 1000

/** What came to a host's frozen earnings and left them, newest first. */
export const frozenHistory = (reader: Reader, host_id: string) =>
  reader.all(history, {
    paid: hostAccount(host_id, 'paid', 'frozen'),
    promo: hostAccount(host_id, 'promo', 'frozen'),
    limit: MOST,
  })
/** Hosts with frozen earnings, newest first. */
export const hostsWithFrozen = (reader: Reader, limit: number, offset: number) => reader.all(frozen, { limit, offset })
