import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const holder = statement<{ email_key: string }>()((q, p) =>
  q.selectFrom('users').selectAll().where('email_key', '=', p('email_key')),
)
const release = statement<{ email_key: string }>()((q, p) =>
  q
    .updateTable('users')
    .set({ email_key: sql<string>`'unverified:' || user_id` })
    .where('email_key', '=', p('email_key'))
    .where('email_verified_at', 'is', null),
)
const change = statement<{ user_id: string; email: string; email_key: string }>()((q, p) =>
  q
    .updateTable('users')
    .set({ email: p('email'), email_key: p('email_key'), email_verified_at: null })
    .where('user_id', '=', p('user_id'))
    .where('deleted_at', 'is', null),
)
const verify = statement<{ user_id: string; email: string; email_key: string; now: number }>()((q, p) =>
  q
    .updateTable('users')
    .set({ email_key: p('email_key'), email_verified_at: p('now') })
    .where('user_id', '=', p('user_id'))
    .where('email', '=', p('email'))
    .where('deleted_at', 'is', null),
)

/** Whoever holds an address: nobody else signs up with it. */
export const holderOf = (reader: Reader, email_key: string) => reader.get(holder, { email_key })
/** Lets go of an address that its holder has not proven. */
export const releaseAddress = (tx: Tx, email_key: string) => tx.run(release, { email_key })
export const setAddress = (tx: Tx, to: { user_id: string; email: string; email_key: string }) => tx.run(change, to)
/** False where the account has another address by now, or has ended. */
export const setVerified = async (tx: Tx, to: { user_id: string; email: string; email_key: string; now: number }) =>
  (await tx.run(verify, to)) === 1
