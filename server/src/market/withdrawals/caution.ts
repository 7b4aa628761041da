import { formatCredits, NANO_PER_CREDIT, TO_CREDITS } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { HOUR_MS } from '../earnings/hold.ts'
import type { HostRow } from '../hosts/store.ts'
import { userAccount } from '../ledger/accounts.ts'
import { holdBalances } from '../ledger/store.ts'
import { owedBy } from '../purchases/owed-store.ts'
import { destinationKnown, pendingOf } from './caution-store.ts'

type Terms = Pick<Market, 'limits' | 'trust' | 'clock'>

/** With strangers a withdrawal has a minimum: an operator pays each by hand. Error: invalid_request. */
export function demandLeast({ limits, trust }: Terms, amount: bigint): void {
  const least = BigInt(limits.withdrawal_least_credits) * NANO_PER_CREDIT
  if (trust === 'own' || amount >= least) return
  const details = [{ path: 'body.amount', message: `must be at least ${formatCredits(least)}` }]
  throw new DomainError('invalid_request', 'The request is not valid.', { details })
}

/** What the owner of a host owes; nobody owes nothing. */
export const owedByOwner = async (reader: Reader, owner: string | null): Promise<bigint> =>
  owner === null ? 0n : await owedBy(reader, owner)

/**
 * The same, with the owner's account held as a charge-back holds it: what one takes is owed before or after, not
 * between this and the commit. To be asked after postings that move accounts of hosts, since those are held first.
 */
export async function holdOwed(tx: Tx, owner: string | null): Promise<bigint> {
  if (owner !== null) await holdBalances(tx, [userAccount(owner)])
  return await owedByOwner(tx, owner)
}

/**
 * An operator pays nobody who owes, but may have paid before that was known: then it is said so. Error: conflict.
 */
export function demandSaid(owed: bigint, despiteDebt: boolean): void {
  if (owed === 0n || despiteDebt) return
  const why = `The owner of this host owes ${formatCredits(owed)} credits, of a payment that went back`
  const may = 'reject it, or say despite_debt (--despite-debt) where it was paid already'
  throw new DomainError('conflict', `${why}: ${may}.`)
}

/**
 * Whoever owes for credits whose payment went back takes nothing out: earnings that become their credits are what the
 * debt is collected from. Error: conflict.
 */
export async function demandNothingOwed(tx: Tx, owner: string | null): Promise<void> {
  const owed = await holdOwed(tx, owner)
  if (owed === 0n) return
  const why = `What was paid for ${formatCredits(owed)} credits of the owner of this host went back`
  const until = `until they are there again, earnings go to the owner's credits only (destination "${TO_CREDITS}")`
  throw new DomainError('conflict', `${why} after they were spent: ${until}.`)
}

/**
 * To be asked once the amount has left the host's balance, whose row then holds back other withdrawals of the host.
 * Error: conflict, where as many wait as may.
 */
export async function demandFewPending(tx: Tx, { limits, trust }: Terms, host: HostRow): Promise<void> {
  if (trust === 'own' || (await pendingOf(tx, host.host_id)) < limits.withdrawals_pending) return
  const waiting = `${limits.withdrawals_pending} withdrawals of this host wait for the operator`
  throw new DomainError('conflict', `${waiting}; another one is taken once one of them is paid or rejected.`)
}

/**
 * When a withdrawal may be paid (wall ms), null: at once. With strangers one to a destination that is new for the host
 * and for its owner's others waits a day, in which whoever was robbed of the credentials can say so.
 */
export async function payableAt(tx: Tx, terms: Terms, host: HostRow, destination: string): Promise<number | null> {
  if (terms.trust === 'own') return null
  const now = terms.clock.now()
  const wait = terms.limits.new_destination_hours * HOUR_MS
  const { host_id, owner_user_id } = host
  const known = await destinationKnown(tx, { host_id, owner: owner_user_id ?? '', destination, before: now - wait })
  return known ? null : now + wait
}

/** Error: conflict, while a withdrawal still waits. */
export function demandPayable(payable_at: number | null, now: number): void {
  if (payable_at === null || payable_at <= now) return
  const from = isoTime(payable_at)
  const message = `This withdrawal goes to a new destination: it may be paid from ${from} on, or rejected now.`
  throw new DomainError('conflict', message)
}
