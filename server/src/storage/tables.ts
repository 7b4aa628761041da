import type { FinishReason } from '@mkt/schemas'
import type { ActTables } from './act-tables.ts'
import type { BatchTables } from './batch-tables.ts'
import type {
  EarlyDisputesTable,
  EarningDaysTable,
  PaymentEventsTable,
  PurchasesTable,
  RefundsToldTable,
  SpendingAlertsTable,
  UsageDaysTable,
} from './billing-tables.ts'
import type { ConversationTables } from './conversation-tables.ts'
import type { CredentialTables } from './credential-tables.ts'
import type {
  DocumentCorrectionsTable,
  DocumentReportsTable,
  DocumentSubjectsTable,
  DocumentsTable,
  DocumentTasksTable,
  DocumentThumbnailsTable,
  DocumentTypesTable,
} from './document-tables.ts'
import type { HoldingColumns } from './holding-columns.ts'
import type { HostModelsTable } from './host-model-tables.ts'
import type {
  AccountsTable,
  DisputeSharesTable,
  DisputesTable,
  LedgerEntriesTable,
  LedgerTransactionsTable,
  PendingEarningsTable,
  WithdrawalsTable,
} from './ledger-tables.ts'
import type { JobPartsTable } from './part-tables.ts'
import type { ServerTables } from './server-tables.ts'
import type { HostProofsTable, ModelSalesTable, ReportedFailuresTable } from './trust-tables.ts'
import type { VerificationTables } from './verification-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/**
 * The tables as code sees them. `_at` columns are epoch milliseconds, `_nano` columns bigint nano-credits, flags 0 or
 * 1, `_json` columns JSON text. Both dialects hold the same.
 */
export interface Tables
  extends WebhookTables,
    ActTables,
    BatchTables,
    ConversationTables,
    CredentialTables,
    ServerTables,
    VerificationTables {
  users: UsersTable
  hosts: HostsTable
  host_models: HostModelsTable
  jobs: JobsTable
  job_outputs: JobOutputsTable
  job_parts: JobPartsTable
  /** Bytes of texts that are kept of a user's jobs. */
  stored_texts: { user_id: string; bytes: number }
  job_exclusions: JobExclusionsTable
  models: ModelsTable
  model_aliases: ModelAliasesTable
  queues: QueuesTable
  accounts: AccountsTable
  ledger_transactions: LedgerTransactionsTable
  ledger_entries: LedgerEntriesTable
  /** Postgres: what is to be added to the balances of accounts that all settlements move. */
  account_moves: { account_id: string; amount_nano: bigint }
  idempotency_keys: IdempotencyKeysTable
  withdrawals: WithdrawalsTable
  pending_earnings: PendingEarningsTable
  disputes: DisputesTable
  dispute_shares: DisputeSharesTable
  purchases: PurchasesTable
  payment_events: PaymentEventsTable
  early_disputes: EarlyDisputesTable
  refunds_told: RefundsToldTable
  usage_days: UsageDaysTable
  spending_alerts: SpendingAlertsTable
  earning_days: EarningDaysTable
  host_proofs: HostProofsTable
  model_sales: ModelSalesTable
  reported_failures: ReportedFailuresTable
  documents: DocumentsTable
  document_subjects: DocumentSubjectsTable
  document_corrections: DocumentCorrectionsTable
  document_tasks: DocumentTasksTable
  document_types: DocumentTypesTable
  document_reports: DocumentReportsTable
  document_thumbnails: DocumentThumbnailsTable
  document_leftovers: { document_id: string; noted_at: number }
  /** Accounts that have ended and of which something is still to be erased. */
  erasures: { user_id: string; noted_at: number }
}

export interface IdempotencyKeysTable {
  user_id: string
  endpoint: string
  key: string
  /** SHA-256 of the request's body. */
  fingerprint: string
  /** The success answer; empty only inside the transaction that makes it. */
  answer_json: string
  created_at: number
}

export interface UsersTable {
  user_id: string
  username: string
  /** Lower case: two names that differ by case are one. */
  username_key: string
  email: string
  /** The address in lower case where it holds against others, else `unverified:` and the user's id. */
  email_key: string
  /** When its user followed the link that was sent to it. */
  email_verified_at: number | null
  /** Since when logins need a code of an app. */
  second_factor_at: number | null
  password_hash: string
  role: 'user' | 'admin'
  total_jobs: number
  /** Bytes of prompts that are kept of the user's jobs; of the texts, see stored_texts. */
  stored_bytes: number
  created_at: number
  /** 1 where an operator has shut the account out. */
  disabled: number
  /** When it was shut out, or ended. */
  shut_out_at: number | null
  /** When the user ended the account: name, address and password are erased, the ledger stays. */
  deleted_at: number | null
}

