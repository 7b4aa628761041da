import type { DocumentType } from '@mkt/schemas'
import type { Box } from '../model/box.ts'
import type { Assessment, DocumentPart, Field } from '../model/findings.ts'
import type { PageLayout } from '../model/layout.ts'
import type { Page } from '../model/page.ts'

/** What the summary of a report says. Plain data: it crosses to a worker thread. */
export interface SummaryFacts {
  documentId: string
  type: DocumentType
  /** Hex digest of the original, so that a reader can tell which file was judged. */
  sha256: string
  /** ISO 8601, UTC. */
  createdAt: string
  parts: SummaryPart[]
  assessment: Assessment
  pageCount: number
  /** The file's pages as far as the report shows them, in order. */
  frames: Pick<PageFrame, 'width' | 'height'>[]
}

/** A document without the words behind its values. */
export interface SummaryPart extends Pick<DocumentPart, 'type' | 'confidence' | 'pages'> {
  fields: Record<string, Pick<Field, 'value' | 'confidence' | 'page'>>
  tables: { name: string; page: number; rows: readonly unknown[] }[]
}

/** What the annotated report says and where it says it. */
export interface ReportFacts extends SummaryFacts {
  parts: DocumentPart[]
  /** Every page of the file. */
  frames: PageFrame[]
}

/** A page's upright size in points, where its coordinates lead, and where text stands that labels should not hide. */
export interface PageFrame extends Pick<Page, 'number' | 'width' | 'height' | 'toFile' | 'toShown'> {
  text: Box[]
}

// Labels are few; on a page with more text than this nothing would be free anyway.
const MOST_BOXES = 500

export function frameOf({ page, lines }: PageLayout): PageFrame {
  const { number, width, height, toFile, toShown } = page
  const text = lines.flatMap(({ segments }) => segments.map(({ box }) => box)).slice(0, MOST_BOXES)
  return { number, width, height, toFile, toShown, text }
}
