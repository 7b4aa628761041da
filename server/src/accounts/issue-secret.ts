import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Tx } from '../storage/database.ts'
import { insertCredential } from './credential-store.ts'
import { hashSecret, PREFIX, type SecretKind } from './secrets.ts'

const DAY_MS = 86_400_000

export interface IssuedSecret {
  credential_id: string
  /** Shown once; only its hash is kept. */
  secret: string
  created_at: number
  expires_at: number | null
}

/** Makes a secret for a user or a host and stores its hash. */
export async function issueSecret(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  credential: { kind: SecretKind; subject_id: string; name: string; expires_in_days?: number | undefined },
): Promise<IssuedSecret> {
  const { kind, subject_id, name, expires_in_days } = credential
  const secret = ids.secret(PREFIX[kind])
  const created_at = clock.now()
  const expires_at = expires_in_days === undefined ? null : created_at + expires_in_days * DAY_MS
  const credential_id = ids.next('tok')
  const secret_hash = hashSecret(secret)
  await insertCredential(tx, { credential_id, kind, subject_id, name, secret_hash, created_at, expires_at })
  return { credential_id, secret, created_at, expires_at }
}
