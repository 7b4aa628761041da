export interface PurchasesTable {
  purchase_id: string
  user_id: string
  /** Which PaymentProvider takes the money. */
  provider: string
  /** The provider's id of the checkout; null until it has made one. */
  checkout_id: string | null
  checkout_url: string | null
  /** The provider's id of the payment, by which refunds and disputes name it; null until it is known. */
  payment_id: string | null
  status: 'pending' | 'paid' | 'expired' | 'failed' | 'refunded' | 'disputed'
  credits_nano: bigint
  /** In the smallest unit of the currency (cents, yen). */
  amount_minor: number
  /** ISO 4217, lower case. */
  currency: string
  /** Of the amount, what refunds were made of so far, those that failed among them ... */
  refunded_minor: number
  /** ... and what of it did not reach the buyer and is here again. */
  failed_minor: number
  /** 1 while its bank has the money for a dispute, whatever the status is. */
  disputed: number
  /** Credits taken back after a refund or dispute ... */
  taken_back_nano: bigint
  /** ... and those that should have been, but were spent by then. */
  owed_nano: bigint
  created_at: number
  expires_at: number
  paid_at: number | null
}

/** Everything that a payment provider told and that concerns a purchase, or should. */
export interface PaymentEventsTable {
  /** The provider's own: an event that comes again is known by it. */
  event_id: string
  type: string
  purchase_id: string | null
  /** `refused`: money moved in a way that no purchase here explains; an operator has to look. */
  outcome: 'applied' | 'ignored' | 'refused'
  note: string | null
  received_at: number
}

/** What was told of a purchase's refunds: their sum, or of one that failed how much it was; the other is 0. */
export interface RefundsToldTable {
  purchase_id: string
  event_id: string
  /** When the provider said it. */
  said_at: number
  refunded_minor: number
  failed_minor: number
}

/** A dispute of a payment that was not told yet; of another product's it is forgotten after a while. */
export interface EarlyDisputesTable {
  payment_id: string
  event_id: string
  type: string
  currency: string
  told_at: number
}

/** What a user's jobs that ended on a day used. */
export interface UsageDaysTable {
  user_id: string
  /** UTC, in days since 1970-01-01. */
  day: number
  model: string
  /** The token that submitted them, `password`, or '' where that was not recorded yet. */
  token_id: string
  jobs: number
  tokens: number
  prompt_tokens: number
  charged_nano: bigint
}

/** What a host earned from the jobs that ended on a day. */
export interface EarningDaysTable {
  host_id: string
  /** UTC, in days since 1970-01-01. */
  day: number
  model: string
  jobs: number
  tokens: number
  earned_nano: bigint
}

/** What a user wants to be told of their spending; null: not this. */
export interface SpendingAlertsTable {
  user_id: string
  day_nano: bigint | null
  month_nano: bigint | null
  balance_nano: bigint | null
  /** The UTC day, in days since 1970-01-01, of which it was told, and when. */
  day_told: number | null
  day_told_at: number | null
  /** The first day of the UTC month of which it was told, and when. */
  month_told: number | null
  month_told_at: number | null
  /** Since when it is told that less is left; null again once there is more. */
  balance_told_at: number | null
}
