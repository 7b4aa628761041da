import { closeSync, fdatasync, openSync } from 'node:fs'

/**
 * Makes commits durable off the event loop. SQLite itself only hands the write-ahead log to the system
 * (synchronous=NORMAL); this waits on a thread of the pool until the log is on the disk. Callers that come while one
 * sync runs share the next one, since the running one may have begun before their commit.
 */
export class WalSync {
  readonly #file: string
  #log: number | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`
  }

  /** Resolves when all that was committed before this call is on the disk; rejects where the disk did not take it. */
  durable(): Promise<void> {
    if (!this.#running) return this.#start()
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#start()
      })
    return this.#next
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log)
    this.#log = undefined
  }

  #start(): Promise<void> {
    const running = new Promise<void>((resolve, reject) => {
      // The log keeps its inode while a connection is open. Windows flushes only what was opened for writing.
      this.#log ??= openSync(this.#file, 'r+')
      fdatasync(this.#log, (error) => (error ? reject(error) : resolve()))
    }).finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
