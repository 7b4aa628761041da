import { type createdPurchase, formatCredits } from '@mkt/schemas'
import type { z } from 'zod'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { abandon, type Buyer, begin, wrongAmount } from './begin.ts'
import { formatAmount } from './money.ts'
import type { OpenedCheckout, Payments } from './provider.ts'
import { type PurchaseRow, savePurchaseCheckout } from './purchase-store.ts'

const RETRY_AFTER_S = 30

type Created = z.output<typeof createdPurchase>

/**
 * Begins a purchase and opens its checkout. The purchase is kept before the provider hears of it, so that no payment
 * comes that nobody knows; the provider is asked outside of any transaction. Errors: invalid_request (amount),
 * payments_unavailable, conflict (the same is under way), idempotency_conflict, rate_limited, unauthorized.
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

/** What can be tried again with the same key stays as it is; anything else has failed, and its key is free again. */
async function giveUp(
  { database, log }: Market,
  { intent }: Buyer,
  row: PurchaseRow,
  { refused, why }: Extract<OpenedCheckout, { refused: string }>,
): Promise<never> {
  const again = intent !== undefined && (refused === 'busy' || refused === 'unreachable')
  if (!again) await database.transaction((tx) => abandon(tx, intent, row))
  if (refused === 'amount') throw wrongAmount(`cannot be paid for: ${why}`)
  if (refused === 'busy')
    throw new DomainError('conflict', 'The same request is being handled; try again.', { retryAfterS: 1 })
  log.error({ purchase_id: row.purchase_id, refused, why }, 'no checkout could be opened')
  throw new DomainError('payments_unavailable', UNAVAILABLE[refused], { retryAfterS: RETRY_AFTER_S })
}

const UNAVAILABLE = {
  unreachable: 'The payment service does not answer; nothing was bought. Try again in a moment.',
  failed: 'The payment service failed; nothing was bought, and nothing was charged. Try again in a moment.',
  'not allowed':
    'The payment service does not accept what this server asks; nothing was bought, and the operator has to mend it.',
}

function demandAmount({ least_nano, most_nano }: Payments, credits: bigint): void {
  if (credits >= least_nano && credits <= most_nano) return
  throw wrongAmount(`must be from ${formatCredits(least_nano)} to ${formatCredits(most_nano)} in one purchase`)
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
