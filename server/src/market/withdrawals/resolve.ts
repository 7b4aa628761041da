import { type Actor, logAct } from '../../accounts/act-log.ts'
import { DomainError } from '../../base/errors.ts'
import type { EmitDeps } from '../../webhooks/emit.ts'
import type { Market } from '../deps.ts'
import { forgetDestination } from '../erasure/store.ts'
import { shutOutBy } from '../hosts/store.ts'
import { returnWithdrawal } from '../ledger/postings.ts'
import { post } from '../ledger/store.ts'
import { demandPayable, demandSaid, holdOwed } from './caution.ts'
import { resolveWithdrawal, type WithdrawalRow, withdrawalById } from './store.ts'
import { tellWithdrawalResolved } from './tell-resolved.ts'

/**
 * Marks a pending withdrawal as paid, or rejects it, which brings its amount back; logged. Errors: not_found, conflict.
 */
export async function resolve(
  market: Pick<Market, 'database' | 'clock' | 'ids'> & EmitDeps,
  withdrawalId: string,
  { despiteDebt = false, ...to }: { status: 'paid' | 'rejected'; reference: string | null; despiteDebt?: boolean },
  actor: Actor,
): Promise<WithdrawalRow> {
  const now = market.clock.now()
  return await market.database.transaction(async (tx) => {
    const row = await withdrawalById(tx, withdrawalId)
    if (!row) throw new DomainError('not_found', 'There is no withdrawal with this id.')
    const owed = to.status === 'paid' ? await holdOwed(tx, row.owner_user_id) : 0n
    if (to.status === 'paid' && row.status === 'pending') {
      demandPayable(row.payable_at, now)
      demandSaid(owed, despiteDebt)
    }
    if (!(await resolveWithdrawal(tx, withdrawalId, { ...to, now }))) {
      throw new DomainError('conflict', `This withdrawal is ${row.status} already.`)
    }
    if (to.status === 'rejected') {
      const to = (await shutOutBy(tx, row.host_id)) === 0 ? 'available' : 'frozen'
      await post(tx, returnWithdrawal(row.host_id, row.amount_nano, withdrawalId, to), market.ids.next('ltx'), now)
    }
    const resolved = { ...row, ...to, resolved_at: now }
    await tellWithdrawalResolved(tx, market, resolved)
    await forgetDestination(tx, withdrawalId)
    await logAct(tx, market, actor, {
      act: to.status === 'paid' ? 'withdrawal.pay' : 'withdrawal.reject',
      subject: withdrawalId,
      before: { status: row.status },
      after: {
        ...{ status: to.status, amount: row.amount_nano, host_id: row.host_id },
        ...(owed > 0n ? { owner_owes: owed } : {}),
      },
    })
    return resolved
  })
}
