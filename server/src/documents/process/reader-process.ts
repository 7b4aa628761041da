import { type ChildProcess, spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { DomainError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { DrawOrders, Orders } from '../analyst.ts'
import type { SummaryFacts } from '../annotate/report-facts.ts'
import type { Issue } from '../model/source.ts'
import { Line, LineEnded } from './line.ts'
import { type Failure, type FromReader, type ReaderSettings, readMessage, type ToReader } from './messages.ts'
import { ReportSink } from './report-sink.ts'
import { readerOptions } from './rights.ts'

export interface ReaderProcessOptions {
  log: Log
  settings: ReaderSettings
  /** Files that it may read beside those of this program. */
  files?: readonly string[] | undefined
}

/** A reader process has ended in the middle of its work, or never got to it. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded'
}

const MAIN = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url))

const NONSENSE = 'a reader process said what none says, and is ended'

/** Of what the process writes to standard error, so many characters of its end are kept, for the log. */
const LAST_WORDS = 2000
/** For a thread to end once nobody waits for its document. */
const CANCEL_MS = 5000

/** Of what a report is drawn from later; 2,000 full pages have some 8 MB of it. */
const MOST_FACTS = 64 * 1024 * 1024
/** So large a report may be and still be had while the disk is full. Most have a tenth of it. */
const MOST_IN_MEMORY = 4 * 1024 * 1024

/** How a work ended. */
export interface Done {
  /** What the report lacks. */
  issues: Issue[]
  /** The report, or what it is drawn from; undefined where it is in the file. */
  report: Buffer | undefined
}

/** What it was asked for. */
interface Exchange {
  orders: Partial<Orders>
  sink: ReportSink
  /** Once it has begun to come. */
  issues?: Issue[]
  resolve: (done: Done) => void
  reject: (error: unknown) => void
}

/**
 * One process that reads strangers' files, with none of this one's memory, environment or database: it gets bytes and
 * gives answers. It works on one document at a time, so its end costs that one. It ends when its socket does, and so
 * with this process, however that ends.
 */
export class ReaderProcess {
  readonly #child: ChildProcess
  readonly #line: Line
  readonly #log: Log
  readonly #ended: Promise<void>
  #lastWords = ''
  #exchange: Exchange | undefined
  alive = true

  constructor({ log, settings, files }: ReaderProcessOptions) {
    this.#log = log
    // Its environment is empty: no secret of this one's is in it.
    this.#child = spawn(process.execPath, [...readerOptions(files), MAIN], {
      env: {},
      // What threads may read beside what is allowed is this folder: Node takes a thread's empty path for it.
      cwd: dirname(MAIN),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    this.#line = new Line(this.#child.stdio[3] as Duplex)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS)
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    this.#child.once('error', (error) => this.#gone(error.message, resolve))
    this.#child.once('exit', (code, signal) => this.#gone(`it ended with ${signal ?? `code ${code}`}`, resolve))
    void this.#listen()
    this.#say({ settings })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /**
   * Has a document read and, where `work.draw` says so, its report written to `work.reportPath`. What was judged is
   * told before. Errors: as of Analyst.run, ReaderEnded where the process has ended over it.
   */
  async read(orders: Orders): Promise<Done> {
    const { path, reportPath, ...work } = orders.work
    const { size } = await stat(path)
    const done = this.#ask(orders, new ReportSink(reportPath, work.draw ? -1 : MOST_FACTS))
    this.#say({ read: work, size })
    // Where the process ends meanwhile, `done` says so.
    const poured = this.#line.pour(createReadStream(path, { end: Math.max(0, size - 1) }))
    await Promise.all([done, poured.catch((error) => this.#fail(error))])
    return await done
  }

  /** Has a report written without the original's pages. Errors: as of `read`. */
  async summarise(facts: SummaryFacts, reportPath: string, signal: AbortSignal): Promise<Done> {
    const done = this.#ask({ signal }, new ReportSink(reportPath, -1))
    this.#say({ summarise: facts })
    return await done
  }

  /** Has the report of a document drawn that was analysed before. Errors: as of `read`. */
  async draw({ original, packed, signal, reportPath, ...work }: DrawOrders): Promise<Done> {
    const file = await original()
    if (signal.aborted) file.destroy()
    const done = this.#ask({ signal }, new ReportSink(reportPath, MOST_IN_MEMORY))
    this.#say({ draw: work, facts: packed.length })
    const pour = async () => {
      await this.#line.pour([packed])
      await this.#line.pour(file)
      this.#say({ poured: true })
    }
    await Promise.all([done, pour().catch((error) => this.#fail(error))])
    return await done
  }

  /** The same without the original's pages, over which another process has ended. */
  async drawSummary({ packed, signal, reportPath }: DrawOrders): Promise<Done> {
    const done = this.#ask({ signal }, new ReportSink(reportPath, MOST_IN_MEMORY))
    this.#say({ drawSummary: true, size: packed.length })
    await Promise.all([done, this.#line.pour([packed]).catch((error) => this.#fail(error))])
    return await done
  }

  limitCores(cores: number): void {
    this.#say({ cores })
  }

  /** Ends the process at once; resolves when it has. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  #ask(orders: Partial<Orders>, sink: ReportSink): Promise<Done> {
    const { signal } = orders
    // A signal that has aborted while a file was opened tells nobody of it any more.
    signal?.throwIfAborted()
    let patience: NodeJS.Timeout | undefined
    const leave = () => {
      this.#say({ cancel: true })
      patience = setTimeout(() => this.#child.kill('SIGKILL'), CANCEL_MS)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return new Promise<Done>((resolve, reject) => {
      if (!this.alive) return reject(new ReaderEnded('it has ended before'))
      this.#exchange = { orders, sink, resolve, reject }
    }).finally(() => {
      clearTimeout(patience)
      signal?.removeEventListener('abort', leave)
    })
  }

  async #listen(): Promise<void> {
    try {
      for await (const frame of this.#line.frames())
        if ('piece' in frame) await this.#write(frame.piece)
        else await this.#hear(readMessage(frame.message))
    } catch (error) {
      // A socket that breaks off has a code; its process has ended, which is told of elsewhere.
      if (!('code' in (error as Error))) this.#log.error({ err: error }, NONSENSE)
    }
    this.#child.kill('SIGKILL')
  }

  async #hear(message: FromReader): Promise<void> {
    const { orders } = this.#exchange ?? {}
    if ('log' in message) {
      const { level, msg, ...rest } = message.log
      this.#log[level](rest, msg)
    } else if ('progress' in message) orders?.observe?.(message.progress)
    else if ('judged' in message) orders?.judged?.(message.judged)
    else if ('subjects' in message)
      void orders?.earlier?.(message.subjects).then(
        (earlier) => this.#say({ earlier }),
        (error) => this.#abandon(error),
      )
    else if ('failed' in message) this.#reject(errorOf(message.failed))
    else await this.#open(message.done.issues as Issue[], message.size)
  }

  /** What cannot be answered costs the work; the process is told to leave it. */
  #abandon(error: unknown): void {
    const exchange = this.#exchange
    this.#say({ cancel: true })
    if (exchange)
      this.#exchange = { ...exchange, resolve: () => exchange.reject(error), reject: () => exchange.reject(error) }
  }

  async #open(issues: Issue[], size: number): Promise<void> {
    const exchange = this.#exchange
    if (!exchange) return
    await this.#keep(exchange, async () => {
      await exchange.sink.open(size)
      exchange.issues = issues
      return size === 0
    })
  }

  async #write(piece: Buffer): Promise<void> {
    const exchange = this.#exchange
    if (exchange?.issues) await this.#keep(exchange, () => exchange.sink.write(piece))
  }

  /** `step` answers whether the report is whole. */
  async #keep(exchange: Exchange, step: () => Promise<boolean>): Promise<void> {
    const { sink, resolve } = exchange
    try {
      if (!(await step())) return
      await sink.close()
    } catch (error) {
      await sink.close().catch(() => undefined)
      return this.#reject(new Error('the report could not be written', { cause: error }))
    }
    this.#exchange = undefined
    resolve({ issues: exchange.issues ?? [], report: sink.bytes })
  }

  /** It waits for bytes that do not come. */
  #fail(error: unknown): void {
    // The socket of a process that has ended may tell of it before the process itself does.
    if (!this.alive || error instanceof LineEnded) return
    this.#reject(new Error('the upload could not be read', { cause: error }))
    // Nobody is given this one any more.
    this.alive = false
    this.#child.kill('SIGKILL')
  }

  #reject(error: unknown): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.reject(error)
  }

  #gone(how: string, ended: () => void): void {
    this.alive = false
    this.#line.end()
    void this.#exchange?.sink.close().catch(() => undefined)
    this.#reject(new ReaderEnded(`${how}${this.#lastWords ? `: ${this.#lastWords}` : ''}`))
    ended()
  }

  #say(message: ToReader): void {
    this.#line.say(message)
  }
}

function errorOf({ code, message, retryAfterS, said }: Failure): Error {
  if (!code) return new Error(message)
  const details = said === undefined ? {} : { details: [{ path: 'body.file', message: said }] }
  return new DomainError(code, message, { ...details, ...(retryAfterS === undefined ? {} : { retryAfterS }) })
}
