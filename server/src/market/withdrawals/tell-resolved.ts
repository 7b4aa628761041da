import type { Tx } from '../../storage/database.ts'
import { type EmitDeps, emit } from '../../webhooks/emit.ts'
import { hostById } from '../hosts/store.ts'
import type { WithdrawalRow } from './store.ts'

/** Tells a host's owner what became of a withdrawal. Where the money goes is not told: it is the owner's alone. */
export async function tellWithdrawalResolved(tx: Tx, deps: EmitDeps, row: WithdrawalRow): Promise<void> {
  const { withdrawal_id, host_id, amount_nano: amount, reference } = row
  const owner = (await hostById(tx, host_id))?.owner_user_id
  if (!owner) return
  const told = { withdrawal_id, host_id, amount, reference }
  await emit(
    tx,
    deps,
    owner,
    row.status === 'paid'
      ? { type: 'withdrawal.paid', data: { ...told, status: 'paid' } }
      : { type: 'withdrawal.rejected', data: { ...told, status: 'rejected' } },
  )
}
