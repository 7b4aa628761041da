import type { CameWith } from '../base/open-calls.ts'
import type { Reader } from '../storage/database.ts'
import { jsonList, statement } from '../storage/statement.ts'
import { proofOf } from './sessions/proof.ts'

interface Asked {
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

/** Which of these open nothing any more: revoked, replaced, expired, or of a password that is another by now. */
export async function revokedOf(
  reader: Reader,
  kind: CameWith['kind'],
  asked: readonly CameWith[],
  now: number,
): Promise<CameWith[]> {
  if (asked.length === 0) return []
  const ids = JSON.stringify([...new Set(asked.map(({ id }) => id))])
  if (kind === 'password') {
    const prints = new Map((await reader.all(passwords, { ids })).map((user) => [user.id, proofOf(user)]))
    return asked.filter(({ id, print }) => prints.get(id) !== print)
  }
  const good = new Set(await inForce(reader, kind, { ids, now }))
  return asked.filter(({ id }) => !good.has(id))
}

async function inForce(reader: Reader, kind: Exclude<CameWith['kind'], 'password'>, asked: Asked): Promise<string[]> {
  if (kind === 'session') {
    const rows = await reader.all(sessions, asked)
    return rows.filter((row) => row.proof === proofOf(row)).map(({ id }) => id)
  }
  const rows = await reader.all(kind === 'credential' ? credentials : hostKeys, asked)
  return rows.map(({ id }) => id)
}
