import { sql } from 'kysely'
import type { CredentialsTable } from '../storage/credential-tables.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'
import type { UsersTable } from '../storage/tables.ts'

type NewCredential = Omit<CredentialsTable, 'revoked_at' | 'last_used_at'>

// What a request asks of a credential.
const PROOF = [
  'credential_id',
  'kind',
  'subject_id',
  'secret_hash',
  'expires_at',
  'revoked_at',
  'scopes_json',
  'models_json',
  'spending_json',
  'last_used_at',
] as const

/** Whom a secret stands for. */
export interface Bearer {
  credential: Pick<CredentialsTable, (typeof PROOF)[number]>
  user: UsersTable | undefined
  /** Of a host's key: whether the host is shut out, and by whom; 0: it is not. */
  shut_out: number
}

const insert = statement<NewCredential>()((q, p) =>
  q.insertInto('credentials').values({
    credential_id: p('credential_id'),
    kind: p('kind'),
    subject_id: p('subject_id'),
    name: p('name'),
    secret_hash: p('secret_hash'),
    created_at: p('created_at'),
    expires_at: p('expires_at'),
    revoked_at: null,
    scopes_json: p('scopes_json'),
    models_json: p('models_json'),
    spending_json: p('spending_json'),
    parent_id: p('parent_id'),
    made_by: p('made_by'),
  }),
)
const byHash = statement<{ secret_hash: string }>()((q, p) =>
  q.selectFrom('credentials').selectAll().where('secret_hash', '=', p('secret_hash')),
)
// Each request asks for both, and a query costs more than what it reads.
const bearer = statement<{ secret_hash: string }>()((q, p) =>
  q
    .selectFrom('credentials as c')
    .leftJoin('users as u', 'u.user_id', 'c.subject_id')
    .selectAll('u')
    .select(PROOF.map((column) => `c.${column}` as const))
    .where('c.secret_hash', '=', p('secret_hash')),
)
// No columns of a user for a host, which asks the most often.
const hostBearer = statement<{ secret_hash: string }>()((q, p) =>
  q
    .selectFrom('credentials as c')
    .leftJoin('hosts as h', 'h.host_id', 'c.subject_id')
    .select(sql<number>`coalesce(h.disabled, 0)`.as('shut_out'))
    .select(PROOF.map((column) => `c.${column}` as const))
    .where('c.secret_hash', '=', p('secret_hash')),
)
const countInForce = statement<{ subject_id: string; kind: CredentialsTable['kind']; now: number }>()((q, p) =>
  q
    .selectFrom('credentials')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('subject_id', '=', p('subject_id'))
    .where('kind', '=', p('kind'))
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p('now'))])),
)
const inForce = statement<{ subject_id: string; kind: CredentialsTable['kind']; now: number }>()((q, p) =>
  q
    .selectFrom('credentials')
    .selectAll()
    .where('subject_id', '=', p('subject_id'))
    .where('kind', '=', p('kind'))
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p('now'))]))
    .orderBy('credential_id', 'desc')
    .limit(1000),
)
const revoke = statement<{ credential_id: string; subject_id: string; now: number }>()((q, p) =>
  q
    .updateTable('credentials')
    .set({ revoked_at: p('now') })
    .where('credential_id', '=', p('credential_id'))
    .where('subject_id', '=', p('subject_id'))
    .where('revoked_at', 'is', null),
)
// All that it has made and what these have made, by the index credentials_parent.
const revokeMade = statement<{ credential_id: string; now: number }>()((q, p) =>
  q
    .updateTable('credentials')
    .set({ revoked_at: p('now') })
    .where('revoked_at', 'is', null)
    .where(
      sql<boolean>`credential_id in (with recursive made(id) as (
        select credential_id from credentials where parent_id = ${p('credential_id')}
        union all select c.credential_id from credentials c join made on c.parent_id = made.id
      ) select id from made)`,
    ),
)
const standing = statement<{ credential_id: string; now: number }>()((q, p) =>
  q
    .selectFrom('credentials')
    .select('credential_id')
    .where('credential_id', '=', p('credential_id'))
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p('now'))])),
)

