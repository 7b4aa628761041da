import { getHeapStatistics } from 'node:v8'

/** Every limit of the server that is not part of a schema, with its default; configuration may override each. */
export interface Limits {
  /** A request's JSON body, in bytes. */
  body_bytes: number
  /** Of a request whose chat may have pictures. */
  picture_body_bytes: number
  /** Per address; bursts of a fifth. Ten times as many on loopback, where scripts and tests come from. */
  signups_per_hour: number
  registrations_per_hour: number
  /** Mails that an address asks for, and codes from mails that it tries. */
  mails_per_hour: number
  /** Requests of an address that a passkey is to answer; bursts of a fifth, ten times as many on loopback. */
  passkey_requests_per_hour: number
  /**
   * Per account in 15 minutes, and ten times as many per address; then 429 until the time is up. Ten times on
   * loopback.
   */
  login_failures: number
  /** Passwords that are hashed at once, and those that may wait for it; one more is refused. */
  password_threads: number
  passwords_waiting: number
  /** Connections of a service at once; one more is closed unanswered, so that files can still be opened. */
  connections: number
  /** Per address; ten times on loopback. Behind proxies, which have few addresses, connections are unbounded. */
  connections_per_address: number
  /**
   * Bytes that wait for the readers of one address; over it the connections that hold most are cut. Ten times on
   * loopback and behind proxies.
   */
  unsent_bytes_per_address: number
  /** Requests that one connection may have in progress. */
  requests_per_connection: number
  /** Time for the headers of a request, for all of it, and for an upload to the documents service. */
  header_seconds: number
  request_seconds: number
  upload_seconds: number
  /** A connection is kept for so long between two requests ... */
  keep_alive_seconds: number
  /** ... and cut when its reader takes nothing of an answer for so long. */
  stalled_seconds: number
  /** Tokens of a request at /v1 that names no length: at most so many ... */
  unasked_tokens: number
  /** ... and what one part in so many of the balance covers ... */
  unasked_balance_part: number
  /** ... but so many in any case, where the balance covers them. */
  unasked_tokens_least: number
  /** A running job is lost without a first piece of text by then (a host may say that it needs up to `_most_`) ... */
  first_piece_seconds: number
  first_piece_most_seconds: number
  /** ... without a further one by then ... */
  next_piece_seconds: number
  /** ... and without an end after the time for the first piece and so many ms for each token asked for. */
  token_ms: number
  /** With strangers a host's earnings can be taken out so long after the hour in which it earned them ... */
  earnings_hold_hours: number
  /**
   * ... so long at least where the host is verified (and until two routine checks have counted since), and so long at
   * most while checks have not decided about it.
   */
  earnings_hold_verified_hours: number
  earnings_hold_checked_hours: number
  /**
   * With strangers: the least that a withdrawal takes out, in credits; those of a host that may wait at once; and how
   * long one to a new destination waits.
   */
  withdrawal_least_credits: number
  withdrawals_pending: number
  new_destination_hours: number
  /** Among one's own a job can be disputed for so long after its end; disputes of a user that may be open. */
  dispute_hours: number
  open_disputes: number
  /** Memory for the texts of running jobs: of one host's, and of all. */
  live_bytes_per_host: number
  live_bytes: number
  /** Bearer tokens of a user that are in force at once. */
  tokens: number
  /** Queued jobs a user. */
  queued_jobs: number
  /** Of these, such that say which hosts may run them: every claim looks past them. */
  queued_jobs_choosing: number
  /** Jobs that a user may submit in a second, and at once after a pause. */
  submissions_per_second: number
  submission_burst: number
  /** Bytes of prompts and texts that are kept of a user's jobs; beyond them there are no new ones. */
  stored_bytes: number
  /**
   * With strangers, what an account without a credit that never spent one may have stored in all, and all of those
   * together in an hour.
   */
  unfunded_bytes: number
  unfunded_bytes_per_hour: number
  /** Withdrawals that a user, or a host without an owner, may ask for in an hour; in bursts of a fifth. */
  withdrawals_per_hour: number
  /** Purchases of credits that a user may begin in an hour, and of these at once unpaid. */
  purchases_per_hour: number
  purchases_unpaid: number
  /** Tests and retries of webhooks that a user asks for in an hour; in bursts of a fifth. */
  webhook_sends_per_hour: number
  /** Statements that are written as CSV at once; one for a user. */
  statement_exports: number
  /** Documents that are received or wait beside those in work. */
  documents_queued: number
  /** Documents of one user that are received, wait or are in work. */
  documents_at_once: number
  /** Documents that a user may have analysed in an hour; in bursts of a fifth. */
  documents_per_hour: number
  /** Documents that wait for a user who does not: their number, and the bytes of their files. */
  documents_waiting: number
  documents_waiting_bytes: number
  /** Pages of a document; one with more cannot be processed. */
  document_pages: number
  /** Time for a document, for each of its pages, and for each that needs recognition. */
  document_seconds: number
  document_page_ms: number
  document_ocr_page_seconds: number
  /** JavaScript heap of the thread that analyses it, in MiB. */
  document_memory_mb: number
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  body_bytes: 1_048_576,
  // Pictures of 8 MiB in base64, and as much beside them as any other body.
  picture_body_bytes: 12_582_912,
  signups_per_hour: 300,
  registrations_per_hour: 300,
  mails_per_hour: 60,
  passkey_requests_per_hour: 600,
  login_failures: 30,
  password_threads: 2,
  passwords_waiting: 64,
  connections: 20_000,
  connections_per_address: 2000,
  unsent_bytes_per_address: 67_108_864,
  requests_per_connection: 100,
  header_seconds: 30,
  request_seconds: 120,
  upload_seconds: 600,
  keep_alive_seconds: 65,
  stalled_seconds: 60,
  unasked_tokens: 4096,
  unasked_balance_part: 10,
  unasked_tokens_least: 256,
  first_piece_seconds: 120,
  first_piece_most_seconds: 600,
  next_piece_seconds: 60,
  token_ms: 500,
  live_bytes_per_host: 67_108_864,
  // A quarter of what the heap may grow to.
  live_bytes: Math.floor(getHeapStatistics().heap_size_limit / 4),
  earnings_hold_hours: 72,
  earnings_hold_verified_hours: 24,
  earnings_hold_checked_hours: 336,
  withdrawal_least_credits: 1,
  withdrawals_pending: 10,
  new_destination_hours: 24,
  dispute_hours: 24,
  open_disputes: 20,
  tokens: 1000,
  queued_jobs: 20_000,
  queued_jobs_choosing: 100,
  submissions_per_second: 50,
  submission_burst: 500,
  stored_bytes: 268_435_456,
  unfunded_bytes: 4_194_304,
  unfunded_bytes_per_hour: 67_108_864,
  withdrawals_per_hour: 300,
  purchases_per_hour: 30,
  purchases_unpaid: 10,
  webhook_sends_per_hour: 300,
  statement_exports: 2,
  documents_queued: 100,
  documents_at_once: 50,
  documents_per_hour: 6000,
  documents_waiting: 1000,
  documents_waiting_bytes: 2_147_483_648,
  document_pages: 2000,
  document_seconds: 60,
  // A dense page takes 0.15 s of a processor (a statement of 300 pages, 43 s), and a busy machine has a third of one.
  document_page_ms: 500,
  document_ocr_page_seconds: 10,
  document_memory_mb: 1024,
}

export const LOOPBACK_FACTOR = 10

/** The times by which leases, hosts and jobs live. Not configurable: hosts and buyers rely on them. */
export const TIMES = {
  /** A running job that its host has not named for so long is lost. */
  lease_ms: 90_000,
  /** A queued job fails as expired after so long in all without a host that may run it ... */
  unserved_ms: 600_000,
  /** ... and every job, running ones too, so long after its submission. */
  queue_ms: 86_400_000,
  /** A text that its host left goes on at another one; where none takes it for so long, its job ends. */
  continue_ms: 60_000,
  /** A model without an active host is still quoted, from its last known prices, for so long. */
  quote_ms: 300_000,
  /** GET /hosts lists inactive hosts for so long. */
  listed_ms: 86_400_000,
  /** An Idempotency-Key is remembered for so long. */
  idempotency_ms: 86_400_000,
  /** A comment keeps idle streams open through proxies. */
  stream_comment_ms: 15_000,
} as const
