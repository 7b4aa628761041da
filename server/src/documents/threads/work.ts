import type { MessagePort } from 'node:worker_threads'
import type { AnalysisProgress, DocumentType } from '@mkt/schemas'
import type { SummaryFacts } from '../annotate/report-facts.ts'
import type { OwnKind } from '../extract/papers/own-kind.ts'
import type { Assessment, Evidence, OwnPart } from '../model/findings.ts'
import type { RefusalCode } from '../model/refused.ts'
import type { Issue } from '../model/source.ts'
import type { EarlierDocument } from '../risk/cross-document.ts'
import type { RiskPolicy } from '../risk/policy/policy.ts'

/** What a worker thread gets to do. */
export interface Work {
  /** The file as it was received; handed over, not copied. */
  bytes: Uint8Array<ArrayBuffer>
  documentId: string
  /** ISO 8601. */
  createdAt: string
  mostPages: number
  /** Opens the file where it is protected; kept nowhere. */
  password?: string | undefined
  /** Kinds of papers that the owner has declared. */
  kinds?: OwnKind[] | undefined
  /** Whether the owner's earlier documents are to be asked for. */
  compare: boolean
  /** What gives the level of risk. */
  policy: RiskPolicy
  /** Whether the report is to be drawn at once; else what it is drawn from later is told. */
  draw: boolean
  port: MessagePort
}

/** A report that somebody asks for, of a document that was analysed before. */
export interface DrawWork {
  /** The file as it was received; handed over, not copied. */
  bytes: Uint8Array<ArrayBuffer>
  /** As `packFacts` made them. */
  packed: Uint8Array
  /** Of the document. */
  pages: number
  mostPages: number
  /** Not the report: the first page in small, as a picture. `packed` is empty. */
  small?: true | undefined
}

/** What a thread gets to do where another one has ended while it drew the report: one without the original's pages. */
export type SummaryWork = { facts: SummaryFacts } | Pick<DrawWork, 'packed'>

/**
 * From the worker while it works: which thread it is, first; then where the work stands; `judged` is its last word
 * before it draws the report.
 */
export type WorkerMessage =
  | { thread: number }
  | { progress: AnalysisProgress }
  | { subjects: string[] }
  | { judged: Judged }
  /** Its last word where whoever sent the document can do something about it. */
  | { refused: { code: RefusalCode; message: string } }
/** To the worker, after `subjects`. */
export interface Answered {
  earlier: EarlierDocument[]
}

/** How a thread's work ended: with a report, and with what that lacks. */
export interface Reported {
  /** A PDF, or where it is not drawn yet what it is drawn from. */
  report: Uint8Array
  issues: Issue[]
}

/** What crosses back: everything that is kept of a document, and nothing of its pages and words. */
export interface Judged {
  /** Hex digest of the file. */
  sha256: string
  pageCount: number
  /** Pages that were recognised. */
  recognised: number
  parts: JudgedPart[]
  assessment: Assessment
  subjects: string[]
  /** What could not be done. */
  issues: Issue[]
}

export interface JudgedField {
  value: string | number
  confidence: number
  page: number
  box: Evidence['bbox']
  /** Its text lies under a picture. */
  covered?: true
  /** Where it was not read as one thing in one place. */
  doubt?: FieldDoubt
}

/** How a value came to be chosen, where recognition or the page says something else too. */
export interface FieldDoubt {
  /** As the page prints it, with what recognition mended. */
  printed: string
  /** What recognition read before that, and what another place that is labelled as well says. */
  readings: string[]
  chosenBy?: 'sum'
}

export interface JudgedPart {
  type: DocumentType
  /** How sure the type is. */
  confidence: number
  pages: number[]
  fields: Record<string, JudgedField>
  tables: JudgedTable[]
  /** Of a kind that the owner has declared. */
  own?: OwnPart | undefined
  /** Of this document by itself. */
  assessment: Assessment
}

export interface JudgedTable {
  name: string
  page: number
  columns: string[]
  rows: Record<string, string | number>[]
  confidence: number
}
