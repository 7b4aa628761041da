import { type FileHandle, open } from 'node:fs/promises'

/** Where a report goes as it comes from a reader process: into memory while it is small, else into a file. */
export class ReportSink {
  readonly #path: string
  readonly #mostInMemory: number
  #file: FileHandle | undefined
  #pieces: Buffer[] = []
  #left = 0

  constructor(path: string, mostInMemory: number) {
    this.#path = path
    this.#mostInMemory = mostInMemory
  }

  async open(size: number): Promise<void> {
    this.#left = size
    if (size > this.#mostInMemory) this.#file = await open(this.#path, 'w', 0o600)
  }

  /** True where that was the last piece. */
  async write(piece: Buffer): Promise<boolean> {
    this.#left -= piece.length
    if (this.#file) await this.#file.appendFile(piece)
    else this.#pieces.push(piece)
    return this.#left <= 0
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  /** What came; undefined where it is in the file. */
  get bytes(): Buffer | undefined {
    return this.#pieces.length > 0 ? Buffer.concat(this.#pieces) : undefined
  }
}
