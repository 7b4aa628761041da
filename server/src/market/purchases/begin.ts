import { formatCredits, MAX_NANO } from '@mkt/schemas'
import { z } from 'zod'
import { lockUser } from '../../accounts/user-store.ts'
import { DomainError, InvariantError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { type Intent, once, recall } from '../idempotency/once.ts'
import { removeKeyBefore } from '../idempotency/store.ts'
import { sumOf } from '../ledger/accounts.ts'
import { reservedOf, spendableOf } from '../ledger/store.ts'
import { demandFew } from './demand-few.ts'
import { amountOf } from './money.ts'
import type { Payments } from './provider.ts'
import { failPurchase, insertPurchase, type PurchaseRow, purchaseById } from './purchase-store.ts'

/** How long a checkout can be paid. */
const CHECKOUT_MS = 3_600_000
/** Stripe opens none that ends within half an hour; a minute more for two clocks. */
const OPENABLE_MS = 1_860_000
/** What the key of an intent stands for until the checkout is open: so that a repetition goes on with the same one. */
const begun = z.object({ purchase_id: z.string() })

export interface Buyer {
  user_id: string
  /** Nano-credits. */
  credits: bigint
  intent: Intent | undefined
  return_url: string
}

/** The purchase that the buyer's key began already, or a new one. Errors: those of buyCredits, but the provider's. */
export async function begin(market: Market, { provider, price }: Payments, buyer: Buyer): Promise<PurchaseRow> {
  const { database, clock, ids, limits } = market
  const now = clock.now()
  const { user_id, credits: credits_nano } = buyer
  const { purchase_id } = await database.transaction(async (tx) => {
    await dropStale(tx, buyer.intent, now)
    return await once(tx, buyer.intent, begun, now, async () => {
      const user = await lockUser(tx, user_id)
      if (!user || user.deleted_at !== null)
        throw new DomainError('unauthorized', 'The account of these credentials was closed meanwhile.')
      const held = sumOf(await spendableOf(tx, user_id)) + sumOf(await reservedOf(tx, user_id))
      if (held + credits_nano > MAX_NANO)
        throw wrongAmount(`would make your balance more than ${formatCredits(MAX_NANO)}`)
      await demandFew(tx, limits, user_id, now)
      const terms = { credits_nano, amount_minor: amountOf(credits_nano, price), currency: price.currency }
      const times = { created_at: now, expires_at: now + CHECKOUT_MS }
      const row = { purchase_id: ids.next('pur'), user_id, provider: provider.name, ...terms, ...times }
      await insertPurchase(tx, row)
      return { purchase_id: row.purchase_id }
    })
  })
  const row = await purchaseById(database, purchase_id)
  if (!row) throw new InvariantError(`purchase ${purchase_id} is not there`)
  return row
}

/** Without a page to pay on, and too late for one: the key begins another purchase. */
async function dropStale(tx: Tx, intent: Intent | undefined, now: number): Promise<void> {
  const known = await recall(tx, intent, begun, now)
  const row = known && (await purchaseById(tx, known.purchase_id))
  if (row && row.checkout_url === null && row.expires_at - now < OPENABLE_MS) await abandon(tx, intent, row)
}

/** The purchase has failed, and the key that began it is free; not a purchase that the key has begun since. */
export async function abandon(tx: Tx, intent: Intent | undefined, row: PurchaseRow): Promise<void> {
  await failPurchase(tx, row.purchase_id)
  if (intent) await removeKeyBefore(tx, intent, row.created_at + 1)
}

export function wrongAmount(message: string): DomainError {
  const details = [{ path: 'body.credits', message }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}
