import { createUser } from '../../accounts/sign-up.ts'
import { InvariantError } from '../../base/errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { KINDS, type Kind, sumOf } from '../ledger/accounts.ts'
import { verify } from '../ledger/postings.ts'
import { post, spendableOf, spendableOfAll } from '../ledger/store.ts'
import { welcomeWith } from '../welcome.ts'
import { buyers, insertBuyer } from './buyer-store.ts'
import { addSpending, feesOf, spentOf } from './spending-store.ts'

/** Enough that a host is proven by jobs of several, and that none of them queues much. */
const BUYERS = 8
const FEE_PARTS = 12n

/** The accounts by which the platform buys as customers do; made when they are first needed. */
async function platformBuyers(market: Pick<Market, 'database' | 'clock' | 'ids'>): Promise<string[]> {
  const known = await buyers(market.database)
  if (known.length >= BUYERS) return known
  return await market.database.transaction(async (tx) => {
    const all = await buyers(tx)
    while (all.length < BUYERS) all.push(await makeBuyer(tx, market))
    return all
  })
}

/** Nobody can log in with it: no password has this hash, and its address leads nowhere. */
async function makeBuyer(tx: Tx, { clock, ids }: Pick<Market, 'clock' | 'ids'>): Promise<string> {
  const username = ids.next('usr').slice(4)
  const form = { username, email: `${username}@verification.invalid`, password_hash: '-', role: 'user' as const }
  const { user_id } = await createUser(tx, { clock, ids, welcome: welcomeWith({ clock, ids }, 0n) }, form)
  await insertBuyer(tx, user_id)
  return user_id
}

/**
 * Sees that a buyer of the platform's can pay for a job, from the fees: of each kind of credits no more than `share` of
 * what was ever sold, of which the fees are twelve hundredths. False where that is spent.
 */
export async function fund(tx: Tx, deps: Market, buyer: string, amount: bigint, share: number): Promise<boolean> {
  const short = amount - sumOf(await spendableOf(tx, buyer))
  if (short <= 0n) return true
  for (const kind of KINDS) {
    if ((await leftOf(tx, kind, share)) < short) continue
    const moved = { paid: 0n, promo: 0n, [kind]: short }
    const refusal = await post(tx, verify(buyer, moved), deps.ids.next('ltx'), deps.clock.now())
    if (refusal) throw new InvariantError(`verification would take ${refusal.short} below zero`)
    await addSpending(tx, kind, short)
    return true
  }
  return false
}

/** Those of the platform's buyers that have as much over from earlier checks; all, where none has. */
export async function buyersWith(
  market: Pick<Market, 'database' | 'clock' | 'ids'>,
  amount: bigint,
): Promise<readonly string[]> {
  const all = await platformBuyers(market)
  const balances = await spendableOfAll(market.database, all)
  const rich = all.filter((buyer) => (balances.get(buyer) ?? 0n) >= amount)
  return rich.length > 0 ? rich : all
}

/** What they have over together: reserves are larger than what is charged of them. */
export async function idleOfBuyers(reader: Reader): Promise<bigint> {
  const balances = await spendableOfAll(reader, await buyers(reader))
  return [...balances.values()].reduce((sum, balance) => sum + balance, 0n)
}

/** The most that a single check could be paid from now. */
export async function leftForChecks(reader: Reader, share: number): Promise<bigint> {
  const [paid, promo] = [await leftOf(reader, 'paid', share), await leftOf(reader, 'promo', share)]
  return paid > promo ? paid : promo
}

async function leftOf(reader: Reader, kind: Kind, share: number): Promise<bigint> {
  const [spent, fees] = [await spentOf(reader, kind), await feesOf(reader, kind)]
  const sold = ((fees + spent) * 100n) / FEE_PARTS
  const left = (sold * BigInt(Math.round(share * 1_000_000))) / 1_000_000n - spent
  return left < fees ? left : fees
}