export interface HostsTable extends HoldingColumns {
  host_id: string
  owner_user_id: string | null
  gpu: string
  backend: 'huggingface' | 'langchain' | 'worker'
  endpoint_url: string | null
  price_nano: bigint
  /** What it asks for a token that it reads. */
  input_price_nano: bigint
  max_tokens: number
  status: 'active' | 'inactive'
  paused: number
  gpu_utilization: number | null
  registered_at: number
  last_heartbeat_at: number
  jobs_completed: number
  jobs_failed: number
  tokens_total: number
  /** All that it was ever paid; withdrawals do not lower it. */
  earned_nano: bigint
  /** Moving average over completed jobs, null before the first. */
  tokens_per_second: number | null
  /** Moving average of ends, 1 completed and 0 failed by the host; starts at 1. */
  success_rate: number
  /** 1 while it seems to bill tokens that its text does not hold: it is routed last. */
  flagged: number
  /** 1 where the operator vouches for it: what others say is compared with what it says. */
  trusted: number
  /** 1 where it was shown to run a model that it names: before others at the same price. */
  verified: number
  /** 0, or shut out: the sum of 1 by an operator, 2 since its owner is, 4 by a verdict. */
  disabled: number
  /** Since when. */
  shut_out_at: number | null
  /** When it fell silent without goodbye; null from the next heartbeat on. */
  down_since: number | null
  /** What its engines can do: see capability-mask.ts. */
  capabilities: number
}

export interface JobsTable {
  job_id: string
  user_id: string
  model: string
  state: 'queued' | 'running' | 'completed' | 'failed'
  input_text: string
  max_tokens: number
  temperature: number
  /** The buyer's guard: no host above this price gets the job. */
  price_limit_nano: bigint
  /** What its buyer named as the most for a token that is generated, and for one that is read; null: nothing. */
  max_price_nano: bigint | null
  max_input_price_nano: bigint | null
  reserved_nano: bigint
  /** Of that, promotional credits, which are charged first. */
  reserved_promo_nano: bigint
  /** The dearest price of a generated token that the reserve covers, and of one that is read. */
  price_cap_nano: bigint
  input_cap_nano: bigint
  /** UTF-8 bytes of what is asked: no more tokens of it are billed. */
  prompt_bytes: number
  target_host_id: string | null
  /** The hosts that may run it, each between spaces; null for any. */
  only_hosts: string | null
  not_hosts: string | null
  created_at: number
  /** Claims so far; the running or last attempt's number. */
  attempt: number
  /** Attempts that failed, hand-backs excluded. */
  failures: number
  /** After a failure among strangers only hosts of at least this standing may try again; see trust/standing.ts ... */
  least_standing: number
  /** ... until this moment (wall ms); null: whoever may at all. */
  standing_until: number | null
  host_id: string | null
  instance: string | null
  /** The host's prices when it claimed, frozen. */
  price_nano: bigint | null
  input_price_nano: bigint | null
  started_at: number | null
  /** When the first piece of its text came, as far as that was noted: for people to look at. */
  first_piece_at: number | null
  finished_at: number | null
  charged_nano: bigint
  earned_nano: bigint
  tokens_generated: number
  finish_reason: FinishReason | null
  error: string | null
  /** What the host said of its failure, in its own words; null where the reason is ours, or the texts were erased. */
  error_message: string | null
  routing_json: string | null
  /** JobOptions, or null where the buyer gave none. */
  options_json: string | null
  /** As the engine counted them, where it said so. */
  prompt_tokens: number | null
  cached_tokens: number | null
  reasoning_tokens: number | null
  /** 1 once prompt and text were erased, as the retention time says. */
  erased: number
  /** Time so far in the queue without a host that may run it. */
  unserved_ms: number
  /** What its host must be able to do: see capability-mask.ts. */
  needs: number
  /** Pieces that earlier attempts wrote, and that the next one goes on from. */
  prefix_tokens: number
  /** 1: where nobody goes on, its buyer pays for what was written. */
  keep_partial: number
  /** The token that submitted it, or `password`; null where that was not recorded yet. */
  token_id: string | null
  /** The tokens whose spending counts it, as a JSON array of ids; null: none. */
  spending_json: string | null
}

/** Hosts that failed an attempt of a job; see EXCLUSION_MS. */
export interface JobExclusionsTable {
  job_id: string
  host_id: string
  /** When the last of its attempts failed. */
  excluded_at: number
}

/** Every model that a host ever offered, also after no host does any more. */
export interface ModelsTable {
  model: string
  first_seen_at: number
  first_host_id: string
}

/** A name of the operator's that stands for models, the most wanted first. */
export interface ModelAliasesTable {
  alias: string
  models_json: string
  changed_at: number
}

export interface JobOutputsTable {
  job_id: string
  /** The pieces as the reader got them: a JSON array of strings. */
  pieces_json: string
}

export interface QueuesTable {
  user_id: string
  /** Or, for jobs that the user aims at a host of their own, a tab and that host's id. */
  model: string
  /** Jobs of the user for the model that are queued. */
  waiting: number
  /** When the user was last served, as a sequence over all users; the lowest is next. */
  turn: number
}
