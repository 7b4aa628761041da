import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file of lines that only grows. A line that `append` has answered for is on the disk, so neither a kill -9 nor a
 * power cut takes it back; what is asked for while a write is under way goes to the disk together, in one.
 */
export class LineLog {
  readonly #handle: FileHandle
  #waiting: string[] = []
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Opens the file, made where it is missing, and cuts it to its good `bytes`. */
  static async open(path: string, bytes: number): Promise<LineLog> {
    const handle = await open(path, 'a')
    await handle.truncate(bytes)
    await handle.sync()
    await syncDirectory(path)
    return new LineLog(handle)
  }

  /** Rejects for good once the disk has refused a line: nothing may follow a line that is torn. */
  append(line: string): Promise<void> {
    this.#waiting.push(`${line}\n`)
    if (this.#next) return this.#next
    this.#next = this.#last.then(() => this.#write())
    this.#last = this.#next
    return this.#next
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined)
    await this.#handle.close()
  }

  async #write(): Promise<void> {
    const text = this.#waiting.join('')
    this.#waiting = []
    this.#next = undefined
    await this.#handle.appendFile(text)
    await this.#handle.datasync()
  }
}

/** A new file's name is on the disk only when its directory is. Systems without that (Windows) refuse to open one. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(dirname(path), 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
