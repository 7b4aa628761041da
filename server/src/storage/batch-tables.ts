/** The tables of batches, part of `Tables`. */
export interface BatchTables {
  batches: BatchesTable
  batch_lines: BatchLinesTable
}

export interface BatchesTable {
  batch_id: string
  user_id: string
  name: string
  model: string
  /** What each of its jobs is submitted with beside its line: BatchSettings. */
  settings_json: string
  /** With what it was made and then started: a token's id, with which it ends, or `password`. */
  token_id: string
  state: 'open' | 'running' | 'completed' | 'cancelled'
  lines: number
  /** UTF-8 bytes of its lines. */
  bytes: number
  /** Lines that are jobs, or were refused as ones. */
  sent: number
  completed: number
  failed: number
  charged_nano: bigint
  /** Why no further line becomes a job, or why it was stopped, and until when that is not tried again (wall ms). */
  waiting_for: string | null
  waiting_until: number | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export interface BatchLinesTable {
  batch_id: string
  /** Its place, from 0. */
  line: number
  custom_id: string | null
  /** Empty from when the job has it. */
  input_text: string
  state: 'waiting' | 'sent' | 'ended'
  /** Null while it waits, and where it was refused. */
  job_id: string | null
  /** Why it was refused as a job. */
  error: string | null
}
