import type { AnalysisProgress } from '@mkt/schemas'
import type { EarlierDocument } from './risk/cross-document.ts'
import type { Judged, Work } from './threads/work.ts'

/** A document to be analysed: where it lies, and whom to ask and tell. */
export interface Orders {
  work: Omit<Work, 'port' | 'bytes'> & {
    /** The file as it was received. */
    path: string
    /** Where the annotated report is to be written. */
    reportPath: string
  }
  observe: (progress: AnalysisProgress) => void
  /** The owner's earlier documents of these subjects. */
  earlier: (subjects: string[]) => Promise<EarlierDocument[]>
  /** Aborting ends the work: who left is not worked for. */
  signal: AbortSignal
  /** Told of the analysis as soon as it stands: the report is drawn after it. */
  judged?: (judged: Judged) => void
}

/** What analyses documents. */
export interface Analyst {
  /**
   * Judges one document and writes its report. Errors: unprocessable_document where it cannot be analysed within its
   * limits; rate_limited where the machine is overloaded; the signal's reason where that aborted.
   */
  run(orders: Orders): Promise<Judged>
  stop(): Promise<void>
}
