import { z } from 'zod'
import { userId } from './account.ts'
import { credits, creditsGiven } from './credits.ts'
import { id, limit, offset, timestamp } from './text.ts'

export const purchaseId = id('pur')
export const purchaseStatus = z.enum(['pending', 'paid', 'expired', 'failed', 'refunded', 'disputed'])
export type PurchaseStatus = z.infer<typeof purchaseStatus>

export const newPurchase = z
  .object({ credits: creditsGiven.refine((nano) => nano > 0n, { error: 'must be more than 0' }) })
  .meta({ id: 'NewPurchase' })

const amount = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,3})?$/)
  .meta({ description: 'What is paid, in the currency; a string, so that it stays exact.', example: '0.50' })
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .meta({ description: 'ISO 4217, lower case.', example: 'usd' })

/** A purchase that waits for its payment at `checkout_url`. */
export const createdPurchase = z
  .object({
    purchase_id: purchaseId,
    status: purchaseStatus,
    credits,
    amount,
    currency,
    checkout_url: z.url(),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'CreatedPurchase' })

/**
 * pending -> paid, expired or failed; a payment that comes late makes either of these paid. paid -> refunded or
 * disputed, which takes its credits back as far as they are left; `credits_owed` is the rest. `checkout_url` is there
 * only while it is pending.
 */
export const purchase = z
  .object({
    purchase_id: purchaseId,
    status: purchaseStatus,
    credits,
    amount,
    currency,
    checkout_url: z.url().nullable(),
    amount_refunded: amount,
    credits_taken_back: credits,
    credits_owed: credits,
    created_at: timestamp,
    expires_at: timestamp,
    paid_at: timestamp.nullable(),
  })
  .meta({ id: 'Purchase' })
export type Purchase = z.infer<typeof purchase>
export const purchaseList = z.object({ purchases: z.array(purchase), total: z.int() })
export const purchaseQuery = z.object({ limit, offset })

/** As an operator sees it: with whose it is and what the payment provider calls it. */
export const adminPurchase = purchase
  .omit({ checkout_url: true })
  .extend({ user_id: userId, provider: z.string(), payment_id: z.string().nullable() })
  .meta({ id: 'AdminPurchase' })

/** What a payment provider told and no purchase explains: an operator has to look at it there. */
export const refusedPayment = z
  .object({
    event_id: z.string(),
    type: z.string(),
    purchase_id: z.string().nullable(),
    note: z.string(),
    received_at: timestamp,
  })
  .meta({ id: 'RefusedPayment' })
export const adminPurchaseList = z.object({
  purchases: z.array(adminPurchase),
  total: z.int(),
  refused_payments: z.array(refusedPayment).meta({ description: 'The newest 100, of all purchases.' }),
})
export const adminPurchaseQuery = z.object({ status: purchaseStatus.optional(), limit, offset })
