import { packFacts } from '../annotate/packed-facts.ts'
import { type SummaryFacts, WITHOUT_PAGES } from '../annotate/report-facts.ts'
import type { Judged, Reported, Work } from './work.ts'

/** For the log. */
export const REPORT_IS_A_SUMMARY = 'a report could not be drawn; it is a summary'

/** What a report says of a document whose pages cannot be drawn. */
export function summaryFacts(
  judged: Judged,
  { documentId, createdAt }: Pick<Work, 'documentId' | 'createdAt'>,
): SummaryFacts {
  const { assessment, pageCount, sha256 } = judged
  const parts = judged.parts.map((part) => ({ ...part, risk: part.assessment }))
  const type = parts[0]?.type ?? 'UNKNOWN'
  return { documentId, createdAt, sha256, type, pageCount, parts, assessment, frames: [] }
}

/** What can be said of the report before it is drawn where more than its summary cannot be. */
export function onlySummary(judged: Judged, work: Pick<Work, 'documentId' | 'createdAt'>): Reported {
  return { report: packFacts({ summary: summaryFacts(judged, work) }), issues: [WITHOUT_PAGES] }
}
