/** What a host may hold, how long its engines may take, what it handed back and when it was silent: of hosts. */
export interface HoldingColumns {
  /** Jobs that it may hold at once. */
  concurrency: number
  /** What it says that its engines need; null: no longer than others. */
  first_piece_seconds: number | null
  next_piece_seconds: number | null
  /** The same for single models: a JSON object of ModelPatience by name; null: for none. */
  patience_json: string | null
  /** 1 from its word that it is draining to its next heartbeat without: what it hands back costs it nothing. */
  draining: number
  /** When it last said so; null: never. */
  drained_at: number | null
  /** When it handed back its last jobs: a JSON array of times; null: none yet. */
  hand_backs_json: string | null
  /** Since when it gets no jobs because it handed back too many, and for how long; null: never. */
  held_off_at: number | null
  held_off_ms: number
  /** Its silences without goodbye, as `uptime.ts` keeps them, and when they were counted last. */
  down_ms: number
  down_at: number
}
