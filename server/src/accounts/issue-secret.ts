import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Tx } from '../storage/database.ts'
import { insertCredential } from './credential-store.ts'
import { hashSecret, PREFIX, type SecretKind, unclaimedHash } from './secrets.ts'
import { type GrantedRights, storedRights } from './token-rights.ts'

export interface IssuedSecret {
  credential_id: string
  /** Shown once; only its hash is kept. */
  secret: string
  created_at: number
  expires_at: number | null
}

interface WantedSecret {
  kind: SecretKind
  subject_id: string
  name: string
  /** Of a token; a secret of another kind has none. */
  rights?: GrantedRights
  /** The operator who makes it for its owner. */
  made_by?: string
  /** The secret opens nothing; another takes its place later. */
  withheld?: boolean
}

/** No limits and no end. */
export const WHOLE: GrantedRights = {
  scopes: null,
  models: null,
  spending: [],
  own: null,
  expires_at: null,
  parent_id: null,
}

/** Makes a secret for a user or a host and stores its hash. */
export async function issueSecret(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  { kind, subject_id, name, rights = WHOLE, made_by, withheld = false }: WantedSecret,
): Promise<IssuedSecret> {
  const secret = ids.secret(PREFIX[kind])
  const created_at = clock.now()
  const credential_id = ids.next('tok')
  const secret_hash = withheld ? unclaimedHash(credential_id) : hashSecret(secret)
  const { expires_at, parent_id } = rights
  await insertCredential(tx, {
    ...{ credential_id, kind, subject_id, name, secret_hash, created_at, expires_at, parent_id },
    ...storedRights(credential_id, rights),
    made_by: made_by ?? null,
  })
  return { credential_id, secret, created_at, expires_at }
}
