import { SECONDS } from '../base/meter.ts'
import { bucketSeries, type Distribution, type Totals } from './series.ts'

/**
 * A quantile (0 to 1) of a distribution, in seconds, as Prometheus estimates it: even within a bucket, and of what is
 * beyond the last bound that bound. Undefined where nothing was counted.
 */
export function quantile(amounts: Totals, of: Distribution, share: number): number | undefined {
  const all = amounts.get(bucketSeries(of, '+Inf')) ?? 0
  if (all === 0) return undefined
  const wanted = share * all
  let [below, from] = [0, 0]
  for (const bound of SECONDS) {
    const count = amounts.get(bucketSeries(of, String(bound))) ?? 0
    if (count >= wanted) return from + ((bound - from) * (wanted - below)) / (count - below)
    below = count
    from = bound
  }
  return from
}
