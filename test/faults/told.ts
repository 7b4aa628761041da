import type { Reading } from '../load/scripted-buyer.ts'

/** A job whose submission was answered with success. */
export interface ToldJob {
  job_id: string
  user_id: string
  prompt: string
  max_tokens: number
  reserved: bigint
  /** A cancel was answered with success. */
  cancelled: boolean
  /** What each reader of its stream got, over all of its connections. */
  readings: Reading[]
}

export interface ToldWithdrawal {
  host_id: string
  amount: bigint
  destination: string
  status: 'pending' | 'paid' | 'rejected'
}

/** Everything that a server has acknowledged to anybody; none of it may ever be untrue again. */
export interface Told {
  jobs: ToldJob[]
  grants: { transaction_id: string; user_id: string; amount: bigint }[]
  withdrawals: Map<string, ToldWithdrawal>
  /** Documents: analysed and kept, or erased after that. */
  documents: Map<string, 'kept' | 'erased'>
}

export const nothingTold = (): Told => ({ jobs: [], grants: [], withdrawals: new Map(), documents: new Map() })
