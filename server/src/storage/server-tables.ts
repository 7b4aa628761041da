/** What server processes say of themselves, and what they count together. */
export interface ServerTables {
  servers: ServersTable
  hourly_figures: { hour: number; series: string; amount: number }
  totals: { name: TotalName; value: number }
  /** Postgres: what is to be added to them. */
  total_moves: { name: TotalName; amount: number }
}

export type TotalName = 'jobs_completed' | 'latency_ms'

/** A server process as it last signed; times are wall ms. */
export interface ServersTable {
  server_id: string
  machine: string
  version: string
  /** What it serves, with a comma between: market, documents. */
  services: string
  started_at: number
  signed_at: number
  memory_bytes: number
  /** How many cores it used since it signed before. */
  cores: number
  /** The 99th percentile of how late its event loop came round. */
  delay_ms: number
}
