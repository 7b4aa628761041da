/** What a host has shown for a model: jobs that others paid, within the last days, at no less than half of its price. */
export interface Evidence {
  jobs: number
  /** The most tokens that one of them was charged for. */
  longest: number
  /** Ids of its buyers, at least as many as a proof needs, where there are so many. */
  buyers: readonly string[]
  /** Paid credits that they brought, in nano-credits. */
  paid_nano: bigint
}

export const PROOF_MS = 7 * 86_400_000
export const JOBS = 5
export const BUYERS = 2
/** A job at a price proves one of up to twice the price ... */
export const PRICE_FACTOR = 2n
/** ... and one of so many tokens jobs of up to four times as many. */
const LENGTH_FACTOR = 4

/**
 * The most tokens for which a host counts as proven at the price that the evidence is for; 0 where it is not proven:
 * that takes 5 jobs of 2 buyers. Pure.
 */
export function provenTokens({ jobs, longest, buyers }: Omit<Evidence, 'paid_nano'>): number {
  return jobs >= JOBS && new Set(buyers).size >= BUYERS ? LENGTH_FACTOR * longest : 0
}

/** A completed job as evidence, and where it is counted. */
export interface PaidJob {
  host_id: string
  model: string
  user_id: string
  price_nano: bigint
  tokens: number
  /** What it counts in the market's price and against other hosts. */
  paid_nano: bigint
  /** What was paid for it with promotional credits, which move no price by themselves. */
  promo_nano: bigint
  /** Wall ms. */
  finished_at: number
}

/** The level of a price: a fourth of a doubling each. Prices are above zero, since something was paid. */
export function levelOf(price_nano: bigint): number {
  return Math.floor(4 * Math.log2(Number(price_nano)))
}

/** The evidence with one more job in it; pure. `asked_nano`: the price that it shall speak for. */
export function withJob(evidence: Evidence, job: PaidJob, asked_nano: bigint): Evidence {
  if (PRICE_FACTOR * job.price_nano < asked_nano) return evidence
  return {
    jobs: evidence.jobs + 1,
    longest: Math.max(evidence.longest, job.tokens),
    buyers: [...new Set([...evidence.buyers, job.user_id])].slice(0, BUYERS),
    paid_nano: evidence.paid_nano + job.paid_nano,
  }
}
