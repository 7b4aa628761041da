import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Tx } from '../storage/database.ts'
import { reserveAccount, userAccount } from './ledger/accounts.ts'
import { issue, SIGNUP_REASON } from './ledger/postings.ts'
import { openLedgerAccount, post } from './ledger/store.ts'

/** What the marketplace gives each new user, in the transaction of the signup: ledger accounts and signup credits, which are promotional. */
export function welcomeWith({ clock, ids }: { clock: Clock; ids: Ids }, signupNano: bigint) {
  return async (tx: Tx, userId: string): Promise<void> => {
    await openLedgerAccount(tx, userAccount(userId))
    await openLedgerAccount(tx, reserveAccount(userId))
    if (signupNano === 0n) return
    await post(tx, issue(userId, signupNano, SIGNUP_REASON, 'promo'), ids.next('ltx'), clock.now())
  }
}
