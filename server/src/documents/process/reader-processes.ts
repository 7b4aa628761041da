import { availableParallelism } from 'node:os'
import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Analysed, Analyst, DrawOrders, Orders } from '../analyst.ts'
import { onlySummary, REPORT_IS_A_SUMMARY, summaryFacts } from '../threads/summary-facts.ts'
import { SECONDS_OF_REPORT_PAGE, TimeLimit } from '../threads/time-limit.ts'
import type { Judged } from '../threads/work.ts'
import type { ReaderSettings } from './messages.ts'
import { type Done, ReaderEnded, ReaderProcess } from './reader-process.ts'

export interface ReaderProcessesOptions {
  clock: Clock
  log: Log
  settings: Omit<ReaderSettings, 'cores'>
  /** Files that the processes may read beside those of this program. */
  files?: readonly string[]
}

/** One that waits for work holds some 150 MB; the first document after a pause like this pays 2 s for a new one. */
const IDLE_MS = 300_000

/** A process ends its thread at its limits by itself. So many seconds later something is wrong with the process. */
const SLACK_S = 15
const [BEGIN_S, REPORT_S, SUMMARY_S] = [60, 20, 30]

/** Where processes end without having finished anything, the next one waits, longer each time. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 5000]

/**
 * Processes that analyse documents, each one at a time: started with the first document, warm from then on, ended after
 * a pause. One that crashes costs its document and nothing else; the next document gets a new one.
 */
export class ReaderProcesses implements Analyst {
  readonly #options: ReaderProcessesOptions
  readonly #idle: ReaderProcess[] = []
  readonly #busy = new Set<ReaderProcess>()
  /** Ends since some work was finished. */
  #failures = 0
  #endIdle = () => {}
  #stopped = false

  constructor(options: ReaderProcessesOptions) {
    this.#options = options
  }

