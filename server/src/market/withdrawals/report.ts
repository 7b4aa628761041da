import type { Withdrawal } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { owedByOwner } from './caution.ts'
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

/** The same for whoever pays them, who should know what the owners owe. */
export async function describeForPaying(reader: Reader, rows: readonly WithdrawalRow[]): Promise<Withdrawal[]> {
  const owners = [...new Set(rows.map(({ owner_user_id }) => owner_user_id))]
  const owed = new Map<string | null, bigint>()
  for (const owner of owners) owed.set(owner, await owedByOwner(reader, owner))
  return rows.map((row) => ({ ...describeWithdrawal(row), owner_owes: owed.get(row.owner_user_id) ?? 0n }))
}
