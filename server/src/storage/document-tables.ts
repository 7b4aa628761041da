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
  /** Values that a person should look at, of all slips. */
  doubts: number
  /** The owner's words for it; '' where there are none. */
  label: string
  reference: string
  /** When somebody said that it was looked at, and who, by name. */
  looked_at: number | null
  looked_by: string | null
}

/** What the report of a document is drawn from; one that has no such row has its report among its files. */
export interface DocumentReportsTable {
  document_id: string
  facts: Buffer
}

/** The first page of a document in small; empty where it cannot be drawn. */
export interface DocumentThumbnailsTable {
  document_id: string
  picture: Buffer
}

/** A type of document that its owner has declared. */
export interface DocumentTypesTable {
  user_id: string
  name: string
  definition_json: string
  created_at: number
}

/** A document that is analysed while nobody waits. Its file lies where files of documents do, under the task's id. */
export interface DocumentTasksTable {
  analysis_id: string
  user_id: string
  state: 'queued' | 'working' | 'done' | 'failed'
  created_at: number
  finished_at: number | null
  /** Where the work stands. */
  stage: string | null
  page: number | null
  pages: number | null
  /** Counts who took it up: what an earlier claimant still does to it counts for nothing. */
  claim: number
  /** How often work on it began and was not put back in order. */
  tries: number
  /** Whoever works on it has died if nothing is heard until then. */
  lease_until: number
  bytes: number
  sha256: string
  file_name: string
  label: string
  reference: string
  reference_count: number
  /** Where the caller reached the service: the report's URL begins with it. */
  base_url: string
  document_id: string | null
  error: string | null
  details_json: string | null
}

/** What a person says instead of a value that was read. */
export interface DocumentCorrectionsTable {
  document_id: string
  user_id: string
  /** Which slip of the file, 1-based. */
  slip: number
  field: string
  value_json: string
  corrected_at: number
  /** Username. */
  corrected_by: string
}

/** Whom or what a document concerns: two documents of an owner with a subject in common may be compared. */
export interface DocumentSubjectsTable {
  user_id: string
  /** Kind and normalised value: `employer:acme`, `file:` and the hash of the original. */
  subject: string
  document_id: string
}
