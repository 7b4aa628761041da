import type { Clock } from '../../base/clock.ts'

export interface TimeLimitOptions {
  clock: Clock
  /** For a thread to take the document up, as a new one must load first. */
  secondsToBegin: number
  /** For a document, for each of its pages (ms), and for each that needs recognition. */
  seconds: number
  msOfPage: number
  secondsOfPage: number
  /** Of those, for the report at most, beside a tenth of a second for each of its pages. */
  secondsOfReport: number
}

export const SECONDS_OF_REPORT_PAGE = 0.1

/** How long a thread may work on one document; `end` is called when that is over. */
export class TimeLimit {
  readonly #options: TimeLimitOptions
  readonly #end: () => void
  #start: number
  #allowed: number
  #counted = false
  #cancel = () => {}

  constructor(options: TimeLimitOptions, end: () => void) {
    this.#options = options
    this.#end = end
    this.#start = options.clock.monotonic()
    this.#allowed = options.secondsToBegin * 1000
    this.#arm()
  }

  /** The document's own time runs from here: that a new thread has to load is not its fault. */
  begin(): void {
    this.#start = this.#options.clock.monotonic()
    this.#allowed = this.#options.seconds * 1000
    this.#arm()
  }

  /** The document has so many pages, which are read from here: three hundred take longer than one. */
  read(pages: number): void {
    if (this.#counted) return
    this.#counted = true
    this.#allowed += pages * this.#options.msOfPage
    this.#arm()
  }

  /** So many pages need recognition. */
  recognise(pages: number): void {
    this.#allowed += pages * this.#options.secondsOfPage * 1000
    this.#arm()
  }

  /** The report is drawn from here: what was found is no longer at stake, and nobody waits long for a drawing. */
  report(pages: number): void {
    const seconds = this.#options.secondsOfReport + pages * SECONDS_OF_REPORT_PAGE
    this.#allowed = Math.min(this.#allowed, this.#spent() + seconds * 1000)
    this.#arm()
  }

  cancel(): void {
    this.#cancel()
  }

  #spent(): number {
    return this.#options.clock.monotonic() - this.#start
  }

  #arm(): void {
    this.#cancel()
    this.#cancel = this.#options.clock.timer(Math.max(0, this.#allowed - this.#spent()), this.#end)
  }
}
