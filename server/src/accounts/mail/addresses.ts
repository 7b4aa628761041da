import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import { accountKey } from '../user-store.ts'
import { holderOf, releaseAddress } from './address-store.ts'

/** What stands for an address that is not proven and holds nothing; no address has a colon there. */
const unheld = (user_id: string) => `unverified:${user_id}`

/**
 * The key under which an account has its address from here on. A proven address is its account's alone. One that is not
 * holds nothing, and whoever held it without proof lets go of it; only where no address can be proven and all know each
 * other (`holdsUnproven`) the first has it. Error: email_taken.
 */
export async function takeAddress(
  tx: Tx,
  { user_id, email }: { user_id: string; email: string },
  holdsUnproven: boolean,
): Promise<string> {
  const key = accountKey(email)
  const holder = await holderOf(tx, key)
  if (holder && holder.user_id !== user_id && (holder.email_verified_at !== null || holdsUnproven)) throw taken()
  if (!holdsUnproven && holder) await releaseAddress(tx, key)
  return holdsUnproven ? key : unheld(user_id)
}

export function taken(): DomainError {
  return new DomainError('email_taken', 'An account with this email address exists.')
}
