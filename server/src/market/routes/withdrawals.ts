import { market as endpoints } from '@mkt/schemas'
import { hourlyLimit } from '../../accounts/rate-limits.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import { intentOf } from '../idempotency/once.ts'
import { describeWithdrawal } from '../withdrawals/report.ts'
import { withdrawalPage } from '../withdrawals/store.ts'
import { type Claimant, requestWithdrawal } from '../withdrawals/withdraw.ts'

/** Earnings going out. */
export function withdrawalRoutes(guard: Guard, market: Market): void {
  const asked = hourlyLimit(market.rates, market.limits.withdrawals_per_hour, 'withdrawals of yours')
  guard.route(endpoints.createWithdrawal, async ({ body }, { user, host_id, ctx }) => {
    const claimant = claimantOf(user?.user_id, host_id)
    const who = claimant.user_id ?? claimant.host_id
    await asked.consume(who)
    const intent = intentOf(who, endpoints.createWithdrawal.name, idempotencyKey(ctx), body)
    return await requestWithdrawal(market, claimant, body, intent)
  })
  guard.route(endpoints.listWithdrawals, async ({ query }, { user, host_id }) => {
    const { limit, offset } = query
    const of = await scopeOf(market, claimantOf(user?.user_id, host_id), query.host_id)
    const { total, amounts, rows } = await withdrawalPage(market.database, of, { limit, offset })
    return { withdrawals: rows.map(describeWithdrawal), total, ...(query.detail ? { amounts } : {}) }
  })
}

function claimantOf(user_id: string | undefined, host_id: string | undefined): Claimant {
  return user_id !== undefined ? { user_id } : { host_id: host_id as string }
}

async function scopeOf(market: Market, claimant: Claimant, hostId: string | undefined) {
  if (claimant.host_id !== undefined) {
    if (hostId === undefined || hostId === claimant.host_id) {
      // Destinations are the owner's, not the machine's.
      const host = await hostById(market.database, claimant.host_id)
      if (host?.owner_user_id === null) return { host_id: claimant.host_id }
      throw new DomainError('forbidden', "This host has an owner: its withdrawals need its owner's credentials.")
    }
    throw new DomainError('forbidden', 'This is the key of another host than the request names.')
  }
  if (hostId === undefined) return { user_id: claimant.user_id }
  const host = await hostById(market.database, hostId)
  if (host?.owner_user_id === claimant.user_id) return { host_id: hostId }
  throw new DomainError('not_found', 'You own no host with this id.')
}
