import type { DocumentType } from '@mkt/schemas'
import type { Assessment, Slip } from '../model/findings.ts'
import type { Page } from '../model/page.ts'

/** What the annotated report says and where it says it. Plain data: it crosses to a worker thread. */
export interface ReportFacts {
  documentId: string
  type: DocumentType
  /** Hex digest of the original, so that a reader can tell which file was judged. */
  sha256: string
  /** ISO 8601, UTC. */
  createdAt: string
  /** Boxes, values and confidences; the words behind them are not needed. */
  slips: Slip[]
  assessment: Assessment
  frames: PageFrame[]
}

/** A page's shown size in points, and how its coordinates become the file's. */
export type PageFrame = Pick<Page, 'number' | 'width' | 'height' | 'toFile'>
