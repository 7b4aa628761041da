/** Whether hosts run the models that they name. */
export interface VerificationTables {
  host_verdicts: HostVerdictsTable
  verification_checks: VerificationChecksTable
  /** Accounts of the platform's own, by which it buys as customers do. */
  verification_buyers: { user_id: string }
  /** What went from the platform's fees to those accounts, by kind of credits. */
  verification_spending: { kind: 'paid' | 'promo'; spent_nano: bigint }
}

export interface HostVerdictsTable {
  host_id: string
  model: string
  /** The how many-eth test of the host this is: they share what one life may be falsely accused. */
  trial: number
  verdict: 'undecided' | 'verified' | 'watch' | 'refused'
  /** The sequential test as it stands. */
  state_json: string
  /** Since when the verdict is what it is. */
  decided_at: number
  /** When a check last began. */
  checked_at: number | null
  /** What the owner says against a refusal, and when. */
  appeal: string | null
  appealed_at: number | null
  /** When an operator said that the refusal stands, and with which note. */
  upheld_at: number | null
  note: string | null
  /** While it is doubted, so that it does not hear of it, it is shown as verified until then. */
  shown_until: number | null
}

export interface VerificationChecksTable {
  check_id: string
  host_id: string
  model: string
  reference_host_id: string
  /** The suspect's, and the reference's to the same prompt. */
  job_id: string
  reference_job_id: string
  /** By which both texts were scored; null where nobody scores. */
  score_job_id: string | null
  reference_score_job_id: string | null
  state: 'answering' | 'scoring' | 'counted' | 'void'
  /** 1 where nothing was doubted of the host when it was asked. */
  routine: number
  created_at: number
  ended_at: number | null
  findings_json: string | null
  /** What speaks against the host after this, in nats. */
  nats: number | null
}
