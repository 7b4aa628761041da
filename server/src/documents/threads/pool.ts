import type { AnalysisProgress } from '@mkt/schemas'
import { Piscina } from 'piscina'
import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { HEADROOM } from '../model/heap-headroom.ts'
import type { EarlierDocument } from '../risk/cross-document.ts'
import { MemoryWatch } from './memory-watch.ts'
import { StallWatch } from './stall-watch.ts'
import { onlySummary, REPORT_IS_A_SUMMARY, summaryFacts } from './summary-facts.ts'
import { SECONDS_OF_REPORT_PAGE, TimeLimit } from './time-limit.ts'
import type { DrawWork, Judged, Reported, SummaryWork, Work } from './work.ts'
import { WorkerChannel } from './worker-channel.ts'

export interface PoolOptions {
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
  threads: number
  /** For a document, and for each of its pages that needs recognition. */
  seconds: number
  msOfPage: number
  secondsOfPage: number
  /** Of a thread's JavaScript heap, in MiB. */
  memory: number
  /** For a thread to take a document up, as a new one must load first. */
  secondsToBegin?: number
  /** Of processor time, for one page or the opening of the file. */
  secondsOfStep?: number
  /** For the report, beside a tenth of a second for each page; never beyond the document's own time. */
  secondsOfReport?: number
  /** Of the threads, above this process' own. */
  niceness?: number
  /** The module that a thread runs; the pipeline when not given. */
  worker?: URL
}

export interface PoolOrders {
  work: Omit<Work, 'port'>
  observe: (progress: AnalysisProgress) => void
  earlier: (subjects: string[]) => Promise<EarlierDocument[]>
  /** Aborting ends the thread: who left is not worked for. */
  signal: AbortSignal
  /** Told of the analysis as soon as it stands: the report is drawn after it. */
  judged?: (judged: Judged) => void
}

/** An analysis and its report: a PDF, or what that is drawn from. */
export interface Drawn {
  judged: Judged
  report: Uint8Array
}

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const WORKER = new URL(FROM_SOURCE ? '../worker.ts' : '../worker.js', import.meta.url)

const BEGIN_S = 60
/** A page of a million words, 34 MB of them, takes 8 s; the operators of a page are cut after as much. */
const STEP_S = 15
/** A report of a few pages takes 0.1 s, one of 2,000 some 10 s. */
const REPORT_S = 20
const SUMMARY_S = 30
const RETRY_AFTER_S = 30

/** Less than the event loop's thread gets when both want a core: streams of the marketplace do not wait for pages. */
const NICENESS = 10

/**
 * A thread that waits for work holds some 90 MB, one that recognised pages several times that; the first document after
 * a pause like this pays 1 to 2 s for a new one.
 */
const IDLE_MS = 300_000

/**
 * Room for new objects, which a thread that has once filled it keeps. With the engine's own limit two threads held
 * 240 MB more after 300 documents. What it costs lies within the noise of a busy machine.
 */
const YOUNG_MB = 24

