import type { Database as Connection, Statement } from 'better-sqlite3'
import { connect } from '../../../server/src/storage/sqlite.ts'

export interface JobRecord {
  job_id: string
  user_id: string
  model: string
  state: 'queued' | 'running' | 'completed' | 'failed'
  input_text: string
  max_tokens: bigint
  reserved_nano: bigint
  reserved_promo_nano: bigint
  price_cap_nano: bigint
  price_limit_nano: bigint
  attempt: bigint
  failures: bigint
  host_id: string | null
  instance: string | null
  price_nano: bigint | null
  /** Pieces that earlier attempts wrote. */
  prefix_tokens: bigint
  charged_nano: bigint
  earned_nano: bigint
  tokens_generated: bigint
  finish_reason: string | null
  error: string | null
  started_at: bigint | null
  finished_at: bigint | null
  created_at: bigint
}

/** What one attempt wrote of a text that several wrote. */
export interface PartRecord {
  job_id: string
  attempt: bigint
  host_id: string
  price_nano: bigint
  first_offset: bigint
  pieces: bigint
  billed_tokens: bigint
  charged_nano: bigint
  charged_promo_nano: bigint
  earned_nano: bigint
}

export interface HostRecord {
  host_id: string
  owner_user_id: string | null
  earned_nano: bigint
  jobs_completed: bigint
  tokens_total: bigint
}

export interface WithdrawalRecord {
  withdrawal_id: string
  host_id: string
  amount_nano: bigint
  promo_nano: bigint
  destination: string
  status: 'pending' | 'paid' | 'rejected'
}

export interface DisputeRecord {
  job_id: string
  user_id: string
  host_id: string
  status: 'open' | 'refunded' | 'rejected'
  charged_nano: bigint
  paid_nano: bigint
  promo_nano: bigint
}

/** What one more host of a disputed job had of it. */
export interface DisputeShareRecord {
  job_id: string
  host_id: string
  status: DisputeRecord['status']
  paid_nano: bigint
  promo_nano: bigint
}

export interface TransactionRecord {
  transaction_id: string
  kind: string
  job_id: string | null
  reason: string | null
}

/** What is committed, read by plain SQL over a connection of its own: nothing of the product's queries is in it. */
export class Books {
  readonly #connection: Connection
  readonly #statements = new Map<string, Statement>()

  constructor(file: string) {
    this.#connection = connect(file, true)
  }

  all<T>(sql: string): T[] {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#connection.prepare(sql).safeIntegers()
      this.#statements.set(sql, statement)
    }
    return statement.all() as T[]
  }

  jobs(): JobRecord[] {
    return this.all<JobRecord>('select * from jobs order by job_id')
  }

  /** In the order of each text. */
  parts(): PartRecord[] {
    return this.all<PartRecord>('select * from job_parts order by job_id, attempt')
  }

  balances(): Map<string, bigint> {
    return this.#amounts('select account_id as name, balance_nano as amount from accounts')
  }

  /** By account, the sum of its entries. */
  entrySums(): Map<string, bigint> {
    return this.#amounts(
      'select account_id as name, sum(amount_nano) as amount from ledger_entries group by account_id',
    )
  }

  unbalanced(): string[] {
    const sql = 'select transaction_id as id from ledger_entries group by transaction_id having sum(amount_nano) <> 0'
    return this.all<{ id: string }>(sql).map(({ id }) => id)
  }

  transactions(): TransactionRecord[] {
    return this.all<TransactionRecord>('select * from ledger_transactions')
  }

  hosts(): HostRecord[] {
    return this.all<HostRecord>('select * from hosts')
  }

  withdrawals(): WithdrawalRecord[] {
    return this.all<WithdrawalRecord>('select * from withdrawals')
  }

  disputes(): DisputeRecord[] {
    return this.all<DisputeRecord>('select * from disputes')
  }

  disputeShares(): DisputeShareRecord[] {
    return this.all<DisputeShareRecord>(`select s.job_id, s.host_id, d.status, s.paid_nano, s.promo_nano
      from dispute_shares s join disputes d on d.job_id = s.job_id`)
  }

  outputs(): Map<string, string[]> {
    const rows = this.all<{ job_id: string; pieces_json: string }>('select * from job_outputs')
    return new Map(rows.map(({ job_id, pieces_json }) => [job_id, JSON.parse(pieces_json) as string[]]))
  }

  close(): void {
    this.#connection.close()
  }

  #amounts(sql: string): Map<string, bigint> {
    return new Map(this.all<{ name: string; amount: bigint }>(sql).map(({ name, amount }) => [name, amount]))
  }
}
