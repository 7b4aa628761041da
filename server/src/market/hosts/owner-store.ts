import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'
import { undecidedAsShown } from '../../storage/undecided-models.ts'

const own = statement<{ host_id: string; user_id: string }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ owner_user_id: p('user_id') })
    .where('host_id', '=', p('host_id'))
    .where((e) => e.or([e('owner_user_id', 'is', null), e('owner_user_id', '=', p('user_id'))])),
)
const disown = statement<{ user_id: string }>()((q, p) =>
  q.updateTable('hosts').set({ owner_user_id: null }).where('owner_user_id', '=', p('user_id')),
)
const disownOne = statement<{ host_id: string }>()((q, p) =>
  q.updateTable('hosts').set({ owner_user_id: null }).where('host_id', '=', p('host_id')),
)
type Asked = { user_id: string; now: number; day: number }
const ownedBy = (q: Builder, p: Bind<Asked>) =>
  q
    .selectFrom('hosts as h')
    .select([
      'h.host_id',
      'h.gpu',
      'h.status',
      'h.price_nano',
      'h.paused',
      'h.jobs_completed',
      'h.last_heartbeat_at',
      'h.verified',
      undecidedAsShown(p('now')).as('undecided'),
      sql<bigint>`coalesce((select sum(balance_nano) from accounts
        where account_id in ('host:' || h.host_id, 'host-promo:' || h.host_id)), 0)`.as('balance_nano'),
      sql<bigint>`coalesce((select sum(balance_nano) from accounts
        where account_id in ('host-pending:' || h.host_id, 'host-pending-promo:' || h.host_id)), 0)`.as('pending_nano'),
      sql<number | null>`(select min(hour) from pending_earnings p where p.host_id = h.host_id)`.as('first_hour'),
      sql<bigint>`coalesce((select sum(earned_nano) from earning_days e
        where e.host_id = h.host_id and e.day = ${p('day')}), 0)`.as('today_nano'),
    ])
    .where('h.owner_user_id', '=', p('user_id'))
const owned = statement<Asked>()((q, p) => ownedBy(q, p).orderBy('h.host_id', 'desc').limit(1000))
const ownedOne = statement<Asked & { host_id: string }>()((q, p) => ownedBy(q, p).where('h.host_id', '=', p('host_id')))

/** False where another user owns the host. */
export const ownHost = async (tx: Tx, host_id: string, user_id: string) =>
  (await tx.run(own, { host_id, user_id })) === 1
export const disownHost = (tx: Tx, host_id: string) => tx.run(disownOne, { host_id })
export const disownHosts = (tx: Tx, user_id: string) => tx.run(disown, { user_id })
const DAY_MS = 86_400_000

/** Newest first, with what each can withdraw and earned on this day (UTC). */
export const hostsOwnedBy = (reader: Reader, user_id: string, now: number) =>
  reader.all(owned, { user_id, now, day: Math.floor(now / DAY_MS) })
/** One of them, however many there are. */
export const hostOwnedBy = (reader: Reader, user_id: string, host_id: string, now: number) =>
  reader.get(ownedOne, { user_id, host_id, now, day: Math.floor(now / DAY_MS) })
