import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Ids } from '../base/ids.ts'
import type { CredentialsTable } from '../storage/credential-tables.ts'
import type { Tx } from '../storage/database.ts'
import { type Actor, logAct } from './act-log.ts'
import { setSecretHash } from './credential-store.ts'
import { type IssuedSecret, issueSecret } from './issue-secret.ts'
import { hashSecret, PREFIX, unclaimedHash } from './secrets.ts'

interface Deps {
  clock: Clock
  ids: Ids
}

/**
 * A documents key that an operator makes for a user; logged. With `show` its secret is in the answer: of an account
 * that nobody else can log in to, or the maker's own. Otherwise it has none until its owner fetches it, so that whoever
 * made it never reads the owner's documents.
 */
export async function makeDocumentsKey(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { user_id, show }: { user_id: string; show: boolean },
): Promise<IssuedSecret> {
  const made_by = actor.via === 'http' ? actor.actor : 'operator'
  const wanted = { kind: 'documents' as const, subject_id: user_id, name: 'documents key', made_by }
  const issued = await issueSecret(tx, deps, { ...wanted, withheld: !show })
  const after = { key_id: issued.credential_id }
  await logAct(tx, deps, actor, { act: 'documents-key.create', subject: user_id, after })
  return issued
}

/** Gives an owner the secret of a key that was made for them, this once. Error: not_found. */
export async function claimDocumentsKey(tx: Tx, { ids }: Pick<Deps, 'ids'>, user_id: string, key_id: string) {
  const secret = ids.secret(PREFIX.documents)
  const to = { credential_id: key_id, subject_id: user_id, secret_hash: hashSecret(secret) }
  if (await setSecretHash(tx, { ...to, from: unclaimedHash(key_id) })) return secret
  throw new DomainError('not_found', 'You have no key with this id that waits to be fetched; each is fetched once.')
}

/** Whether its owner has fetched the secret. */
export const isClaimed = ({ credential_id, secret_hash }: CredentialsTable) =>
  secret_hash !== unclaimedHash(credential_id)
