import type { AnalysisProgress, DocumentType } from '@mkt/schemas'
import type { Clock } from '../base/clock.ts'
import type { Meter } from '../base/meter.ts'

export type Outcome = 'success' | 'unprocessable' | 'gone' | 'error'

/** What is counted of documents; types and stages are closed lists, so that labels are too. */
export class DocumentFigures {
  readonly #clock: Clock
  readonly #documents
  readonly #pages
  readonly #stages

  constructor(meter: Meter, clock: Clock) {
    this.#clock = clock
    this.#documents = meter.counter('mkt_documents_total', 'Documents analysed, by type and how it ended', [
      'type',
      'outcome',
    ])
    this.#pages = meter.counter('mkt_document_pages_total', 'Pages of documents that were analysed', [])
    this.#stages = meter.histogram('mkt_document_stage_seconds', 'Time in each stage of an analysis', ['stage'])
  }

  /** An analysis that found a type and so many pages. */
  analysed(type: DocumentType, pages: number): void {
    this.#documents({ type, outcome: 'success' })
    this.#pages({}, pages)
  }

  ended(outcome: Exclude<Outcome, 'success'>): void {
    this.#documents({ type: 'none', outcome })
  }

  /** A report that was asked for. */
  drawn(seconds: number): void {
    this.#stages.observe({ stage: 'report' }, seconds)
  }

  /** Measures how long each stage took, while it passes on what is told of them; the waiting is among them. */
  watch(observe: (progress: AnalysisProgress) => void) {
    let now: { stage: string; since: number } | undefined
    const enter = (stage: string | undefined) => {
      const at = this.#clock.monotonic()
      if (now) this.#stages.observe({ stage: now.stage }, (at - now.since) / 1000)
      now = stage === undefined ? undefined : { stage, since: at }
    }
    return {
      observe(progress: AnalysisProgress) {
        if (progress.stage !== now?.stage) enter(progress.stage)
        observe(progress)
      },
      end: () => enter(undefined),
    }
  }
}
