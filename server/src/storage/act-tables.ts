export interface ActTables {
  act_log: ActLogTable
  act_log_head: { id: number; entry: number; hash: string }
}

/** An act of an admin or operator; never changed, never removed. */
export interface ActLogTable {
  /** 1, 2, 3, ... without gaps. */
  entry: number
  at: number
  /** An admin's user id, or the name of the operator's account on the machine. */
  actor: string
  via: 'http' | 'command line'
  /** The address of the request, or the name of the machine. */
  origin: string
  act: string
  /** Whom or what it was done to: an id. */
  subject: string | null
  before_json: string | null
  after_json: string | null
  /** SHA-256 over the hash of the entry before and this entry's own columns. */
  hash: string
}
