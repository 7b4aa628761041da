import type { PasskeysTable } from '../../storage/credential-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const insert = statement<PasskeysTable>()((q, p) =>
  q
    .insertInto('passkeys')
    .values({
      passkey_id: p('passkey_id'),
      user_id: p('user_id'),
      credential_id: p('credential_id'),
      public_key: p('public_key'),
      counter: p('counter'),
      transports_json: p('transports_json'),
      name: p('name'),
      synced: p('synced'),
      created_at: p('created_at'),
      last_used_at: p('last_used_at'),
    })
    .onConflict((c) => c.doNothing()),
)
const ofUser = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('passkeys').selectAll().where('user_id', '=', p('user_id')).orderBy('passkey_id'),
)
const byCredential = statement<{ credential_id: string }>()((q, p) =>
  q.selectFrom('passkeys').selectAll().where('credential_id', '=', p('credential_id')),
)
// Of two answers with one count, as a copy of a passkey gives them, one finds its count new. What never counts says 0.
const use = statement<{ passkey_id: string; counter: number; now: number }>()((q, p) =>
  q
    .updateTable('passkeys')
    .set({ counter: p('counter'), last_used_at: p('now') })
    .where('passkey_id', '=', p('passkey_id'))
    .where((e) =>
      e.or([e('counter', '<', p('counter')), e.and([e('counter', '=', 0), e('counter', '=', p('counter'))])]),
    ),
)
const rename = statement<{ passkey_id: string; user_id: string; name: string }>()((q, p) =>
  q
    .updateTable('passkeys')
    .set({ name: p('name') })
    .where('passkey_id', '=', p('passkey_id'))
    .where('user_id', '=', p('user_id')),
)
const remove = statement<{ passkey_id: string; user_id: string }>()((q, p) =>
  q.deleteFrom('passkeys').where('passkey_id', '=', p('passkey_id')).where('user_id', '=', p('user_id')),
)
const removeOfUser = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('passkeys').where('user_id', '=', p('user_id')),
)

/** False where the credential is kept already, by whomever. */
export const insertPasskey = async (tx: Tx, passkey: PasskeysTable) => (await tx.run(insert, passkey)) === 1
/** Oldest first. */
export const passkeysOf = (reader: Reader, user_id: string) => reader.all(ofUser, { user_id })
export const passkeyByCredential = (reader: Reader, credential_id: string) =>
  reader.get(byCredential, { credential_id })
/** Notes a use; false where the passkey is gone, or its count is not above the last one. */
export const takeCounter = async (tx: Tx, passkey_id: string, counter: number, now: number) =>
  (await tx.run(use, { passkey_id, counter, now })) === 1
export const setPasskeyName = async (tx: Tx, of: { passkey_id: string; user_id: string; name: string }) =>
  (await tx.run(rename, of)) === 1
export const deletePasskey = async (tx: Tx, passkey_id: string, user_id: string) =>
  (await tx.run(remove, { passkey_id, user_id })) === 1
export const deletePasskeysOf = (tx: Tx, user_id: string) => tx.run(removeOfUser, { user_id })
