import type { CameWith } from '../base/open-calls.ts'
import type { Reader } from '../storage/database.ts'
import { credentialsInForce, hostKeysInForce, passwordsOf, sessionsWithProof } from './revoked-store.ts'
import { proofOf } from './sessions/proof.ts'

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
    const prints = new Map((await passwordsOf(reader, ids)).map((user) => [user.id, proofOf(user)]))
    return asked.filter(({ id, print }) => prints.get(id) !== print)
  }
  const good = new Set((await goodOf(reader, kind, { ids, now })).map(({ id }) => id))
  return asked.filter(({ id }) => !good.has(id))
}

type Asked = Parameters<typeof credentialsInForce>[1]

async function goodOf(reader: Reader, kind: Exclude<CameWith['kind'], 'password'>, asked: Asked) {
  if (kind === 'credential') return await credentialsInForce(reader, asked)
  if (kind === 'host-key') return await hostKeysInForce(reader, asked)
  return (await sessionsWithProof(reader, asked)).filter((session) => session.proof === proofOf(session))
}
