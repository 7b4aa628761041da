import { weightedMedian } from '../trust/weighted-median.ts'

/** How many UTF-8 bytes a host delivers for a token that it bills, for one model: a moving average over paid jobs. */
export interface Measure {
  host_id: string
  model: string
  bytes_per_token: number
  /** Jobs that others paid. */
  jobs: number
  /** Whether the host has proven itself for the model: only such hosts say what is usual. */
  proven: boolean
  /** What others paid it for the model within the days that a proof lasts. */
  paid_nano: bigint
}

/** Below this many jobs an average says little, of the host as of the others. */
const ENOUGH_JOBS = 10
const ENOUGH_OTHERS = 2
/** Tokenizers and languages differ by less than this between hosts of one model. */
const FAR_BELOW = 0.5

/**
 * The hosts whose bytes per billed token fall far below what others of a model show: they count tokens that their text
 * does not hold. Who judges is proven, is one of two at least, and they were together paid at least half as much as the
 * host that is judged, which may have been paid twice what its text was worth; each counts by what it was paid. So
 * whoever wants to have an honest host flagged pays the fee on half as much as that host sells. Pure.
 */
export function suspicious(measures: readonly Measure[]): Set<string> {
  const flagged = new Set<string>()
  for (const hosts of Map.groupBy(
    measures.filter(({ jobs }) => jobs >= ENOUGH_JOBS),
    ({ model }) => model,
  ).values()) {
    for (const host of hosts) {
      const jury = hosts.filter(({ host_id, proven }) => proven && host_id !== host.host_id)
      const paid = jury.reduce((sum, { paid_nano }) => sum + paid_nano, 0n)
      if (jury.length < ENOUGH_OTHERS || 2n * paid < host.paid_nano) continue
      const usual = weightedMedian(jury.toSorted((a, b) => a.bytes_per_token - b.bytes_per_token))?.bytes_per_token ?? 0
      if (host.bytes_per_token < FAR_BELOW * usual) flagged.add(host.host_id)
    }
  }
  return flagged
}
