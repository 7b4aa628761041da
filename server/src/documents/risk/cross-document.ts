import type { DocumentType } from '@mkt/schemas'
import type { Flag, Slip } from '../model/findings.ts'

/** A document of the same owner that was analysed before, as stored. */
export interface EarlierDocument {
  document_id: string
  type: DocumentType
  /** ISO 8601. */
  created_at: string
  sha256: string
  /** Values of its first slip, by field name. */
  fields: Record<string, string | number>
}

/** The document under examination: its first slip and the file's hash. */
export interface ExaminedDocument {
  sha256: string
  slip: Slip
}

/** What the document says against the owner's earlier ones. Pure; `earlier` in any order. */
export function crossValidate(_document: ExaminedDocument, _earlier: readonly EarlierDocument[]): Flag[] {
  return []
}
