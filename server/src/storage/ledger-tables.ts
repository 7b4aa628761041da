import type { PostingKind } from '../base/posting-kinds.ts'

export interface WithdrawalsTable {
  withdrawal_id: string
  host_id: string
  amount_nano: bigint
  /** Of that, promotional credits; they go to the owner's balance only. */
  promo_nano: bigint
  /** Where the money shall go, as the owner wrote it; `credits`: to the owner's balance here. */
  destination: string
  /** Pending amounts have left the host's balance; a rejected one has come back. */
  status: 'pending' | 'paid' | 'rejected'
  /** The operator's note of the payment, or of why not. */
  reference: string | null
  created_at: number
  resolved_at: number | null
  /** When the operator may pay it at the earliest; null: at once. */
  payable_at: number | null
  /** Who owned the host when it was asked for; null: nobody, or a server of before. */
  owner_user_id: string | null
  /** 1 where its owner has left: its destination is forgotten when it is resolved. */
  forget: number
}

/** `split`: a migration's, which told promotional credits from paid ones. */
export type LedgerKind = PostingKind | 'split'

export interface AccountsTable {
  account_id: string
  balance_nano: bigint
  /** 1 for accounts that can never go below zero (users, reserves, hosts). */
  floored: number
}

export interface LedgerTransactionsTable {
  transaction_id: string
  kind: LedgerKind
  job_id: string | null
  reason: string | null
  created_at: number
}

export interface LedgerEntriesTable {
  transaction_id: string
  account_id: string
  amount_nano: bigint
}

/** What a host earned in an hour and cannot take out yet. */
export interface PendingEarningsTable {
  host_id: string
  /** UTC, in hours since 1970-01-01. */
  hour: number
  paid_nano: bigint
  promo_nano: bigint
}

/** A job whose buyer says that its text is not worth what it cost. */
export interface DisputesTable {
  job_id: string
  user_id: string
  host_id: string
  reason: 'garbage' | 'truncated' | 'wrong_model' | 'other'
  text: string | null
  status: 'open' | 'refunded' | 'rejected'
  /** What is disputed of what the job cost, by all its hosts; of that of the host above promotional credits ... */
  charged_nano: bigint
  promo_charged_nano: bigint
  /** ... and that host's share of either kind, which is set aside while the dispute is open. */
  paid_nano: bigint
  promo_nano: bigint
  /** In which it was earned: UTC, in hours since 1970-01-01. */
  hour: number
  created_at: number
  decided_at: number | null
  /** What whoever decided says to both. */
  note: string | null
  /** By which a trusted host read the text; null where none did. */
  score_job_id: string | null
}

/** What a host had of a disputed text that another one ended. */
export interface DisputeSharesTable {
  job_id: string
  host_id: string
  charged_nano: bigint
  promo_charged_nano: bigint
  /** Set aside while the dispute is open. */
  paid_nano: bigint
  promo_nano: bigint
}
