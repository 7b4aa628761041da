import { DomainError } from '../base/errors.ts'
import type { Tx } from '../storage/database.ts'
import { countCredentials } from './credential-store.ts'

/** Demands that a user, who is held, may have one more token: what nobody bounds is kept for ever. Error: conflict. */
export async function demandTokenRoom(tx: Tx, user_id: string, now: number, most: number): Promise<void> {
  if ((await countCredentials(tx, { subject_id: user_id, kind: 'user', now })) < most) return
  const message = `You have ${most} tokens in force, the most there may be: revoke some first, or give them an end.`
  throw new DomainError('conflict', message)
}
