import { isoTime } from '../base/clock.ts'
import type { Reader } from '../storage/database.ts'
import { hoursSince } from './hour-store.ts'
import { HOUR_MS } from './keep-hours.ts'
import { quantile } from './quantile.ts'
import type { Distribution, Totals } from './series.ts'

/** The last hours with this one, the oldest first; all servers and both services together. */
export async function readHours(reader: Reader, now: number, count: number) {
  const first = now - (now % HOUR_MS) - (count - 1) * HOUR_MS
  const found = Map.groupBy(await hoursSince(reader, first), ({ hour }) => Number(hour))
  return Array.from({ length: count }, (_, index) => {
    const hour = first + index * HOUR_MS
    const amounts = new Map((found.get(hour) ?? []).map(({ series, amount }) => [series, Number(amount)]))
    return { hour: isoTime(hour), ...figuresOf(amounts) }
  })
}

function figuresOf(amounts: Totals) {
  const of = (series: string) => amounts.get(series) ?? 0
  return {
    jobs_completed: of('jobs.completed'),
    jobs_failed: Math.max(0, of('jobs.failed') - of('jobs.cancelled')),
    jobs_cancelled: of('jobs.cancelled'),
    first_token_ms: spread(amounts, 'first_token'),
    requests: of('requests.answered') + of('requests.failed'),
    requests_failed: of('requests.failed'),
    documents: of('documents.success'),
    documents_refused: of('documents.unprocessable'),
    documents_failed: of('documents.error'),
    document_ms: spread(amounts, 'document'),
  }
}

function spread(amounts: Totals, of: Distribution): { p50: number; p95: number } | null {
  const [p50, p95] = [quantile(amounts, of, 0.5), quantile(amounts, of, 0.95)]
  return p50 === undefined || p95 === undefined ? null : { p50: Math.round(p50 * 1000), p95: Math.round(p95 * 1000) }
}
