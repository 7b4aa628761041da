/** One line of a ledger transaction: `amount` is added to the account, in nano-credits. */
export interface Entry {
  account: string
  amount: bigint
}

/** A balanced set of entries with its reason; nothing else is ever written to the ledger. */
export interface Posting {
  kind: 'issue' | 'purchase' | 'take-back' | 'reserve' | 'release' | 'charge' | 'withdraw' | 'return' | 'transfer'
  job_id?: string
  reason?: string
  entries: Entry[]
}

export const userAccount = (userId: string) => `user:${userId}`
export const reserveAccount = (userId: string) => `reserve:${userId}`
export const hostAccount = (hostId: string) => `host:${hostId}`
export const FEES = 'platform:fees'
/** Goes below zero by what was issued; with it all accounts sum to zero. */
export const ISSUANCE = 'platform:issuance'

/** Issued to new users by the server itself, and not because somebody paid. */
export const SIGNUP_REASON = 'signup credits'

/** What left the platform for hosts' owners, pending withdrawals included. */
export const PAYOUTS = 'platform:payouts'

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

/** New credits for a user. */
export function issue(userId: string, amount: bigint, reason: string): Posting {
  return balanced({ kind: 'issue', reason, entries: [entry(userAccount(userId), amount), entry(ISSUANCE, -amount)] })
}

/** Credits that a user has paid for: by its kind the ledger tells them from those that were given. */
export function purchase(userId: string, purchaseId: string, amount: bigint): Posting {
  const entries = [entry(userAccount(userId), amount), entry(ISSUANCE, -amount)]
  return balanced({ kind: 'purchase', reason: `purchase ${purchaseId}`, entries })
}

/** Bought credits that leave again, since what was paid for them went back; `why` is `refund` or `dispute`. */
export function takeBack(userId: string, purchaseId: string, amount: bigint, why: string): Posting {
  const entries = [entry(userAccount(userId), -amount), entry(ISSUANCE, amount)]
  return balanced({ kind: 'take-back', reason: `${why} ${purchaseId}`, entries })
}

/** Sets a job's most possible cost aside. */
export function reserve(userId: string, jobId: string, amount: bigint): Posting {
  const entries = [entry(userAccount(userId), -amount), entry(reserveAccount(userId), amount)]
  return balanced({ kind: 'reserve', job_id: jobId, entries })
}

/** Gives a job's whole reserve back. */
export function release(userId: string, jobId: string, reserved: bigint): Posting {
  const entries = [entry(reserveAccount(userId), -reserved), entry(userAccount(userId), reserved)]
  return balanced({ kind: 'release', job_id: jobId, entries })
}

/** Ends a job's reserve: the charge to host and platform, the rest back to the user. */
export function charge(userId: string, jobId: string, hostId: string, reserved: bigint, shares: Charge): Posting {
  if (shares.gross > reserved)
    throw new RangeError(`charge ${shares.gross} exceeds the reserve ${reserved} of ${jobId}`)
  const entries = [
    entry(reserveAccount(userId), -reserved),
    entry(hostAccount(hostId), shares.host),
    entry(FEES, shares.fee),
    entry(userAccount(userId), reserved - shares.gross),
  ]
  return balanced({ kind: 'charge', job_id: jobId, entries })
}

/** Sets a host's earnings aside for a withdrawal; they count as gone until it is rejected. */
export function withdraw(hostId: string, amount: bigint, reason: string): Posting {
  return balanced({ kind: 'withdraw', reason, entries: [entry(hostAccount(hostId), -amount), entry(PAYOUTS, amount)] })
}

/** Brings a rejected withdrawal back to the host. */
export function returnWithdrawal(hostId: string, amount: bigint, reason: string): Posting {
  return balanced({ kind: 'return', reason, entries: [entry(PAYOUTS, -amount), entry(hostAccount(hostId), amount)] })
}

/** Moves a host's earnings to its owner's credits. */
export function transfer(hostId: string, userId: string, amount: bigint, reason: string): Posting {
  const entries = [entry(hostAccount(hostId), -amount), entry(userAccount(userId), amount)]
  return balanced({ kind: 'transfer', reason, entries })
}

function entry(account: string, amount: bigint): Entry {
  return { account, amount }
}

/** Drops zero lines and sorts by account, so that concurrent transactions lock accounts in one order. */
function balanced(posting: Posting): Posting {
  const sum = posting.entries.reduce((total, line) => total + line.amount, 0n)
  if (sum !== 0n) throw new RangeError(`posting ${posting.kind} does not balance: ${sum}`)
  const entries = posting.entries.filter((line) => line.amount !== 0n)
  return { ...posting, entries: entries.sort((a, b) => (a.account < b.account ? -1 : 1)) }
}
