import type { Readable } from 'node:stream'
import type { AnalysisProgress } from '@mkt/schemas'
import type { EarlierDocument } from './risk/cross-document.ts'
import type { DrawWork, Judged, Work } from './threads/work.ts'

/** A document to be analysed: where it lies, and whom to ask and tell. */
export interface Orders {
  work: Omit<Work, 'port' | 'bytes'> & {
    /** The file as it was received. */
    path: string
    /** Where the annotated report is to be written, where it is drawn at once. */
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

/** What was found in a document. */
export interface Analysed extends Judged {
  /** What its report is drawn from when somebody asks for it; without it the report is written. */
  facts?: Buffer | undefined
}

/** A report that somebody asks for. */
export interface DrawOrders extends Omit<DrawWork, 'bytes'> {
  /** The file as it was received. */
  original: () => Promise<Readable>
  /** Where a large report is to be written. */
  reportPath: string
  /** Aborting ends the work. */
  signal: AbortSignal
}

/** What analyses documents. */
export interface Analyst {
  /**
   * Judges one document, and writes its report or says what that is drawn from. Errors: unprocessable_document where
   * it cannot be analysed within its limits; rate_limited where the machine is overloaded; the signal's reason where
   * that aborted.
   */
  run(orders: Orders): Promise<Analysed>
  /**
   * Draws the report of a document that was analysed before, in summary where its pages cannot be drawn, or its first
   * page in small; undefined where it is so large that it was written to a file. Errors as of `run`.
   */
  draw(orders: DrawOrders): Promise<Buffer | undefined>
  stop(): Promise<void>
}
