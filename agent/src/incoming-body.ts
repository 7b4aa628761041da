/** Beyond so many bytes that nobody has read the sender is held up. */
const HOLD_BYTES = 64 * 1024

interface Reader {
  resolve(next: IteratorResult<Uint8Array, undefined>): void
  reject(error: unknown): void
}

/** What a body does to its sender. */
export interface Sender {
  resume(): void
  /** The reader leaves before the end. */
  abort(): void
}

/**
 * The bytes of an answer as they come, for one reader. It is a queue and nothing else: a web stream of the same costs
 * several times as much for each part, and a stream of tokens is all parts.
 */
export class IncomingBody implements AsyncIterableIterator<Uint8Array> {
  readonly #sender: Sender
  readonly #parts: Uint8Array[] = []
  #bytes = 0
  #held = false
  #reader: Reader | undefined
  #ended = false
  #failure: { error: unknown } | undefined

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** Takes a part; false where the sender is to wait until it is resumed. */
  push(part: Uint8Array): boolean {
    if (this.#reader) {
      this.#take().resolve({ done: false, value: part })
      return true
    }
    this.#parts.push(part)
    this.#bytes += part.length
    this.#held = this.#bytes > HOLD_BYTES
    return !this.#held
  }

  end(): void {
    this.#ended = true
    if (this.#reader) this.#take().resolve({ done: true, value: undefined })
  }

  /** Breaks the body off; what nobody has read by now is dropped. */
  fail(error: unknown): void {
    if (this.#ended || this.#failure) return
    this.#failure = { error }
    this.#parts.length = 0
    if (this.#reader) this.#take().reject(error)
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.#parts.shift()
    if (value) {
      this.#bytes -= value.length
      if (this.#held && this.#bytes === 0) {
        this.#held = false
        this.#sender.resume()
      }
      return Promise.resolve({ done: false, value })
    }
    if (this.#failure) return Promise.reject(this.#failure.error)
    if (this.#ended) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.cancel()
    return { done: true, value: undefined }
  }

  async cancel(): Promise<void> {
    this.#parts.length = 0
    if (this.#ended || this.#failure) return
    this.#ended = true
    this.#sender.abort()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The reader that waits now, which no longer does. */
  #take(): Reader {
    const reader = this.#reader as Reader
    this.#reader = undefined
    return reader
  }
}
