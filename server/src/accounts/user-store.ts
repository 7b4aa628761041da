import { sql } from 'kysely'
import type { Reader, Tx } from '../storage/database.ts'
import { type Builder, statement } from '../storage/statement.ts'
import type { UsersTable } from '../storage/tables.ts'

type NewUserRow = Omit<
  UsersTable,
  'total_jobs' | 'stored_bytes' | 'disabled' | 'shut_out_at' | 'deleted_at' | 'email_verified_at' | 'second_factor_at'
>

const insert = statement<NewUserRow>()((q, p) =>
  q
    .insertInto('users')
    .values({
      user_id: p('user_id'),
      username: p('username'),
      username_key: p('username_key'),
      email: p('email'),
      email_key: p('email_key'),
      password_hash: p('password_hash'),
      role: p('role'),
      total_jobs: 0,
      stored_bytes: 0,
      disabled: 0,
      created_at: p('created_at'),
    })
    .onConflict((c) => c.doNothing()),
)

const byId = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('users').selectAll().where('user_id', '=', p('user_id')),
)
// On SQLite there is one writer; on Postgres the row is held until the transaction ends.
const locked = statement<{ user_id: string }>()((q, p, dialect) => {
  const user = q.selectFrom('users').selectAll().where('user_id', '=', p('user_id'))
  return dialect === 'postgres' ? user.forUpdate() : user
})
const byName = statement<{ username_key: string }>()((q, p) =>
  q.selectFrom('users').selectAll().where('username_key', '=', p('username_key')),
)
/** Who has an account. */
export const present = (q: Builder) => q.selectFrom('users').where('deleted_at', 'is', null)
/** Of both kinds of credits. */
const spendable = sql<bigint>`coalesce((select sum(balance_nano) from accounts
  where account_id in ('user:' || users.user_id, 'user-promo:' || users.user_id)), 0)`
/** Who has an account, newest first, with what each can spend. */
export const listed = (q: Builder) =>
  present(q)
    .select([
      'user_id',
      'username',
      'email',
      'role',
      'disabled',
      'total_jobs',
      'created_at',
      spendable.as('balance_nano'),
    ])
    .orderBy('user_id', 'desc')
const page = statement<{ limit: number; offset: number }>()((q, p) => listed(q).limit(p('limit')).offset(p('offset')))
// The accounts by which the platform looks at hosts are nobody's.
const count = statement()((q) =>
  present(q)
    .where('user_id', 'not in', (e) => e.selectFrom('verification_buyers as b').select('b.user_id'))
    .select((e) => e.fn.countAll<number>().as('total')),
)
const countJob = statement<{ user_id: string; bytes: number; most: number }>()((q, p) =>
  q
    .updateTable('users')
    .set({ total_jobs: sql<number>`total_jobs + 1`, stored_bytes: sql<number>`stored_bytes + ${p('bytes')}` })
    .where('user_id', '=', p('user_id'))
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`stored_bytes + coalesce((select bytes from stored_texts t where t.user_id = users.user_id), 0)
        + ${p('bytes')} <= ${p('most')}`,
    )
    .where(sql<boolean>`not exists (select 1 from purchases p where p.user_id = users.user_id and p.owed_nano > 0)`),
)
const setRole = statement<{ user_id: string; role: UsersTable['role'] }>()((q, p) =>
  q
    .updateTable('users')
    .set({ role: p('role') })
    .where('user_id', '=', p('user_id')),
)

const setPassword = statement<{ user_id: string; password_hash: string }>()((q, p) =>
  q
    .updateTable('users')
    .set({ password_hash: p('password_hash') })
    .where('user_id', '=', p('user_id')),
)
const setDisabled = statement<{ user_id: string; disabled: number; at: number | null }>()((q, p) =>
  q
    .updateTable('users')
    .set({ disabled: p('disabled'), shut_out_at: p('at') })
    .where('user_id', '=', p('user_id')),
)
// The id takes the place of name and address: both stay unique, neither says who it was, and no name holds a colon.
const erase = statement<{ user_id: string; now: number }>()((q, p) =>
  q
    .updateTable('users')
    .set({
      username: sql<string>`'deleted'`,
      username_key: sql<string>`'deleted:' || user_id`,
      email: sql<string>`''`,
      email_key: sql<string>`'deleted:' || user_id`,
      email_verified_at: null,
      password_hash: sql<string>`''`,
      role: sql<'user'>`'user'`,
      deleted_at: p('now'),
      shut_out_at: p('now'),
    })
    .where('user_id', '=', p('user_id')),
)

const outSince = statement<{ since: number }>()((q, p) =>
  q.selectFrom('users').select('user_id').where('shut_out_at', '>=', p('since')).where('disabled', '=', 1),
)

/** Names and addresses that differ by case are the same. */
export const accountKey = (text: string) => text.toLowerCase()

/** False where the name or the address is taken. */
export async function insertUser(tx: Tx, user: NewUserRow): Promise<boolean> {
  return (await tx.run(insert, user)) === 1
}

export const userById = (reader: Reader, user_id: string) => reader.get(byId, { user_id })
/** The row as it is now, held against changes until the transaction ends. */
export const lockUser = (tx: Tx, user_id: string) => tx.get(locked, { user_id })
export const userByName = (reader: Reader, username: string) =>
  reader.get(byName, { username_key: accountKey(username) })
/** Newest first, with what each can spend. */
export const userPage = (reader: Reader, limit: number, offset: number) => reader.all(page, { limit, offset })
export const userCount = async (reader: Reader) => (await reader.get(count, {}))?.total ?? 0
/**
 * Counts a job and the bytes of its prompt; false where the account has ended, owes credits, or would keep more than
 * `most` bytes.
 */
export const countSubmission = async (tx: Tx, user_id: string, bytes: number, most: number) =>
  (await tx.run(countJob, { user_id, bytes, most })) === 1
export const changeRole = (tx: Tx, user_id: string, role: UsersTable['role']) => tx.run(setRole, { user_id, role })
export const setPasswordHash = (tx: Tx, user_id: string, password_hash: string) =>
  tx.run(setPassword, { user_id, password_hash })
export const disableUser = (tx: Tx, user_id: string, disabled: boolean, now: number) =>
  tx.run(setDisabled, { user_id, disabled: Number(disabled), at: disabled ? now : null })
/** Who was shut out at this moment (wall ms) or later and still is. */
export const usersOutSince = (reader: Reader, since: number) => reader.all(outSince, { since })
/** Takes the person out of the row; the row stays for the ledger and the jobs. */
export const erasePerson = (tx: Tx, user_id: string, now: number) => tx.run(erase, { user_id, now })
