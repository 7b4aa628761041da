import type { PostingKind } from '../../base/posting-kinds.ts'
import {
  type Credits,
  feesAccount,
  forfeitsAccount,
  hostAccount,
  issuanceAccount,
  KINDS,
  type Kind,
  kindOf,
  PAYOUTS,
  reserveAccount,
  type Stage,
  sumOf,
  userAccount,
} from './accounts.ts'

/** One line of a ledger transaction: `amount` is added to the account, in nano-credits. */
export interface Entry {
  account: string
  amount: bigint
}

/** A set of entries, balanced in each kind of credits, with its reason; nothing else is ever written to the ledger. */
export interface Posting {
  kind: PostingKind
  job_id?: string
  reason?: string
  entries: Entry[]
}

/** Issued to new users by the server itself, and not because somebody paid: promotional credits. */
export const SIGNUP_REASON = 'signup credits'

export interface Charge {
  /** tokens x price */
  gross: bigint
  /** 12 % of gross, rounded half up to a nano-credit. */
  fee: bigint
  /** What the host earns. */
  host: bigint
}

const FEE_PERCENT = 12n

/** The shares of a gross amount in nano-credits; fee + host = gross, exactly. */
export function splitGross(gross: bigint): Charge {
  const fee = (gross * FEE_PERCENT + 50n) / 100n
  return { gross, fee, host: gross - fee }
}

/**
 * Whose share is of which kind: a charge takes promotional credits first. Fee and host's share of both kinds together are
 * exactly those of the whole charge, whose fee alone is rounded.
 */
export function sharesByKind(promoReserved: bigint, shares: Charge): Record<Kind, Charge> {
  const promo = splitGross(shares.gross < promoReserved ? shares.gross : promoReserved)
  const paid = { gross: shares.gross - promo.gross, fee: shares.fee - promo.fee, host: shares.host - promo.host }
  return { paid, promo }
}

/** An amount by kind where promotional credits go first and there are so many of them. */
export function promoFirst(amount: bigint, promoThere: bigint): Credits {
  const promo = amount < promoThere ? amount : promoThere
  return { paid: amount - promo, promo }
}

/** New credits for a user. */
export function issue(userId: string, amount: bigint, reason: string, kind: Kind = 'paid'): Posting {
  const entries = [entry(userAccount(userId, kind), amount), entry(issuanceAccount(kind), -amount)]
  return balanced({ kind: 'issue', reason, entries })
}

/** Credits that a user has paid for: by its kind the ledger tells them from those that were given. */
export function purchase(userId: string, purchaseId: string, amount: bigint): Posting {
  const entries = [entry(userAccount(userId), amount), entry(issuanceAccount(), -amount)]
  return balanced({ kind: 'purchase', reason: `purchase ${purchaseId}`, entries })
}

/** Bought credits that leave again, since what was paid for them went back; `why` is `refund` or `dispute`. */
export function takeBack(userId: string, purchaseId: string, amount: bigint, why: string): Posting {
  const entries = [entry(userAccount(userId), -amount), entry(issuanceAccount(), amount)]
  return balanced({ kind: 'take-back', reason: `${why} ${purchaseId}`, entries })
}

/** Sets a job's most possible cost aside. */
export function reserve(userId: string, jobId: string, amount: Credits): Posting {
  const entries = byKind(
    (kind) => [entry(userAccount(userId, kind), -amount[kind]), entry(reserveAccount(userId, kind), amount[kind])],
    amount,
  )
  return balanced({ kind: 'reserve', job_id: jobId, entries })
}

/** Gives a job's whole reserve back. */
export function release(userId: string, jobId: string, reserved: Credits): Posting {
  const entries = byKind(
    (kind) => [entry(reserveAccount(userId, kind), -reserved[kind]), entry(userAccount(userId, kind), reserved[kind])],
    reserved,
  )
  return balanced({ kind: 'release', job_id: jobId, entries })
}

/** What one host gets of a charge. */
export interface HostShare {
  host_id: string
  charge: Charge
  kinds: Record<Kind, Charge>
}

/** A job's charge that one host earned; see `chargeShares`. */
export function charge(
  userId: string,
  jobId: string,
  host_id: string,
  reserved: Credits,
  shares: Charge,
  to: 'available' | 'pending' = 'available',
): Posting {
  const kinds = sharesByKind(reserved.promo, shares)
  return chargeShares(userId, jobId, reserved, [{ host_id, charge: shares, kinds }], to)
}

/**
 * Ends a job's reserve: the charge to hosts and platform, the rest back to the user, each in its kind; `to` says
 * whether hosts can take their shares out at once.
 */
export function chargeShares(
  userId: string,
  jobId: string,
  reserved: Credits,
  shares: readonly HostShare[],
  to: 'available' | 'pending',
): Posting {
  const gross = shares.reduce((sum, share) => sum + share.charge.gross, 0n)
  if (gross > sumOf(reserved))
    throw new RangeError(`charge ${gross} exceeds the reserve ${sumOf(reserved)} of ${jobId}`)
  const of = (kind: Kind, part: keyof Charge) => shares.reduce((sum, { kinds }) => sum + kinds[kind][part], 0n)
  const entries = byKind(
    (kind) => [
      entry(reserveAccount(userId, kind), -reserved[kind]),
      ...byHost(shares, kind).map(([host_id, amount]) => entry(hostAccount(host_id, kind, to), amount)),
      entry(feesAccount(kind), of(kind, 'fee')),
      entry(userAccount(userId, kind), reserved[kind] - of(kind, 'gross')),
    ],
    reserved,
  )
  return balanced({ kind: 'charge', job_id: jobId, entries })
}

