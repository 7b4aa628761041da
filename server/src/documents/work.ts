import type { MessagePort } from 'node:worker_threads'
import type { AnalysisProgress, DocumentType } from '@mkt/schemas'
import type { Assessment, Evidence } from './model/findings.ts'
import type { EarlierDocument } from './risk/cross-document.ts'

/** What a worker thread gets to do. */
export interface Work {
  /** The file as it was received. */
  path: string
  /** Where the annotated report is to be written. */
  reportPath: string
  documentId: string
  /** ISO 8601. */
  createdAt: string
  mostPages: number
  /** Whether the owner's earlier documents are to be asked for. */
  compare: boolean
  port: MessagePort
}

/** From the worker while it works. */
export type Told = { progress: AnalysisProgress } | { subjects: string[] }
/** To the worker, after `subjects`. */
export interface Answered {
  earlier: EarlierDocument[]
}

/** What crosses back: everything that is kept of a document, and nothing of its pages and words. */
export interface Judged {
  pageCount: number
  /** Pages that were recognised. */
  recognised: number
  slips: JudgedSlip[]
  assessment: Assessment
  subjects: string[]
}

export interface JudgedField {
  value: string | number
  confidence: number
  page: number
  box: Evidence['bbox']
}

export interface JudgedSlip {
  type: DocumentType
  pages: number[]
  fields: Record<string, JudgedField>
  tables: JudgedTable[]
}

export interface JudgedTable {
  name: string
  page: number
  columns: string[]
  rows: Record<string, string | number>[]
  confidence: number
}
