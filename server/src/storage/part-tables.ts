/** What one attempt brought of a text that several hosts wrote; there is none of a job that one host ended. */
export interface JobPartsTable {
  job_id: string
  attempt: number
  host_id: string
  /** The host's price when it claimed. */
  price_nano: bigint
  /** Where in the job's text its first piece is. */
  first_offset: number
  pieces: number
  /** What of it is billed, once the job has ended with a charge. */
  billed_tokens: number
  charged_nano: bigint
  /** Of that, promotional credits. */
  charged_promo_nano: bigint
  earned_nano: bigint
  /** Why it ended without the job's end. */
  error: string | null
  ended_at: number
  /** Its pieces, until the job's end writes the whole text. */
  pieces_json: string | null
}
