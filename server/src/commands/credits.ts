import { formatCredits, MAX_NANO, parseCredits } from '@mkt/schemas'
import { grant } from '../market/ledger/grant.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

export interface GrantFlags extends DataFlags {
  user: string
  amount: string
  reason: string
}

/** Issues credits to a user. */
export async function grantCredits(flags: GrantFlags): Promise<void> {
  const amount = parseCredits(flags.amount)
  if (amount === undefined || amount <= 0n || amount > MAX_NANO) {
    throw new UsageError(
      `--amount is "${flags.amount}": it must be more than 0, at most 9000000, with at most 9 decimals`,
    )
  }
  await onData(flags, async (deps) => {
    const user = await findUser(deps.database, flags.user)
    const granted = await grant(deps, user.user_id, amount, flags.reason)
    const data = {
      user_id: user.user_id,
      username: user.username,
      amount,
      credits: granted.balance,
      transaction_id: granted.transaction_id,
    }
    print(
      flags.json,
      data,
      `${user.username} got ${formatCredits(amount)} credits and can now spend ${formatCredits(granted.balance)}.`,
    )
  })
}
