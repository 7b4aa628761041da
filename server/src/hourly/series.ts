import type { MeterSample } from '../base/meter.ts'

/** Of what the process counts, the names of what is kept by the hour. */
export const KEPT_METRICS = [
  'mkt_jobs_ended_total',
  'mkt_model_jobs_ended_total',
  'mkt_first_token_seconds',
  'mkt_http_request_seconds',
  'mkt_document_seconds',
] as const

/** The series of a distribution: how many were at most so many seconds. `+Inf` counts all of them. */
export const bucketSeries = (of: Distribution, bound: string) => `${of}.le.${bound}`
export type Distribution = 'first_token' | 'document'

/** How much of each series there has been since the process began. */
export type Totals = ReadonlyMap<string, number>

/** Adds samples up to what is kept: closed lists of series, whatever labels there are. */
export function totalsOf(samples: readonly MeterSample[]): Totals {
  const totals = new Map<string, number>()
  for (const sample of samples) {
    const series = seriesOf(sample)
    if (series !== undefined) totals.set(series, (totals.get(series) ?? 0) + sample.value)
  }
  return totals
}

function seriesOf({ name, labels }: MeterSample): string | undefined {
  const { le, state, status, outcome } = labels
  switch (name) {
    case 'mkt_jobs_ended_total':
      return `jobs.${state}`
    // Those that their buyers cancelled are among the failed ones of the line above.
    case 'mkt_model_jobs_ended_total':
      return outcome === 'cancelled' ? 'jobs.cancelled' : undefined
    case 'mkt_first_token_seconds_bucket':
      return bucketSeries('first_token', String(le))
    case 'mkt_http_request_seconds_count':
      return Number(status) >= 500 ? 'requests.failed' : 'requests.answered'
    case 'mkt_document_seconds_count':
      return `documents.${outcome}`
    case 'mkt_document_seconds_bucket':
      return outcome === 'success' ? bucketSeries('document', String(le)) : undefined
    default:
      return undefined
  }
}

/** What has been added between two readings of one process. */
export function addedBetween(before: Totals, after: Totals): Totals {
  const added = [...after].map(([series, total]) => [series, total - (before.get(series) ?? 0)] as const)
  return new Map(added.filter(([, amount]) => amount > 0))
}
