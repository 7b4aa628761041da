import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

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
      e.fn.sum<bigint>('a.balance_nano').as('amount_nano'),
      sql<bigint>`sum(case when a.account_id like 'host-frozen-promo:%' then a.balance_nano else 0 end)`.as(
        'promo_nano',
      ),
    ])
    .orderBy('h.host_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)

/** Hosts with frozen earnings, newest first. */
export const hostsWithFrozen = (reader: Reader, limit: number, offset: number) => reader.all(frozen, { limit, offset })
