/**
 * What a host has shown for a model by jobs that others paid: one row a day and price level, of which the first two
 * buyers are kept, since more prove nothing more.
 */
export interface HostProofsTable {
  host_id: string
  model: string
  /** UTC, in days since 1970-01-01. */
  day: number
  /** Prices within a fifth of each other have one level, so that a price that moves all day makes few rows. */
  level: number
  /** The lowest price of these jobs. */
  price_nano: bigint
  jobs: number
  /** The most tokens that one of them was charged for. */
  longest: number
  paid_nano: bigint
  buyer: string
  other_buyer: string | null
  /** The end of the last of them. */
  last_at: number
}

/** What others paid a host for a model, by price and hour. */
export interface ModelSalesTable {
  model: string
  /** In hours since 1970-01-01T00:00Z. */
  hour: number
  host_id: string
  price_nano: bigint
  /** In paid credits, and in promotional ones. */
  paid_nano: bigint
  promo_nano: bigint
}

/** A job that a host said cannot be done; see attempts/reported-failures.ts. */
export interface ReportedFailuresTable {
  job_id: string
  host_id: string
  model: string
  /** Whose job it was. */
  user_id: string
  reported_at: number
  /** How far the host was believed then; see trust/standing.ts. */
  standing: number
  finding: 'open' | 'counted' | 'excused'
}