/**
 * Warm threads that run the pipeline, each one document at a time. A document that takes too long or too much memory
 * costs its thread and nothing else; a new thread takes its place.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #threads: Piscina<Work | SummaryWork | DrawWork, Reported>
  readonly #memory: MemoryWatch

  constructor(options: PoolOptions) {
    this.#options = options
    const { clock, threads, memory, log, worker = WORKER, niceness = NICENESS } = options
    this.#threads = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEADROOM * memory, maxYoungGenerationSizeMb: YOUNG_MB },
      niceIncrement: niceness,
      // A thread that waits for work must still serve the threads of recognition below it.
      atomics: 'disabled',
    })
    this.#memory = new MemoryWatch({ clock, threads: () => this.#threads.threads, memory })
    this.#threads.on('error', (error) => log.error({ err: error }, 'a thread of the documents service failed'))
  }

  /**
   * Runs one document. A report that cannot be drawn does not cost the analysis: another thread writes one without the
   * original's pages, and an issue says so. Errors: unprocessable_document where the document cannot be analysed within
   * its limits; the signal's reason where that aborted.
   */
  async run({ work, observe, earlier, signal, judged = () => undefined }: PoolOrders): Promise<Drawn> {
    signal.throwIfAborted()
    const ending = new AbortController()
    const limit = this.#limitTime(() => ending.abort(tookTooLong()))
    const stall = this.#watchSteps(() => ending.abort(tookTooLong()))
    const channel = new WorkerChannel({
      limit,
      observe,
      earlier,
      judged,
      fail: (error) => ending.abort(error),
      ...stall,
    })
    const unwatch = this.#memory.begin()
    const leave = () => ending.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      const task = { ...work, port: channel.port }
      const transferList = [channel.port, work.bytes.buffer]
      const reported = await this.#threads.run(task, { transferList, signal: ending.signal })
      channel.drain()
      return completed(channel.judged, reported)
    } catch (error) {
      channel.drain()
      if (channel.judged && !signal.aborted) {
        this.#options.log.info({ err: error, document_id: work.documentId }, REPORT_IS_A_SUMMARY)
        if (!work.draw) return completed(channel.judged, onlySummary(channel.judged, work))
        return completed(channel.judged, await this.summarise({ facts: summaryFacts(channel.judged, work) }, signal))
      }
      if (channel.refused && !signal.aborted) throw channel.refused
      // A thread that has not begun says nothing about the document.
      if (!channel.begun && !signal.aborted) throw this.#unbegun(error, ending.signal.aborted)
      if (ending.signal.aborted) throw ending.signal.reason
      this.#options.log.info({ err: error, document_id: work.documentId }, 'a document could not be analysed')
      throw unprocessable('The document cannot be analysed.', error)
    } finally {
      limit.cancel()
      stall.step(true)
      unwatch()
      signal.removeEventListener('abort', leave)
      channel.close()
    }
  }

  async stop(): Promise<void> {
    await this.#threads.destroy()
  }

  /** Draws the report of a document that was analysed before; the summary alone where its pages cannot be drawn. */
  async draw(work: DrawWork, gone: AbortSignal): Promise<Reported> {
    const { log, secondsOfReport = REPORT_S, secondsToBegin = BEGIN_S } = this.#options
    const unwatch = this.#memory.begin()
    // A new thread has to load within it.
    const seconds = secondsToBegin + secondsOfReport + work.pages * SECONDS_OF_REPORT_PAGE
    try {
      return await this.#within(seconds, gone, (signal) =>
        this.#threads.run(work, { name: 'draw', transferList: [work.bytes.buffer], signal }),
      )
    } catch (error) {
      gone.throwIfAborted()
      // There is no less of a picture, as there is of a report.
      if (work.small) throw unprocessable('The first page cannot be drawn.', error)
      log.info({ err: error }, REPORT_IS_A_SUMMARY)
    } finally {
      unwatch()
    }
    return await this.summarise({ packed: work.packed }, gone)
  }

  /** Has a report made without the original's pages, over which a thread has ended. Errors as of `run`. */
  async summarise(work: SummaryWork, gone: AbortSignal): Promise<Reported> {
    try {
      return await this.#within(SUMMARY_S, gone, (signal) => this.#threads.run(work, { name: 'summarise', signal }))
    } catch (error) {
      gone.throwIfAborted()
      throw unprocessable('The document cannot be analysed.', error)
    }
  }

  /** `work` ends with its signal when it takes longer, and when nobody waits for it any more. */
  async #within<T>(seconds: number, gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ending = new AbortController()
    const cancel = this.#options.clock.timer(seconds * 1000, () => ending.abort(tookTooLong()))
    try {
      return await work(AbortSignal.any([gone, ending.signal]))
    } finally {
      cancel()
    }
  }

  /** Where it only took too long to load, the machine has too much to do; else it is a fault of ours. */
  #unbegun(cause: unknown, late: boolean): Error {
    if (!late) return new Error('no thread has taken the document', { cause })
    this.#options.log.error('no thread has taken a document in time: the machine is overloaded')
    const data = { retryAfterS: RETRY_AFTER_S, cause }
    return new DomainError('rate_limited', 'The service is overloaded. Try again in a moment.', data)
  }

  #watchSteps(end: () => void): { begin: (thread: number) => void; step: (over: boolean) => void } {
    const { clock, secondsOfStep = STEP_S } = this.#options
    const watch = new StallWatch({ clock, seconds: secondsOfStep, end })
    return {
      begin: (id) => watch.begin(this.#threads.threads.find(({ threadId }) => threadId === id)),
      step: (over) => (over ? watch.stop() : watch.sign()),
    }
  }

  #limitTime(end: () => void): TimeLimit {
    const {
      clock,
      seconds,
      msOfPage,
      secondsOfPage,
      secondsToBegin = BEGIN_S,
      secondsOfReport = REPORT_S,
    } = this.#options
    return new TimeLimit({ clock, seconds, msOfPage, secondsOfPage, secondsToBegin, secondsOfReport }, end)
  }
}

function completed(judged: Judged | undefined, { report, issues }: Reported): Drawn {
  if (!judged) throw new Error('a thread has reported what it has not judged')
  return { judged: { ...judged, issues: [...judged.issues, ...issues] }, report }
}

function tookTooLong(): DomainError {
  const message = 'Reading it took too long, and it was given up. Send its pages in several files.'
  return new DomainError('unprocessable_document', message, { details: [{ path: 'body.file', message }] })
}

function unprocessable(message: string, cause?: unknown): DomainError {
  return new DomainError('unprocessable_document', message, { cause })
}
