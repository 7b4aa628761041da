import { formatCredits, MAX_NANO, parseCredits } from '@mkt/schemas'
import { logAct } from '../accounts/act-log.ts'
import { grantIn } from '../market/ledger/grant.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

export interface GrantFlags extends DataFlags {
  user: string
  amount: string
  reason: string
  promotional?: boolean
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
    const kind = flags.promotional ? 'promo' : 'paid'
    const granted = await deps.database.transaction(async (tx) => {
      const made = await grantIn(tx, deps, user.user_id, amount, flags.reason, kind)
      const after = { amount, kind, transaction_id: made.transaction_id }
      await logAct(tx, deps, deps.actor, { act: 'credits.grant', subject: user.user_id, after })
      return made
    })
    const data = {
      user_id: user.user_id,
      username: user.username,
      amount,
      promotional: flags.promotional === true,
      credits: granted.balance,
      transaction_id: granted.transaction_id,
    }
    print(
      flags.json,
      data,
      `${user.username} got ${formatCredits(amount)}${flags.promotional ? ' promotional' : ''} credits and can now spend ${formatCredits(granted.balance)}.`,
    )
  })
}
