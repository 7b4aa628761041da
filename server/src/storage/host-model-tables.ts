/** A model on a host's list: see tables.ts. */
export interface HostModelsTable {
  host_id: string
  model: string
  /** 1 while the last heartbeat names it. */
  available: number
  last_completed_at: number | null
  /** The model's own limit and prices; null: the host's. */
  max_tokens: number | null
  price_nano: bigint | null
  input_price_nano: bigint | null
  /** Tokens of prompt and answer together, where the host says it. */
  context_tokens: number | null
  /** Moving average of UTF-8 bytes delivered for a billed token; null before the first job. */
  bytes_per_token: number | null
  measured_jobs: number
  /** How its last 5 jobs of the model ended: a leading 1, then a bit each, 1 for a failure, the newest last. */
  recent_ends: number
  /** What its engine can do with the model; null: as with the host's others. */
  capabilities: number | null
  /** What the server knows of it, as further bits: VERIFIED. */
  marks: number
}