  /** Of the processes that are there at this moment. */
  get pids(): number[] {
    return [...this.#busy, ...this.#idle].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
  }

  async run(orders: Orders): Promise<Analysed> {
    const story: Story = { judged: undefined, begun: false }
    try {
      return await this.#read(orders, story)
    } catch (error) {
      orders.signal.throwIfAborted()
      if (!(error instanceof ReaderEnded)) throw error
      this.#failures++
      this.#options.log.warn({ err: error, document_id: orders.work.documentId }, 'a reader process has ended')
      // One that has not begun says nothing about the document: another gets it, once.
      if (!story.begun) return await this.#again(orders, story)
      if (!story.judged) throw unprocessable(error)
      return await this.#summarise(story.judged, orders)
    }
  }

  async draw(orders: DrawOrders): Promise<Buffer | undefined> {
    const { signal, pages } = orders
    const { clock, settings } = this.#options
    const { secondsToBegin = BEGIN_S, secondsOfReport = REPORT_S } = settings
    const seconds = secondsToBegin + secondsOfReport + pages * SECONDS_OF_REPORT_PAGE + SUMMARY_S + SLACK_S
    const drawn = async (work: (reader: ReaderProcess) => Promise<Done>) =>
      await this.#with(signal, async (reader) => {
        const cancel = clock.timer(seconds * 1000, () => void reader.end())
        return await work(reader).finally(cancel)
      })
    try {
      return (await drawn((reader) => reader.draw(orders))).report
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ReaderEnded)) throw error
      this.#failures++
      this.#options.log.warn({ err: error }, 'a reader process has ended')
      if (orders.small) throw unprocessable(error)
    }
    const summary = drawn((reader) => reader.drawSummary(orders))
    return (await summary.catch((error) => this.#giveUp(error, signal))).report
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#endIdle()
    await Promise.all([...this.#busy, ...this.#idle].map((reader) => reader.end()))
  }

  async #again(orders: Orders, story: Story): Promise<Analysed> {
    try {
      return await this.#read(orders, story)
    } catch (error) {
      orders.signal.throwIfAborted()
      if (!(error instanceof ReaderEnded)) throw error
      this.#failures++
      if (story.begun) throw unprocessable(error)
      throw new Error('no reader process has taken the document', { cause: error })
    }
  }

  async #read(orders: Orders, story: Story): Promise<Analysed> {
    return await this.#with(orders.signal, async (reader) => {
      const limit = this.#limitTime(() => void reader.end())
      const begin = () => {
        if (!story.begun) limit.begin()
        story.begun = true
      }
      try {
        const { issues, report } = await reader.read({
          ...orders,
          observe(progress) {
            begin()
            if (progress.stage === 'text') limit.read(progress.pages ?? 0)
            if (progress.stage === 'ocr' && progress.page === undefined) limit.recognise(progress.pages ?? 0)
            orders.observe(progress)
          },
          judged(judged) {
            begin()
            story.judged = judged
            limit.report(judged.pageCount)
            orders.judged?.(judged)
          },
        })
        if (!story.judged) throw new Error('a reader process has reported what it has not judged')
        // What is too much to keep was written to the report's place, and is no report.
        if (!orders.work.draw && !report) return this.#onlySummary(story.judged, orders)
        return { ...story.judged, issues, facts: report }
      } finally {
        limit.cancel()
      }
    })
  }

  /** The report without the original's pages, over which a process has ended. */
  async #summarise(judged: Judged, { work, signal }: Orders): Promise<Analysed> {
    if (!work.draw) return this.#onlySummary(judged, { work })
    this.#options.log.info({ document_id: work.documentId }, REPORT_IS_A_SUMMARY)
    const facts = summaryFacts(judged, work)
    const drawn = this.#with(signal, (reader) => reader.summarise(facts, work.reportPath, signal))
    const { issues } = await drawn.catch((error) => this.#giveUp(error, signal))
    return { ...judged, issues: [...judged.issues, ...issues] }
  }

  /** What that report is drawn from later. */
  #onlySummary(judged: Judged, { work }: Pick<Orders, 'work'>): Analysed {
    this.#options.log.info({ document_id: work.documentId }, REPORT_IS_A_SUMMARY)
    const { report, issues } = onlySummary(judged, work)
    return { ...judged, issues: [...judged.issues, ...issues], facts: Buffer.from(report) }
  }

  /** Not even the summary could be drawn. */
  #giveUp(error: unknown, signal: AbortSignal): never {
    signal.throwIfAborted()
    if (!(error instanceof ReaderEnded)) throw error
    this.#failures++
    throw unprocessable(error)
  }

  async #with<T>(signal: AbortSignal, work: (reader: ReaderProcess) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    await this.#pause(signal)
    signal.throwIfAborted()
    const reader = this.#take()
    try {
      const done = await work(reader)
      this.#failures = 0
      return done
    } finally {
      this.#give(reader)
    }
  }

  #take(): ReaderProcess {
    if (this.#stopped) throw new Error('the documents service has stopped')
    this.#endIdle()
    const { log, settings, files } = this.#options
    let reader = this.#idle.pop()
    while (reader && !reader.alive) reader = this.#idle.pop()
    reader ??= new ReaderProcess({ log, settings: { ...settings, cores: availableParallelism() }, files })
    this.#busy.add(reader)
    this.#shareCores()
    return reader
  }

  #give(reader: ReaderProcess): void {
    this.#busy.delete(reader)
    if (reader.alive && !this.#stopped) this.#idle.push(reader)
    this.#shareCores()
    if (this.#busy.size > 0 || this.#stopped) return
    this.#endIdle = this.#options.clock.timer(IDLE_MS, () => {
      for (const idle of this.#idle.splice(0)) void idle.end()
    })
  }

  /** Pages are recognised by several threads a document, and all documents have the same cores. */
  #shareCores(): void {
    const cores = Math.max(1, Math.floor(availableParallelism() / Math.max(1, this.#busy.size)))
    for (const reader of this.#busy) reader.limitCores(cores)
  }

  async #pause(signal: AbortSignal): Promise<void> {
    // The first end is a document's own fault.
    if (this.#failures < 2) return
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 2))
    await new Promise<void>((resolve) => {
      const cancel = this.#options.clock.timer(ms, resolve)
      signal.addEventListener(
        'abort',
        () => {
          cancel()
          resolve()
        },
        { once: true },
      )
    })
  }

  #limitTime(end: () => void): TimeLimit {
    const { clock, settings } = this.#options
    const { seconds, msOfPage, secondsOfPage, secondsToBegin = BEGIN_S, secondsOfReport = REPORT_S } = settings
    const [begin, all, report] = [secondsToBegin, seconds, secondsOfReport].map((limit) => limit + SLACK_S)
    const limits = { secondsToBegin: begin, seconds: all, secondsOfReport: report } as const
    return new TimeLimit({ clock, msOfPage, secondsOfPage, ...(limits as Record<keyof typeof limits, number>) }, end)
  }
}

/** What is known of a document's fate. */
interface Story {
  /** Whether a process has taken it up. */
  begun: boolean
  judged: Judged | undefined
}

function unprocessable(cause: unknown): DomainError {
  return new DomainError('unprocessable_document', 'The document cannot be analysed.', { cause })
}
