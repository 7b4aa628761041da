import type { CameWith } from '../base/open-calls.ts'
import { BY_PASSWORD, type Principal } from './authenticate.ts'
import { proofOf } from './sessions/proof.ts'

/** What a principal came with; undefined where another service let them in. */
export function cameWith(principal: Principal): CameWith | undefined {
  if (principal.kind === 'host') return { kind: 'host-key', id: principal.key_hash }
  if (principal.kind === 'documents') return principal.key_id ? { kind: 'credential', id: principal.key_id } : undefined
  const { token_id, session_id, user } = principal
  if (session_id !== undefined) return { kind: 'session', id: session_id }
  if (token_id !== BY_PASSWORD) return { kind: 'credential', id: token_id }
  return { kind: 'password', id: user.user_id, print: proofOf(user) }
}
