import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const pending = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('withdrawals')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .where('host_id', '=', p('host_id'))
    .where('status', '=', 'pending'),
)

interface Destination {
  host_id: string
  /** '' where nobody owns the host. */
  owner: string
  destination: string
  before: number
}

// Paid before, or asked for so long ago and not rejected.
const known = statement<Destination>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .select('w.withdrawal_id')
    .where('w.destination', '=', p('destination'))
    .where(sql<boolean>`coalesce(w.owner_user_id, '') = ${p('owner')}
      and (w.host_id = ${p('host_id')} or ${p('owner')} <> '')`)
    .where(sql<boolean>`(w.status = 'paid' or (w.status = 'pending' and w.created_at <= ${p('before')}))`)
    .limit(1),
)

/** Withdrawals of a host that an operator has not decided on. */
export const pendingOf = async (reader: Reader, host_id: string) =>
  (await reader.get(pending, { host_id }))?.waiting ?? 0
/**
 * Whether its owner has withdrawn to this destination from the host or another one. What was asked for before the owner
 * had it does not count: a thief could adopt a host of their own for the victim.
 */
export const destinationKnown = async (reader: Reader, of: Destination) => (await reader.get(known, of)) !== undefined