const replaceHash = statement<{ credential_id: string; subject_id: string; from: string; secret_hash: string }>()(
  (q, p) =>
    q
      .updateTable('credentials')
      .set({ secret_hash: p('secret_hash') })
      .where('credential_id', '=', p('credential_id'))
      .where('subject_id', '=', p('subject_id'))
      .where('secret_hash', '=', p('from'))
      .where('revoked_at', 'is', null),
)
const use = statement<{ credential_id: string; now: number }>()((q, p) =>
  q
    .updateTable('credentials')
    .set({ last_used_at: p('now') })
    .where('credential_id', '=', p('credential_id')),
)

const clearNames = statement<{ subject_id: string }>()((q, p) =>
  q.updateTable('credentials').set({ name: '' }).where('subject_id', '=', p('subject_id')),
)

const forgetRevoked = statement<{ subject_id: string; kind: CredentialsTable['kind']; kept: number }>()((q, p) =>
  q
    .deleteFrom('credentials')
    .where('subject_id', '=', p('subject_id'))
    .where('kind', '=', p('kind'))
    .where('revoked_at', 'is not', null)
    .where('credential_id', 'not in', (newest) =>
      newest
        .selectFrom('credentials')
        .select('credential_id')
        .where('subject_id', '=', p('subject_id'))
        .where('kind', '=', p('kind'))
        .where('revoked_at', 'is not', null)
        .orderBy('credential_id', 'desc')
        .limit(p('kept')),
    ),
)

const revokeEvery = statement<{ subject_id: string; kind: CredentialsTable['kind']; now: number }>()((q, p) =>
  q
    .updateTable('credentials')
    .set({ revoked_at: p('now') })
    .where('subject_id', '=', p('subject_id'))
    .where('kind', '=', p('kind'))
    .where('revoked_at', 'is', null),
)

export const insertCredential = (tx: Tx, credential: NewCredential) => tx.run(insert, credential)
export const credentialByHash = (reader: Reader, secret_hash: string) => reader.get(byHash, { secret_hash })
/** A secret's credential and, where it is a person's, that user. */
export async function bearerByHash(reader: Reader, secret_hash: string): Promise<Bearer | undefined> {
  const row = await reader.get(bearer, { secret_hash })
  // The row is both: taking the user out of it would cost as much as reading it.
  return row && { credential: row, user: row.user_id === null ? undefined : (row as UsersTable), shut_out: 0 }
}
/** The same of what is sent as a host's key. */
export async function hostBearerByHash(reader: Reader, secret_hash: string): Promise<Bearer | undefined> {
  const row = await reader.get(hostBearer, { secret_hash })
  return row && { credential: row, user: undefined, shut_out: row.shut_out }
}
/** Newest first, neither revoked nor expired. */
export const countCredentials = async (
  reader: Reader,
  of: { subject_id: string; kind: CredentialsTable['kind']; now: number },
) => Number((await reader.get(countInForce, of))?.total ?? 0)
export const credentialsOf = (reader: Reader, subject_id: string, kind: CredentialsTable['kind'], now: number) =>
  reader.all(inForce, { subject_id, kind, now })
/** Revokes a secret and all that it has made. False where the subject has no such credential in force. */
export async function revokeCredential(
  tx: Tx,
  credential_id: string,
  subject_id: string,
  now: number,
): Promise<boolean> {
  if ((await tx.run(revoke, { credential_id, subject_id, now })) !== 1) return false
  await tx.run(revokeMade, { credential_id, now })
  return true
}
/** Whether it is neither revoked nor expired. */
export const isInForce = async (reader: Reader, credential_id: string, now: number) =>
  (await reader.get(standing, { credential_id, now })) !== undefined
/** Sets the secret of a credential that has another one; false where it has not. */
export const setSecretHash = async (
  tx: Tx,
  to: { credential_id: string; subject_id: string; from: string; secret_hash: string },
) => (await tx.run(replaceHash, to)) === 1
export const noteUse = (tx: Tx, credential_id: string, now: number) => tx.run(use, { credential_id, now })
/** What a person called their tokens. */
export const eraseNames = (tx: Tx, subject_id: string) => tx.run(clearNames, { subject_id })
/** Revokes all secrets of a kind that a user or host has. */
export const revokeAll = (tx: Tx, subject_id: string, kind: CredentialsTable['kind'], now: number) =>
  tx.run(revokeEvery, { subject_id, kind, now })
/** Of those that are revoked only the newest are kept. */
export const forgetRevokedBut = (tx: Tx, kept: number, subject_id: string, kind: CredentialsTable['kind']) =>
  tx.run(forgetRevoked, { subject_id, kind, kept })
