import { isoTime } from '../../base/clock.ts'
import type { Tx } from '../../storage/database.ts'
import { emit } from '../../webhooks/emit.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import type { WithdrawalRow } from '../withdrawals/store.ts'

/** Tells the log and a host's owner that earnings are to go where none went before, while there is time to object. */
export async function tellNewDestination(
  tx: Tx,
  market: Pick<Market, 'clock' | 'ids' | 'log'>,
  row: WithdrawalRow & { payable_at: number },
): Promise<void> {
  const { withdrawal_id, host_id, amount_nano: amount, payable_at } = row
  tx.onCommit(() => market.log.warn({ withdrawal_id, host_id }, 'a withdrawal goes to a new destination, and waits'))
  const owner = (await hostById(tx, host_id))?.owner_user_id
  if (!owner) return
  const data = { withdrawal_id, host_id, amount, payable_at: isoTime(payable_at) }
  await emit(tx, market, owner, { type: 'withdrawal.new_destination', data })
}
