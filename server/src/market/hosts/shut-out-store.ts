import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Bind, statement } from '../../storage/statement.ts'

interface Mark {
  /** One bit of SHUT_OUT_BY. */
  bit: number
  now: number
}

// Marking twice changes nothing, nor does taking away what is not there.
const marked = (p: Bind<Mark>) => ({
  disabled: sql<number>`disabled + ${p('bit')}`,
  shut_out_at: sql<number>`${p('now')}`,
})
const cleared = (p: Bind<Omit<Mark, 'now'>>) => ({
  disabled: sql<number>`disabled - ${p('bit')}`,
  shut_out_at: sql<number | null>`case when disabled = ${p('bit')} then null else shut_out_at end`,
})
const hasBit = (p: Bind<Omit<Mark, 'now'>>, wanted: 0 | 1) =>
  sql<boolean>`(disabled / ${p('bit')}) % 2 = ${sql.lit(wanted)}`

const shutHost = statement<Mark & { host_id: string }>()((q, p) =>
  q.updateTable('hosts').set(marked(p)).where('host_id', '=', p('host_id')).where(hasBit(p, 0)),
)
const letHostIn = statement<{ bit: number; host_id: string }>()((q, p) =>
  q.updateTable('hosts').set(cleared(p)).where('host_id', '=', p('host_id')).where(hasBit(p, 1)),
)
const ofOwner = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('hosts').select('host_id').where('owner_user_id', '=', p('user_id')).orderBy('host_id'),
)
const hostsSince = statement<{ since: number }>()((q, p) =>
  q
    .selectFrom('hosts')
    .select([
      'host_id',
      sql<number>`case when exists (select 1 from accounts a where a.balance_nano > 0
        and a.account_id in ('host:' || hosts.host_id, 'host-promo:' || hosts.host_id,
          'host-pending:' || hosts.host_id, 'host-pending-promo:' || hosts.host_id)) then 1 else 0 end`.as('earned'),
    ])
    .where('shut_out_at', '>=', p('since')),
)

export const markHostOut = (tx: Tx, host_id: string, bit: number, now: number) =>
  tx.run(shutHost, { host_id, bit, now })
export const clearHostOut = (tx: Tx, host_id: string, bit: number) => tx.run(letHostIn, { host_id, bit })
export const hostIdsOf = async (reader: Reader, user_id: string) =>
  (await reader.all(ofOwner, { user_id })).map(({ host_id }) => host_id)
/** Hosts that were shut out at this moment (wall ms) or later and still are; `earned` where they have something left. */
export const hostsOutSince = (reader: Reader, since: number) => reader.all(hostsSince, { since })
