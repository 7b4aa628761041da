import type { Withdrawal } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import type { WithdrawalRow } from './store.ts'

/** A withdrawal as its host, its owner and the operator see it. */
export function describeWithdrawal(row: WithdrawalRow): Withdrawal {
  const { withdrawal_id, host_id, amount_nano: amount, promo_nano: promotional, destination, status, reference } = row
  return {
    withdrawal_id,
    host_id,
    amount,
    promotional,
    destination,
    status,
    reference,
    created_at: isoTime(row.created_at),
    resolved_at: isoTimeOrNull(row.resolved_at),
    payable_at: isoTimeOrNull(row.payable_at),
  }
}
