/** How many UTF-8 bytes a host delivers for a token that it bills, for one model: a moving average over its last jobs. */
export interface Measure {
  host_id: string
  model: string
  bytes_per_token: number
  jobs: number
}

/** Below this many jobs an average says little, of the host as of the others. */
const ENOUGH_JOBS = 10
const ENOUGH_OTHERS = 2
/** Tokenizers and languages differ by less than this between hosts of one model. */
const FAR_BELOW = 0.5

/**
 * The hosts whose bytes per billed token fall far below what the other hosts of a model show: they count tokens that
 * their text does not hold. Pure; needs two other hosts to compare with, so that nobody is judged by a single rival.
 */
export function suspicious(measures: readonly Measure[]): Set<string> {
  const flagged = new Set<string>()
  for (const hosts of Map.groupBy(
    measures.filter(({ jobs }) => jobs >= ENOUGH_JOBS),
    ({ model }) => model,
  ).values()) {
    for (const host of hosts) {
      const others = hosts.filter(({ host_id }) => host_id !== host.host_id).map((other) => other.bytes_per_token)
      if (others.length >= ENOUGH_OTHERS && host.bytes_per_token < FAR_BELOW * middle(others)) flagged.add(host.host_id)
    }
  }
  return flagged
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] as number
}
