import type { Reader } from '../storage/database.ts'
import { jsonList, statement } from '../storage/statement.ts'

interface Asked {
  /** A JSON array. */
  ids: string
  now: number
}

// By the primary key, the unique hash, or the key of users: as many look-ups as there are ids.
const credentials = statement<Asked>()((q, p, dialect) =>
  q
    .selectFrom('credentials')
    .select('credential_id as id')
    .where('credential_id', 'in', jsonList(dialect, p('ids')))
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p('now'))])),
)
const hostKeys = statement<Asked>()((q, p, dialect) =>
  q
    .selectFrom('credentials')
    .select('secret_hash as id')
    .where('secret_hash', 'in', jsonList(dialect, p('ids')))
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p('now'))])),
)
const sessions = statement<Asked>()((q, p, dialect) =>
  q
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .select(['s.session_id as id', 's.proof', 'u.password_hash', 'u.second_factor_at'])
    .where('s.session_id', 'in', jsonList(dialect, p('ids')))
    .where('s.expires_at', '>', p('now')),
)
const passwords = statement<{ ids: string }>()((q, p, dialect) =>
  q
    .selectFrom('users')
    .select(['user_id as id', 'password_hash', 'second_factor_at'])
    .where('user_id', 'in', jsonList(dialect, p('ids'))),
)

/** Those of these tokens and keys that are neither revoked nor expired, by their ids. */
export const credentialsInForce = (reader: Reader, asked: Asked) => reader.all(credentials, asked)
/** The same of hosts' keys, by their hashes. */
export const hostKeysInForce = (reader: Reader, asked: Asked) => reader.all(hostKeys, asked)
/** Sessions that have not expired, with what they stood for when they were opened, and what is so now. */
export const sessionsWithProof = (reader: Reader, asked: Asked) => reader.all(sessions, asked)
/** What these users' passwords and second factors are now. */
export const passwordsOf = (reader: Reader, ids: string) => reader.all(passwords, { ids })
