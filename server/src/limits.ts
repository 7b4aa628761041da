/** Every limit of the server that is not part of a schema, with its default; configuration may override each. */
export interface Limits {
  /** A request's JSON body, in bytes. */
  body_bytes: number
  /** Per address; bursts of a fifth. Ten times as many on loopback, where scripts and tests come from. */
  signups_per_hour: number
  registrations_per_hour: number
  /** Per account in 15 minutes, and ten times as many per address; then 429 until the time is up. Ten times on loopback. */
  login_failures: number
  /** Queued jobs a user. */
  queued_jobs: number
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  body_bytes: 1_048_576,
  signups_per_hour: 300,
  registrations_per_hour: 300,
  login_failures: 30,
  queued_jobs: 20_000,
}

export const LOOPBACK_FACTOR = 10

/** The times by which leases, hosts and jobs live. Not configurable: hosts and buyers rely on them. */
export const TIMES = {
  /** A running job that its host has not named for so long is lost. */
  lease_ms: 90_000,
  /** A queued job fails as expired after so long in all without a host that may run it ... */
  unserved_ms: 600_000,
  /** ... or after so long in the queue. */
  queue_ms: 86_400_000,
  /** A model without an active host is still quoted, from its last known prices, for so long. */
  quote_ms: 300_000,
  /** Completing a job of the model within this time makes a host's price count as proven. */
  proven_ms: 3_600_000,
  /** GET /hosts lists inactive hosts for so long. */
  listed_ms: 86_400_000,
  /** An Idempotency-Key is remembered for so long. */
  idempotency_ms: 86_400_000,
  /** A comment keeps idle streams open through proxies. */
  stream_comment_ms: 15_000,
} as const
