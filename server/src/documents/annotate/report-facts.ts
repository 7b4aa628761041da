import type { DocumentType } from '@mkt/schemas'
import type { Box } from '../model/box.ts'
import type { Assessment, DocumentPart, Field, OwnPart, TableRow } from '../model/findings.ts'
import type { PageLayout } from '../model/layout.ts'
import type { Page } from '../model/page.ts'
import type { Issue } from '../model/source.ts'
import { unreadAmounts } from './unread-amounts.ts'

export const WITHOUT_PAGES: Readonly<Issue> = { stage: 'annotate', code: 'report_without_pages' }

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
  /** Of a kind that the owner has declared. */
  own?: Pick<OwnPart, 'name'> | undefined
  fields: Record<string, Pick<Field, 'value' | 'confidence' | 'page'>>
  tables: SummaryTable[]
  /** Of this document by itself; said where the file holds several. */
  risk?: PartRisk
}

export type PartRisk = Pick<Assessment, 'level' | 'score'>

export interface SummaryTable {
  name: string
  page: number
  columns: readonly string[]
  /** Only the columns that a row has. */
  rows: readonly Readonly<Record<string, string | number>>[]
}

/** A document as the report marks it. */
export interface ReportPart extends Omit<SummaryPart, 'fields' | 'tables'> {
  fields: Record<string, Pick<Field, 'value' | 'confidence' | 'page' | 'box'>>
  tables: ReportTable[]
}

export interface ReportTable extends Omit<SummaryTable, 'rows'> {
  rows: readonly Pick<TableRow, 'values' | 'page' | 'box'>[]
}

/** What the annotated report says and where it says it. */
export interface ReportFacts extends Omit<SummaryFacts, 'parts'> {
  parts: ReportPart[]
  /** Opens the original. */
  password?: string | undefined
  /** Every page of the file. */
  frames: PageFrame[]
}

/** A page's upright size in points, where its coordinates lead, where text stands that labels should not hide, and amounts that nobody read. */
export interface PageFrame extends Pick<Page, 'number' | 'width' | 'height' | 'toFile' | 'toShown' | 'bend'> {
  text: Box[]
  unread: Box[]
}

// Labels are few; on a page with more text than this nothing would be free anyway.
const MOST_BOXES = 500

/** A page as the report draws on it. `parts` are the documents that were found in the file. */
export function frameOf({ page, lines }: PageLayout, parts: readonly DocumentPart[]): PageFrame {
  const { number, width, height, toFile, toShown, bend } = page
  // A watermark lies under everything; nothing could be written beside it.
  const level = lines.flatMap(({ segments }) => segments.filter(({ words }) => words[0]?.turn === undefined))
  const text = level.slice(0, MOST_BOXES).map(({ box }) => rounded(box))
  const unread = unreadAmounts(page, parts).map(rounded)
  return { number, width, height, toFile, toShown, ...(bend && { bend }), text, unread }
}

/** To a tenth of a point, which no eye sees: there are many of them, and they are kept until the report is drawn. */
const rounded = ([x0, y0, x1, y1]: Box): Box => [tenths(x0), tenths(y0), tenths(x1), tenths(y1)]
const tenths = (side: number) => Math.round(side * 10) / 10

/** The same without the words behind rows, for the summary. */
export function summaryOf({ parts, ...facts }: ReportFacts): SummaryFacts {
  return { ...facts, parts: parts.map((part) => ({ ...part, tables: part.tables.map(summaryTable) })) }
}

function summaryTable({ name, page, columns, rows }: ReportTable): SummaryTable {
  return { name, page, columns, rows: rows.map(({ values }) => values) }
}
