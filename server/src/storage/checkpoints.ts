import { Worker } from 'node:worker_threads'
import type { Database, Statement } from 'better-sqlite3'

/** Frames of the write-ahead log: how many it holds, and how many of them are in the database file already. */
export interface LogState {
  log: number
  checkpointed: number
}

export interface CheckpointOptions {
  connection: Database
  file: string
  /** Frames, of a page each, from which on a checkpoint is worth its cost. */
  worthwhile?: number
}

// At SQLite's own 1,000 pages checkpoints cost more than the commits themselves; this is 32 MB of log.
const WORTHWHILE = 8000

/** Asking how long the log is costs some microseconds, so it is asked once in so many commits. */
const EVERY_COMMITS = 64

const SCRUB_MS = 1000

/** What is left of a log, in frames, that the writer moves itself: a few milliseconds, so that it can start over. */
const REST = 500

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './checkpoint-thread.ts' : './checkpoint-thread.js', import.meta.url)

/**
 * Moves the write-ahead log into the database file on a thread of its own, which lives from the first long log on:
 * on the event loop 8,000 pages were a pause of 50 to 200 ms. Under load the writer appends meanwhile, and a log starts
 * over only when all of it was moved; so the writer itself moves the last few frames, between two groups.
 */
export class Checkpoints {
  readonly #connection: Database
  readonly #file: string
  readonly #worthwhile: number
  readonly #state: Statement
  readonly #finish: Statement
  readonly #empty: Statement
  #commits = 0
  #thread: Worker | undefined
  #moving = false
  /** The log holds something that was erased, and is to be emptied. */
  #scrubbing = false
  /** Runs from the beginning of one emptying until the next may begin. */
  #resting: NodeJS.Timeout | undefined
  /** How far the last pass came: one that comes no further waits for a reader of old pages. */
  #reached = 0

  constructor({ connection, file, worthwhile = WORTHWHILE }: CheckpointOptions) {
    this.#connection = connection
    this.#file = file
    this.#worthwhile = worthwhile
    this.#state = connection.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#finish = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)')
    this.#empty = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  /** To be called after each commit, outside of a transaction. */
  committed(): void {
    this.#commits++
    if (this.#scrubbing && !this.#moving && !this.#resting) return void this.#move()
    if (this.#moving || this.#commits % EVERY_COMMITS !== 0) return
    const { log, checkpointed } = this.#state.get() as LogState
    if (log - checkpointed >= this.#worthwhile) this.#move()
  }

  /**
   * Has the log moved and emptied as soon as no reader of old pages is in the way; until then it is tried again. At
   * most once a second, or whoever erases a line again and again has each commit wait for the disk twice.
   */
  scrub(): void {
    this.#scrubbing = true
    if (this.#resting) return
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      if (this.#scrubbing && this.#connection.open) this.scrub()
    }, SCRUB_MS).unref()
    if (!this.#moving) this.#move()
  }

  /** Ends the thread; what it does at this moment is waited for. */
  async close(): Promise<void> {
    clearTimeout(this.#resting)
    const thread = this.#thread
    this.#thread = undefined
    if (!thread) return
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    // Else a program with nothing left to do but this ends in the middle of it.
    thread.ref()
    thread.postMessage('close')
    await ended
  }

  #move(): void {
    this.#moving = true
    this.#reached = 0
    this.#thread ??= this.#start()
    this.#thread.postMessage('checkpoint')
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: { file: this.#file } })
    thread.unref()
    thread.on('message', (state: LogState) => this.#moved(state))
    // Without it the log grows until SQLite's own limit makes the writer move it; the next long log tries again.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      this.#moving = false
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }

  #moved({ log, checkpointed }: LogState): void {
    const further = checkpointed > this.#reached
    this.#reached = checkpointed
    if (log - checkpointed > REST && further && this.#thread) return void this.#thread.postMessage('checkpoint')
    this.#moving = false
    if (!this.#connection.open || this.#connection.inTransaction) return
    if (this.#scrubbing) return void this.#truncate()
    const now = this.#state.get() as LogState
    if (now.log > now.checkpointed && now.log - now.checkpointed <= REST) this.#finish.get()
  }

  /** Of a few frames, since the thread has moved the others. Not to wait for a reader: that would hold everybody up. */
  #truncate(): void {
    const timeout = this.#connection.pragma('busy_timeout', { simple: true })
    this.#connection.pragma('busy_timeout = 0')
    try {
      const { busy } = this.#empty.get() as { busy: number }
      this.#scrubbing = busy !== 0
    } finally {
      this.#connection.pragma(`busy_timeout = ${timeout}`)
    }
  }
}
