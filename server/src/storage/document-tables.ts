export interface DocumentsTable {
  document_id: string
  user_id: string
  document_type: string
  created_at: number
  risk_level: string
  risk_score: number
  /** Of the original file, hex. */
  sha256: string
  pages: number
  /** As the owner's file was called; '' where it had no name. */
  file_name: string
  /** Values of the first slip by field name, for the comparison with later documents. */
  fields_json: string
  /** The analysis, the text as it was returned. */
  analysis_json: string
  /** The same with detail=full. */
  detail_json: string
}

/** Whom or what a document concerns: two documents of an owner with a subject in common may be compared. */
export interface DocumentSubjectsTable {
  user_id: string
  /** Kind and normalised value: `employer:acme`, `file:` and the hash of the original. */
  subject: string
  document_id: string
}
