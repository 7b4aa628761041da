/** A waiting host as ranking sees it. */
export interface Candidate {
  /** For a token that is read and one that is written. */
  price_nano: bigint
  /** GPU utilization 0..1 of the last heartbeat, 0 before the first. */
  gpu_utilization: number
  /** Moving average of its ends, 1 = all completed. */
  success_rate: number
  /** Moving average; null before its first completed job. */
  tokens_per_second: number | null
  /** It seems to bill tokens that its text does not hold. */
  flagged: boolean
  /** It was shown to run a model that it names. */
  verified: boolean
}

/** A host's row as ranking sees it. */
export function candidateOf(
  host: Omit<Candidate, 'gpu_utilization' | 'flagged' | 'verified'> & {
    input_price_nano: bigint
    gpu_utilization: number | null
    flagged: number
    verified: number
  },
): Candidate {
  const { gpu_utilization, success_rate, tokens_per_second, flagged } = host
  const price_nano = host.price_nano + host.input_price_nano
  const known = { flagged: flagged === 1, verified: host.verified === 1 }
  return { price_nano, gpu_utilization: gpu_utilization ?? 0, success_rate, tokens_per_second, ...known }
}

/**
 * The order in which waiting hosts get a job: flagged ones last, and before them those that fail a fifth of their jobs
 * or more, or a price of nothing would be all that it takes to fail every job; the cheaper first, at one price those
 * that were shown to run what they name, then the less utilized, then the more reliable, then the faster. An unknown
 * speed counts as better than a known one, so that a new host gets its first job.
 * Negative: `a` before `b`; 0: first come, first served.
 */
export function compareHosts(a: Candidate, b: Candidate): number {
  if (a.flagged !== b.flagged) return a.flagged ? 1 : -1
  if (isShaky(a) !== isShaky(b)) return isShaky(a) ? 1 : -1
  if (a.price_nano !== b.price_nano) return a.price_nano < b.price_nano ? -1 : 1
  if (a.verified !== b.verified) return a.verified ? -1 : 1
  return a.gpu_utilization - b.gpu_utilization || b.success_rate - a.success_rate || speed(b) - speed(a) || 0
}

/**
 * Whether a host that has read the beginning of a prompt gets the job before the best one: where it is as sound, and
 * asks at most a tenth more. What it saves is time, and of a price for what is read a part. Pure.
 */
export function nearEnough(warm: Candidate, best: Candidate): boolean {
  const sound = warm.flagged === best.flagged && isShaky(warm) === isShaky(best)
  return sound && warm.price_nano * 10n <= best.price_nano * 11n
}

/** Of a host that was preferred so, or would have had the job anyway. */
export const WARM_REASON =
  'it read the beginning of this prompt within ten minutes, and asks at most a tenth more than the best of the others'

/** What sorts as text as `compareHosts` does; who came first comes first among equals. */
export function rankOf(host: Candidate, since: number): string {
  const { flagged, price_nano, gpu_utilization, success_rate, tokens_per_second } = host
  const digits = (value: number, count: number) => String(Math.max(0, Math.round(value))).padStart(count, '0')
  return [
    flagged ? 1 : 0,
    isShaky(host) ? 1 : 0,
    String(price_nano).padStart(20, '0'),
    host.verified ? 0 : 1,
    digits(gpu_utilization * FINE, 5),
    digits((1 - success_rate) * FINE, 5),
    // An unknown speed is better than any.
    tokens_per_second === null ? digits(0, 9) : digits(FASTEST - Math.min(FASTEST - 1, tokens_per_second * 1000), 9),
    digits(since, 15),
  ].join('.')
}

const FINE = 10_000
/** In thousandths of a token a second; whatever is faster ranks as this. */
const FASTEST = 999_999_999

/** Three failures in a row, of a host that never failed before, are below it. */
const STEADY_RATE = 0.8
const isShaky = ({ success_rate }: Candidate) => success_rate < STEADY_RATE

function speed(host: Candidate): number {
  return host.tokens_per_second ?? Number.MAX_VALUE
}

/** In one pass: hosts that wait may be thousands. */
function firstOf(hosts: readonly Candidate[]): Candidate | undefined {
  return hosts.reduce<Candidate | undefined>(
    (first, host) => (first && compareHosts(first, host) <= 0 ? first : host),
    undefined,
  )
}

/** Why the first of `waiting` ranked hosts got the job, for the buyer to read. */
export function reasonFor(winner: Candidate, others: readonly Candidate[]): string {
  const rival = firstOf(others)
  if (!rival) return 'the only host waiting for this model'
  if (compareHosts(winner, rival) > 0) return 'the best of the waiting hosts that may run this job'
  if (!winner.flagged && others.some((other) => other.flagged)) {
    return 'the best of the waiting hosts whose token counts are in order'
  }
  if (!isShaky(winner) && others.some(isShaky)) return 'the best of the waiting hosts that complete most of their jobs'
  if (winner.price_nano < rival.price_nano) return 'the cheapest of the waiting hosts'
  if (winner.verified && !rival.verified) return 'the verified one of the cheapest waiting hosts'
  if (winner.gpu_utilization < rival.gpu_utilization) return 'the least utilized of the cheapest waiting hosts'
  if (winner.success_rate > rival.success_rate) return 'the most reliable of equally priced and utilized hosts'
  if (speed(winner) > speed(rival)) return 'the fastest of otherwise equal hosts'
  return 'the longest waiting of equal hosts'
}
