import { formatCredits } from '@mkt/schemas'
import { tellOwnerOfDestination } from '../../accounts/mail/post.ts'
import { isoTime } from '../../base/clock.ts'
import type { Tx } from '../../storage/database.ts'
import { emit } from '../../webhooks/emit.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import type { WithdrawalRow } from './store.ts'

/** Tells the log and a host's owner that earnings are to go where none went before, while there is time to object. */
export async function tellNewDestination(
  tx: Tx,
  market: Pick<Market, 'database' | 'clock' | 'ids' | 'log' | 'mailer' | 'baseUrl'>,
  row: WithdrawalRow & { payable_at: number },
): Promise<void> {
  const { withdrawal_id, host_id, amount_nano: amount, payable_at } = row
  tx.onCommit(() => market.log.warn({ withdrawal_id, host_id }, 'a withdrawal goes to a new destination, and waits'))
  const owner = (await hostById(tx, host_id))?.owner_user_id
  if (!owner) return
  tx.onCommit(() => mailOwner(market, owner, row))
  const data = { withdrawal_id, host_id, amount, payable_at: isoTime(payable_at) }
  await emit(tx, market, owner, { type: 'withdrawal.new_destination', data })
}

// A mail that cannot be sent undoes no withdrawal: the event and the log have told already.
function mailOwner(
  { database, log, mailer, baseUrl = '' }: Pick<Market, 'database' | 'log' | 'mailer' | 'baseUrl'>,
  user_id: string,
  { host_id, amount_nano, payable_at }: WithdrawalRow & { payable_at: number },
): void {
  const told = { host_id, amount: formatCredits(amount_nano), payable_at: isoTime(payable_at) }
  tellOwnerOfDestination({ mailer, place: baseUrl }, { database, user_id }, told).catch((error) =>
    log.error({ err: error, host_id }, 'the owner of a host could not be mailed about a new destination'),
  )
}