/** One entry a host, who may have written two parts of a text. */
function byHost(shares: readonly HostShare[], kind: Kind): [string, bigint][] {
  const sums = new Map<string, bigint>()
  for (const { host_id, kinds } of shares) sums.set(host_id, (sums.get(host_id) ?? 0n) + kinds[kind].host)
  return [...sums]
}

/** Sets a host's earnings aside for a withdrawal; they count as gone until it is rejected. Paid credits only. */
export function withdraw(hostId: string, amount: bigint, reason: string): Posting {
  return balanced({ kind: 'withdraw', reason, entries: [entry(hostAccount(hostId), -amount), entry(PAYOUTS, amount)] })
}

/** Brings a rejected withdrawal back to the host, or to what it has frozen. */
export function returnWithdrawal(hostId: string, amount: bigint, reason: string, to: Stage = 'available'): Posting {
  const back = entry(hostAccount(hostId, 'paid', to), amount)
  return balanced({ kind: 'return', reason, entries: [entry(PAYOUTS, -amount), back] })
}

/** Moves a host's earnings to its owner's credits. */
export function transfer(hostId: string, userId: string, amount: Credits, reason: string): Posting {
  const entries = byKind((kind) => [
    entry(hostAccount(hostId, kind), -amount[kind]),
    entry(userAccount(userId, kind), amount[kind]),
  ])
  return balanced({ kind: 'transfer', reason, entries })
}

/** Sets what a host could take out, now or later, aside until an operator decides. */
export function freeze(hostId: string, from: { available: Credits; pending: Credits }, reason: string): Posting {
  const entries = byKind((kind) => [
    entry(hostAccount(hostId, kind), -from.available[kind]),
    entry(hostAccount(hostId, kind, 'pending'), -from.pending[kind]),
    entry(hostAccount(hostId, kind, 'frozen'), from.available[kind] + from.pending[kind]),
  ])
  return balanced({ kind: 'freeze', reason, entries })
}

/** Lets a host take out what was held. */
export function mature(hostId: string, amount: Credits, reason: string): Posting {
  return moved('mature', hostId, 'pending', 'available', amount, reason)
}

/** Sets a host's share of a job aside, from wherever it is, until a dispute is decided. */
export function dispute(hostId: string, jobId: string, from: Stage, share: Credits): Posting {
  return { ...moved('dispute', hostId, from, 'disputed', share, 'disputed'), job_id: jobId }
}

/** Gives a host's share of a job back to it. */
export function undispute(hostId: string, jobId: string, to: Stage, share: Credits): Posting {
  return { ...moved('undispute', hostId, 'disputed', to, share, 'dispute rejected'), job_id: jobId }
}

/** Brings back to a buyer all that a job cost: the host's share, which is set aside, and the platform's fee. */
export function refund(
  userId: string,
  jobId: string,
  hostId: string,
  charged: Record<Kind, Charge>,
  reason: string,
): Posting {
  const entries = byKind((kind) => [
    entry(hostAccount(hostId, kind, 'disputed'), -charged[kind].host),
    entry(feesAccount(kind), -charged[kind].fee),
    entry(userAccount(userId, kind), charged[kind].gross),
  ])
  return balanced({ kind: 'refund', job_id: jobId, reason, entries })
}

/** What the platform spends of its fees to see whether hosts run what they name, by an account of its own. */
export function verify(buyerId: string, amount: Credits): Posting {
  const entries = byKind((kind) => [
    entry(feesAccount(kind), -amount[kind]),
    entry(userAccount(buyerId, kind), amount[kind]),
  ])
  return balanced({ kind: 'verify', reason: 'verification of hosts', entries })
}

/** Gives frozen earnings back to their host. */
export function unfreeze(hostId: string, amount: Credits, reason: string): Posting {
  return moved('unfreeze', hostId, 'frozen', 'available', amount, reason)
}

/** Takes frozen earnings from their host for good. */
export function clawBack(hostId: string, amount: Credits, reason: string): Posting {
  const entries = byKind((kind) => [
    entry(hostAccount(hostId, kind, 'frozen'), -amount[kind]),
    entry(forfeitsAccount(kind), amount[kind]),
  ])
  return balanced({ kind: 'claw-back', reason, entries })
}

function moved(kind: PostingKind, hostId: string, from: Stage, to: Stage, amount: Credits, reason: string): Posting {
  const entries = byKind((of) => [
    entry(hostAccount(hostId, of, from), -amount[of]),
    entry(hostAccount(hostId, of, to), amount[of]),
  ])
  return balanced({ kind, reason, entries })
}

function entry(account: string, amount: bigint): Entry {
  return { account, amount }
}

/** `of`: where nothing of a kind is there, nothing of it moves; most jobs are of one kind. */
function byKind(lines: (kind: Kind) => Entry[], of?: Credits): Entry[] {
  return KINDS.filter((kind) => of?.[kind] !== 0n).flatMap(lines)
}

/** Drops zero lines and sorts by account, so that concurrent transactions lock accounts in one order. */
function balanced(posting: Posting): Posting {
  const entries = posting.entries.filter((line) => line.amount !== 0n)
  const sums = { paid: 0n, promo: 0n }
  for (const { account, amount } of entries) sums[kindOf(account)] += amount
  if (sums.paid !== 0n || sums.promo !== 0n)
    throw new RangeError(`posting ${posting.kind} does not balance: ${sums.paid}, ${sums.promo} promotional`)
  return { ...posting, entries: entries.sort((a, b) => (a.account < b.account ? -1 : 1)) }
}
