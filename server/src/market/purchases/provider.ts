import type { CreditPrice } from './money.ts'

/** What is to be paid. A repetition with the same purchase_id opens the same checkout. */
export interface Checkout {
  purchase_id: string
  /** As the person who pays reads it: `50 credits`. */
  title: string
  /** In the smallest unit of the currency. */
  amount_minor: number
  currency: string
  expires_at: number
  /** Where the browser goes afterwards, paid or not. */
  return_url: string
}

/**
 * A checkout where a person can pay, or why there is none: the amount is none that the provider takes, the same
 * request is being handled, the provider does not answer, it failed and would say so again for this purchase, or it
 * does not let this server do it.
 */
export type OpenedCheckout =
  | { checkout_id: string; url: string }
  | { refused: 'amount' | 'busy' | 'unreachable' | 'failed' | 'not allowed'; why: string }

/**
 * What became of a payment. Amounts are in the smallest unit of the currency; `refunded_minor` counts all refunds that
 * had not failed when it was said.
 */
export type PaymentChange =
  | { kind: 'paid'; amount_minor: number; currency: string }
  | { kind: 'expired' | 'failed' }
  | { kind: 'refunded'; amount_minor: number; currency: string; refunded_minor: number }
  | { kind: 'disputed'; amount_minor: number | undefined; currency: string }
  /** A refund that was told did not reach the buyer: of so much, or of all that was refunded where that is not said. */
  | { kind: 'refund failed'; refunded_minor: number | undefined }
  /** A dispute ended for us: what was taken back for it was for nothing. */
  | { kind: 'dispute won' }

export interface PaymentEvent {
  event_id: string
  type: string
  /** When the provider said it (wall ms), perhaps long before it arrives; undefined: as it arrives. */
  said_at?: number | undefined
  /** What the checkout carried, if it was one of ours. */
  purchase_id: string | undefined
  /** By which later events name the payment. */
  payment_id: string | undefined
  /** Undefined: nothing that matters to a purchase. */
  change: PaymentChange | undefined
}

/** Who takes money for credits. */
export interface PaymentProvider {
  name: string
  open(checkout: Checkout): Promise<OpenedCheckout>
  /** Reads what the provider tells by itself; undefined where its signature is not right or not fresh. */
  read(body: Buffer, signature: string, now: number): PaymentEvent | undefined
}

/** How this server sells credits. */
export interface Payments {
  provider: PaymentProvider
  price: CreditPrice
  /** Of one purchase, in nano-credits. */
  least_nano: bigint
  most_nano: bigint
}
