import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { AnalysisProgress } from '@mkt/schemas'
import { Piscina } from 'piscina'
import type { Clock } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { MemoryWatch } from './memory-watch.ts'
import type { EarlierDocument } from './risk/cross-document.ts'
import type { Answered, Judged, Told, Work } from './work.ts'

export interface PoolOptions {
  clock: Clock
  log: Log
  threads: number
  /** For a document, and for each of its pages that needs recognition. */
  seconds: number
  secondsOfPage: number
  /** Of a thread's JavaScript heap, in MiB. */
  memory: number
  /** For a thread to take a document up, as a new one must load first. */
  secondsToBegin?: number
  /** The module that a thread runs; the pipeline when not given. */
  worker?: URL
}

export interface Orders {
  work: Omit<Work, 'port'>
  observe: (progress: AnalysisProgress) => void
  earlier: (subjects: string[]) => Promise<EarlierDocument[]>
  /** Aborting ends the thread: who left is not worked for. */
  signal: AbortSignal
}

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const WORKER = new URL(FROM_SOURCE ? './worker.ts' : './worker.js', import.meta.url)

const BEGIN_S = 60

/** Less than the event loop's thread gets when both want a core: streams of the marketplace do not wait for pages. */
const NICENESS = 10

/**
 * A thread that waits for work holds some 90 MB, one that recognised pages several times that; the first document after
 * a pause like this pays 1 to 2 s for a new one.
 */
const IDLE_MS = 300_000

/** A page of pictures at their limit of pixels holds several hundred MiB beside the heap until somebody collects them. */
const OUTSIDE_HEAP = 2

/**
 * Warm threads that run the pipeline, each one document at a time. A document that takes too long or too much memory
 * costs its thread and nothing else; a new thread takes its place.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #threads: Piscina<Work, Judged>
  readonly #memory: MemoryWatch

  constructor(options: PoolOptions) {
    this.#options = options
    const { clock, threads, memory, log, worker = WORKER } = options
    this.#threads = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      execArgv: FROM_SOURCE ? ['--conditions=mkt-source'] : [],
      niceIncrement: NICENESS,
      // A thread that waits for work must still serve the threads of recognition below it.
      atomics: 'disabled',
    })
    this.#memory = new MemoryWatch({ clock, threads: () => this.#threads.threads, most: memory * OUTSIDE_HEAP })
    this.#threads.on('error', (error) => log.error({ err: error }, 'a thread of the documents service failed'))
  }

  /**
   * Runs one document. Errors: unprocessable_document where it cannot be analysed within its limits; the signal's
   * reason where that aborted.
   */
  async run({ work, observe, earlier, signal }: Orders): Promise<Judged> {
    signal.throwIfAborted()
    const { port1, port2 } = new MessageChannel()
    const ending = new AbortController()
    const limit = this.#limitTime(ending)
    const unwatch = this.#memory.begin()
    const leave = () => ending.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    let begun = false
    port1.on('message', (told: Told) => {
      if (!begun) limit.begin()
      begun = true
      if ('progress' in told) {
        if (told.progress.stage === 'ocr' && told.progress.page === undefined) limit.extend(told.progress.pages ?? 0)
        return observe(told.progress)
      }
      earlier(told.subjects).then(
        (found) => port1.postMessage({ earlier: found } satisfies Answered),
        (error) => ending.abort(error),
      )
    })
    try {
      return await this.#threads.run({ ...work, port: port2 }, { transferList: [port2], signal: ending.signal })
    } catch (error) {
      // While this thread is busy the end may be noticed before the beginning, whose message waits then.
      begun ||= receiveMessageOnPort(port1) !== undefined
      // A thread that has not begun says nothing about the document: that is a fault of ours.
      if (!begun && !signal.aborted) throw new Error('no thread has taken the document', { cause: error })
      if (ending.signal.aborted) throw ending.signal.reason
      this.#options.log.info({ err: error, document_id: work.documentId }, 'a document could not be analysed')
      throw unprocessable('The document cannot be analysed.', error)
    } finally {
      limit.cancel()
      unwatch()
      signal.removeEventListener('abort', leave)
      port1.close()
    }
  }

  async stop(): Promise<void> {
    await this.#threads.destroy()
  }

  #limitTime(ending: AbortController) {
    const { clock, seconds, secondsOfPage, secondsToBegin = BEGIN_S } = this.#options
    let start = clock.monotonic()
    let allowed = secondsToBegin * 1000
    let cancel = () => {}
    const arm = () => {
      cancel()
      const left = Math.max(0, allowed - (clock.monotonic() - start))
      cancel = clock.timer(left, () => ending.abort(unprocessable('The document takes too long.')))
    }
    arm()
    return {
      /** The document's own time runs from here: that a new thread has to load is not its fault. */
      begin() {
        start = clock.monotonic()
        allowed = seconds * 1000
        arm()
      },
      extend(pages: number) {
        allowed += pages * secondsOfPage * 1000
        arm()
      },
      cancel: () => cancel(),
    }
  }
}

function unprocessable(message: string, cause?: unknown): DomainError {
  return new DomainError('unprocessable_document', message, { cause })
}
