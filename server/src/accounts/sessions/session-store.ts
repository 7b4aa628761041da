import type { SessionsTable } from '../../storage/credential-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { UsersTable } from '../../storage/tables.ts'

const insert = statement<SessionsTable>()((q, p) =>
  q.insertInto('sessions').values({
    session_id: p('session_id'),
    user_id: p('user_id'),
    secret_hash: p('secret_hash'),
    proof: p('proof'),
    created_at: p('created_at'),
    last_used_at: p('last_used_at'),
    expires_at: p('expires_at'),
    address: p('address'),
    agent: p('agent'),
  }),
)
const found = statement<{ secret_hash: string; now: number }>()((q, p) =>
  q
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .selectAll('u')
    .select(['s.session_id', 's.proof', 's.last_used_at', 's.expires_at'])
    .where('s.secret_hash', '=', p('secret_hash'))
    .where('s.expires_at', '>', p('now')),
)
const ofUser = statement<{ user_id: string; now: number }>()((q, p) =>
  q
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('expires_at', '>', p('now'))
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(100),
)
const use = statement<{ session_id: string; now: number; expires_at: number }>()((q, p) =>
  q
    .updateTable('sessions')
    .set({ last_used_at: p('now'), expires_at: p('expires_at') })
    .where('session_id', '=', p('session_id')),
)
const end = statement<{ session_id: string; user_id: string }>()((q, p) =>
  q.deleteFrom('sessions').where('session_id', '=', p('session_id')).where('user_id', '=', p('user_id')),
)
const endAll = statement<{ user_id: string }>()((q, p) => q.deleteFrom('sessions').where('user_id', '=', p('user_id')))
const endSecret = statement<{ secret_hash: string }>()((q, p) =>
  q.deleteFrom('sessions').where('secret_hash', '=', p('secret_hash')),
)
// By the index of a user's sessions.
const endOld = statement<{ user_id: string; most: number }>()((q, p) =>
  q
    .deleteFrom('sessions')
    .where('user_id', '=', p('user_id'))
    .where('session_id', 'not in', (newest) =>
      newest
        .selectFrom('sessions')
        .select('session_id')
        .where('user_id', '=', p('user_id'))
        .orderBy('last_used_at', 'desc')
        .orderBy('session_id', 'desc')
        .limit(p('most')),
    ),
)
const purge = statement<{ now: number }>()((q, p) => q.deleteFrom('sessions').where('expires_at', '<=', p('now')))

/** A session that has not expired, with whose it is. */
export type OpenSession = UsersTable & Pick<SessionsTable, 'session_id' | 'proof' | 'last_used_at' | 'expires_at'>

export const insertSession = (tx: Tx, session: SessionsTable) => tx.run(insert, session)
export const sessionByHash = (reader: Reader, secret_hash: string, now: number): Promise<OpenSession | undefined> =>
  reader.get(found, { secret_hash, now })
/** The last used first, at most 100. */
export const sessionsOf = (reader: Reader, user_id: string, now: number) => reader.all(ofUser, { user_id, now })
export const noteSessionUse = (tx: Tx, session_id: string, now: number, expires_at: number) =>
  tx.run(use, { session_id, now, expires_at })
/** False where the user has no such session. */
export const deleteSession = async (tx: Tx, session_id: string, user_id: string) =>
  (await tx.run(end, { session_id, user_id })) === 1
export const deleteSessionOf = (tx: Tx, secret_hash: string) => tx.run(endSecret, { secret_hash })
/** Only so many stay, those that were used last. */
export const deleteOldSessions = (tx: Tx, user_id: string, most: number) => tx.run(endOld, { user_id, most })
export const deleteSessions = (tx: Tx, user_id: string) => tx.run(endAll, { user_id })
export const purgeSessions = (tx: Tx, now: number) => tx.run(purge, { now })
