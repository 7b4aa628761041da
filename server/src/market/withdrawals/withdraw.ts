import { createdWithdrawal, formatCredits, TO_CREDITS } from '@mkt/schemas'
import type { z } from 'zod'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { shutOut } from '../hosts/adopt.ts'
import { type HostRow, hostById } from '../hosts/store.ts'
import { type Intent, once } from '../idempotency/once.ts'
import { type Credits, sumOf } from '../ledger/accounts.ts'
import { type Posting, promoFirst, transfer, withdraw } from '../ledger/postings.ts'
import { availableOf, post, stagesOf } from '../ledger/store.ts'
import { demandFewPending, demandLeast, demandNothingOwed, payableAt } from './caution.ts'
import { insertWithdrawal, type WithdrawalRow } from './store.ts'
import { tellNewDestination } from './tell-destination.ts'
import { tellWithdrawalResolved } from './tell-resolved.ts'

/** Who asks: a user for one of their hosts, or a host for itself. */
export type Claimant = { user_id: string; host_id?: undefined } | { host_id: string; user_id?: undefined }

export interface WithdrawalRequest {
  /** Nano-credits. */
  amount: bigint
  destination: string
  host_id?: string | undefined
}

export type CreatedWithdrawal = z.output<typeof createdWithdrawal>

/**
 * Takes an amount out of a host's earnings: pending until an operator pays or rejects it; to the owner's credits it
 * is paid at once. An owned host's earnings are its owner's to withdraw: a stolen host key gets nothing.
 * Errors: forbidden, not_found, invalid_request, insufficient_credits, conflict (too many wait, its owner owes).
 */
export async function requestWithdrawal(
  market: Market,
  claimant: Claimant,
  request: WithdrawalRequest,
  intent: Intent | undefined,
): Promise<CreatedWithdrawal> {
  const now = market.clock.now()
  return await market.database.transaction((tx) =>
    once(tx, intent, createdWithdrawal, now, async () => {
      const host = await demandHost(tx, claimant, request)
      if (host.disabled !== 0) throw shutOut(host.host_id)
      return await take(tx, market, host, request, now)
    }),
  )
}

async function demandHost(tx: Tx, claimant: Claimant, { host_id }: WithdrawalRequest): Promise<HostRow> {
  if (claimant.host_id !== undefined) {
    if (host_id !== undefined && host_id !== claimant.host_id)
      throw new DomainError('forbidden', 'This is the key of another host than the request names.')
    const host = await hostById(tx, claimant.host_id)
    if (!host) throw new DomainError('not_found', 'This host does not exist any more.')
    if (host.owner_user_id === null) return host
    throw new DomainError('forbidden', "This host has an owner: its earnings need its owner's credentials.")
  }
  if (host_id === undefined) throw missing('body.host_id', 'is required: which of your hosts')
  const host = await hostById(tx, host_id)
  if (host?.owner_user_id !== claimant.user_id) throw new DomainError('not_found', 'You own no host with this id.')
  return host
}

async function take(
  tx: Tx,
  market: Market,
  host: HostRow,
  request: WithdrawalRequest,
  now: number,
): Promise<CreatedWithdrawal> {
  const { amount, destination } = request
  const withdrawal_id = market.ids.next('wdr')
  const outside = destination !== TO_CREDITS
  const status = outside ? 'pending' : 'paid'
  if (outside) demandLeast(market, amount)
  const available = await availableOf(tx, host.host_id)
  const { posting, promo } = postingFor(host, request, withdrawal_id, available)
  const refusal = await post(tx, posting, market.ids.next('ltx'), now)
  if (refusal) throw await notEnough(tx, host.host_id, request, available)
  if (outside) await demandFewPending(tx, market, host)
  if (outside) await demandNothingOwed(tx, host.owner_user_id)
  const payable_at = outside ? await payableAt(tx, market, host, destination) : null
  const resolved_at = status === 'paid' ? now : null
  const { host_id } = host
  const row: WithdrawalRow = {
    withdrawal_id,
    host_id,
    amount_nano: amount,
    promo_nano: promo,
    destination,
    status,
    reference: null,
    created_at: now,
    resolved_at,
    payable_at,
    owner_user_id: host.owner_user_id,
  }
  await insertWithdrawal(tx, row)
  if (status === 'paid') await tellWithdrawalResolved(tx, market, row)
  if (payable_at !== null) await tellNewDestination(tx, market, { ...row, payable_at })
  return { withdrawal_id, amount, status, created_at: isoTime(now) }
}

/** Only paid credits leave; to its owner's credits go the promotional ones first, since they can go nowhere else. */
function postingFor(
  host: HostRow,
  { amount, destination }: WithdrawalRequest,
  id: string,
  available: Credits,
): { posting: Posting; promo: bigint } {
  if (destination !== TO_CREDITS) return { posting: withdraw(host.host_id, amount, id), promo: 0n }
  if (host.owner_user_id !== null) {
    const moved = promoFirst(amount, available.promo)
    return { posting: transfer(host.host_id, host.owner_user_id, moved, id), promo: moved.promo }
  }
  throw missing('body.destination', 'may be "credits" only for a host with an owner: adopt it first')
}

async function notEnough(
  tx: Tx,
  hostId: string,
  { amount, destination }: WithdrawalRequest,
  { paid, promo }: Credits,
): Promise<DomainError> {
  const { pending } = await stagesOf(tx, hostId, ['pending'])
  const later = sumOf(pending) > 0n ? `, and ${formatCredits(sumOf(pending))} pending ones later` : ''
  const asked = `you asked for ${formatCredits(amount)}`
  if (destination === TO_CREDITS || promo === 0n)
    return short(`This host has ${formatCredits(paid + promo)} credits to withdraw${later}; ${asked}.`)
  const only = `can only be moved to its owner's credits (destination "${TO_CREDITS}")`
  const rest = `${formatCredits(promo)} promotional ones ${only}`
  return short(`This host has ${formatCredits(paid)} credits to withdraw${later}, and ${rest}; ${asked}.`)
}

const short = (message: string) => new DomainError('insufficient_credits', message)

function missing(path: string, message: string): DomainError {
  return new DomainError('invalid_request', 'The request is not valid.', { details: [{ path, message }] })
}
