/** What a PDF is beside its pages: what forensics and e-invoices need. */
export interface Source {
  bytes: number
  sha256: string
  version: string
  pageCount: number
  info: DocumentInfo
  encrypted: boolean
  /** Each state that the file was saved in, oldest first; the last one is the file as it is. */
  revisions: Revision[]
  signatures: Signature[]
  attachments: Attachment[]
  /** The form is XFA: pages may hold a placeholder only. */
  xfa: boolean
  hasForm: boolean
  hasScripts: boolean
  /** A portfolio: viewers show its attachments first. */
  collection?: boolean
  /** What scripts that run by themselves put into fields, as they say it. */
  scripted?: string[]
  /** The values of an XFA form, by their fields' own names. */
  xfaValues?: XfaValue[]
  /** What could not be read; never fatal by itself. */
  issues: Issue[]
  /** Pages as they were before, which the file holds and shows nowhere. */
  leftBehind?: LeftBehind[]
  /** What programs copy in the place of what is shown, on pages that say so. */
  actualTexts?: ActualText[]
}

/** The Info dictionary and XMP, as written; '' where absent. Dates in ISO form where they can be read. */
export interface DocumentInfo {
  title: string
  author: string
  creator: string
  producer: string
  created: string
  modified: string
  /** What XMP tells of each program that had the file, oldest first; absent where it tells of none. */
  history?: SavedBy[]
}

/** One event of XMP's history (ISO 16684-1 and XMP part 2, ResourceEvent). */
export interface SavedBy {
  program: string
  /** What was done: `from application/pdf to ...`; '' where it is not told. */
  change: string
}

export interface Revision {
  /** Offset just after this revision's %%EOF. */
  end: number
  /** What changed against the revision before; undefined for the first. */
  change: RevisionChange | undefined
}

export interface RevisionChange {
  /** Pages whose painted content differs, 1-based. */
  pages: number[]
  /** Pages that came whole, 1-based, where all that were there stayed as they were; they are none of `pages`. */
  came?: number[]
  /** Words that were there before and are not now, and the other way round, by page; at most 50 of each. */
  removed: ChangedWord[]
  added: ChangedWord[]
  formValues: string[]
  attachments: boolean
  annotations: boolean
  signatures: boolean
}

/** How a page that a file still holds, and shows nowhere, differs from the page shown in its place. */
export interface LeftBehind {
  /** The page shown, 1-based. */
  page: number
  /** Words that it had and the page shown has not, and the other way round; at most 50 of each. */
  removed: ChangedWord[]
  added: ChangedWord[]
}

export interface ChangedWord {
  page: number
  text: string
  box: readonly [number, number, number, number]
}

export interface Signature {
  field: string
  /** ByteRange covers the whole file but for the signature itself. */
  coversFile: boolean
  /** Offset just after the last byte that it covers. */
  end: number
  name: string
  certification: boolean
}

export interface Attachment {
  name: string
  description: string
  /** Text of XML attachments up to 4 MiB; undefined for anything else. */
  xml: string | undefined
  bytes: number
}

/** Something that a stage could not do; the analysis goes on without it. */
export interface Issue {
  stage: 'text' | 'layout' | 'ocr' | 'classify' | 'extract' | 'risk' | 'annotate'
  code: string
  page?: number
}

export interface XfaValue {
  name: string
  value: string
}

/** Text that stands for marked content of a page when it is copied. */
export interface ActualText {
  page: number
  text: string
}
