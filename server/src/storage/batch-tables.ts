/** The tables of batches, and of files of requests that become some, part of `Tables`. */
export interface BatchTables {
  batches: BatchesTable
  batch_lines: BatchLinesTable
  files: FilesTable
  file_parts: { file_id: string; part: number; content: string }
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
  /** Of one that is made of a file of requests: to which door they go. Each line is then the body of one. */
  door: string | null
  input_file_id: string | null
  metadata_json: string | null
  /** What is wrong with its file: BatchFault[]. */
  faults_json: string | null
  /** When it ends, done or not (wall ms); null: of a server that knew of none. */
  expires_at: number | null
  /** When the files of its answers were made. */
  filed_at: number | null
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
  /** How its answer is to be written, where it was said. */
  form: string | null
}

export interface FilesTable {
  file_id: string
  user_id: string
  filename: string
  purpose: 'batch' | 'batch_output'
  /** UTF-8 bytes; of answers null until somebody asks. */
  bytes: number | null
  /** Of answers: whose, and which of them. They are read from its jobs, and have no parts. */
  batch_id: string | null
  answers: 'completed' | 'failed' | null
  /** One that is received yet is nobody's to see. */
  state: 'receiving' | 'there'
  created_at: number
  expires_at: number | null
}
