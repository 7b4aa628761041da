import { type createdPurchase, formatCredits, MAX_NANO } from '@mkt/schemas'
import { z } from 'zod'
import { lockUser } from '../../accounts/user-store.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError, InvariantError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { type Intent, once } from '../idempotency/once.ts'
import { forgetKey } from '../idempotency/store.ts'
import { reserveAccount, userAccount } from '../ledger/postings.ts'
import { balanceOf } from '../ledger/store.ts'
import { amountOf, formatAmount } from './money.ts'
import type { OpenedCheckout, Payments } from './provider.ts'
import { failPurchase, insertPurchase, type PurchaseRow, purchaseById, savePurchaseCheckout } from './purchase-store.ts'

/** How long a checkout can be paid. */
const CHECKOUT_MS = 3_600_000
const RETRY_AFTER_S = 30
/** What the key of an intent stands for until the checkout is open: so that a repetition goes on with the same one. */
const begun = z.object({ purchase_id: z.string() })

export interface Buyer {
  user_id: string
  /** Nano-credits. */
  credits: bigint
  intent: Intent | undefined
  return_url: string
}

type Created = z.output<typeof createdPurchase>

/**
 * Begins a purchase and opens its checkout. The purchase is kept before the provider hears of it, so that no payment
 * comes that nobody knows; the provider is asked outside of any transaction. Errors: invalid_request (amount),
 * payments_unavailable, conflict (the same is under way), idempotency_conflict, unauthorized.
 */
export async function buyCredits(market: Market, payments: Payments, buyer: Buyer): Promise<Created> {
  demandAmount(payments, buyer.credits)
  const row = await begin(market, payments, buyer)
  if (row.checkout_url !== null) return describe(row, row.checkout_url)
  const { purchase_id, amount_minor, currency, expires_at } = row
  const title = `${formatCredits(row.credits_nano)} credits`
  const checkout = { purchase_id, title, amount_minor, currency, expires_at, return_url: buyer.return_url }
  const opened = await payments.provider.open(checkout)
  if ('refused' in opened) return await giveUp(market, buyer, row, opened)
  await market.database.transaction((tx) => savePurchaseCheckout(tx, purchase_id, opened.checkout_id, opened.url))
  return describe(row, opened.url)
}

async function begin(market: Market, { provider, price }: Payments, buyer: Buyer): Promise<PurchaseRow> {
  const { database, clock, ids } = market
  const now = clock.now()
  const { user_id, credits: credits_nano } = buyer
  const { purchase_id } = await database.transaction((tx) =>
    once(tx, buyer.intent, begun, now, async () => {
      const user = await lockUser(tx, user_id)
      if (!user || user.deleted_at !== null)
        throw new DomainError('unauthorized', 'The account of these credentials was closed meanwhile.')
      const held = (await balanceOf(tx, userAccount(user_id))) + (await balanceOf(tx, reserveAccount(user_id)))
      if (held + credits_nano > MAX_NANO)
        throw wrongAmount(`would make your balance more than ${formatCredits(MAX_NANO)}`)
      const terms = { credits_nano, amount_minor: amountOf(credits_nano, price), currency: price.currency }
      const times = { created_at: now, expires_at: now + CHECKOUT_MS }
      const row = { purchase_id: ids.next('pur'), user_id, provider: provider.name, ...terms, ...times }
      await insertPurchase(tx, row)
      return { purchase_id: row.purchase_id }
    }),
  )
  const row = await purchaseById(database, purchase_id)
  if (!row) throw new InvariantError(`purchase ${purchase_id} is not there`)
  return row
}

/** What can be tried again with the same key stays as it is; anything else has failed, and its key is free again. */
async function giveUp(
  { database, log }: Market,
  { intent }: Buyer,
  { purchase_id }: PurchaseRow,
  { refused, why }: Extract<OpenedCheckout, { refused: string }>,
): Promise<never> {
  const again = intent !== undefined && (refused === 'busy' || refused === 'unreachable')
  if (!again) {
    await database.transaction(async (tx) => {
      await failPurchase(tx, purchase_id)
      if (intent) await forgetKey(tx, intent)
    })
  }
  if (refused === 'amount') throw wrongAmount(`cannot be paid for: ${why}`)
  if (refused === 'busy')
    throw new DomainError('conflict', 'The same request is being handled; try again.', { retryAfterS: 1 })
  log.error({ purchase_id, refused, why }, 'no checkout could be opened')
  const message =
    refused === 'unreachable'
      ? 'The payment service does not answer; nothing was bought. Try again in a moment.'
      : 'The payment service does not accept what this server asks; nothing was bought, and the operator has to mend it.'
  throw new DomainError('payments_unavailable', message, { retryAfterS: RETRY_AFTER_S })
}

function demandAmount({ least_nano, most_nano }: Payments, credits: bigint): void {
  if (credits >= least_nano && credits <= most_nano) return
  throw wrongAmount(`must be from ${formatCredits(least_nano)} to ${formatCredits(most_nano)} in one purchase`)
}

function wrongAmount(message: string): DomainError {
  const details = [{ path: 'body.credits', message }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}

function describe(row: PurchaseRow, checkout_url: string): Created {
  return {
    purchase_id: row.purchase_id,
    status: 'pending',
    credits: row.credits_nano,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    checkout_url,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
  }
}
