import { type PartHead, readPartHead } from './part-head.ts'

/** What a multipart body consists of, in order: heads, each followed by its bytes, and the end of each part. */
export type MultipartEvent = { head: PartHead } | { bytes: Buffer } | { end: true }

/** The body is not multipart/form-data as RFC 7578 has it. */
export class MultipartError extends Error {
  override name = 'MultipartError'
}

const CRLF = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const HEAD_LIMIT = 8192
const PREAMBLE_LIMIT = 65_536

/**
 * Splits a multipart body as its chunks come, with native searches for the boundary: the cost of a byte does not
 * depend on what it is, and nothing but a delimiter's length is kept between chunks.
 *
 * States: `preamble` up to the first delimiter, `delimiter` just after one, `head`, `body`, and `epilogue` after the
 * last delimiter, whose bytes mean nothing.
 */
export class MultipartSplitter {
  readonly #delimiter: Buffer
  #state: 'preamble' | 'delimiter' | 'head' | 'body' | 'epilogue' = 'preamble'
  // The first delimiter may stand at the very start, where no line break is before it.
  #rest: Buffer = CRLF
  #skipped = 0

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  /** Whether the last delimiter was seen. */
  get ended(): boolean {
    return this.#state === 'epilogue'
  }

  *push(chunk: Buffer): Generator<MultipartEvent> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (this.#state !== 'epilogue') {
      const before = this.#state
      const length = this.#rest.length
      if (before === 'delimiter') this.#afterDelimiter()
      else if (before === 'head') yield* this.#head()
      else yield* this.#toDelimiter()
      if (this.#state === before && this.#rest.length === length) return
    }
    this.#rest = Buffer.alloc(0)
  }

  *#toDelimiter(): Generator<MultipartEvent> {
    const inBody = this.#state === 'body'
    const at = this.#rest.indexOf(this.#delimiter)
    // What may be the start of a delimiter waits for the next chunk.
    const safe = at >= 0 ? at : Math.max(0, this.#rest.length - this.#delimiter.length + 1)
    const bytes = this.#rest.subarray(0, safe)
    if (inBody && safe > 0) yield { bytes }
    if (!inBody) this.#skip(safe)
    this.#rest = this.#rest.subarray(at >= 0 ? at + this.#delimiter.length : safe)
    if (at < 0) return
    if (inBody) yield { end: true }
    this.#state = 'delimiter'
  }

  #skip(bytes: number): void {
    this.#skipped += bytes
    if (this.#skipped > PREAMBLE_LIMIT) throw new MultipartError('the first part does not begin')
  }

  /** `--` ends the body; else blanks may stand before the line break. */
  #afterDelimiter(): void {
    let at = 0
    while (this.#rest[at] === 0x20 || this.#rest[at] === 0x09) at++
    if (at > HEAD_LIMIT) throw new MultipartError('a delimiter does not end')
    if (this.#rest.length < at + 2) return
    const next = this.#rest.toString('latin1', at, at + 2)
    if (next !== '\r\n' && !(next === '--' && at === 0)) throw new MultipartError('a delimiter is broken')
    // The line break stays: a head without lines is a line break and then an empty line.
    this.#rest = this.#rest.subarray(next === '--' ? at + 2 : at)
    this.#state = next === '--' ? 'epilogue' : 'head'
  }

  *#head(): Generator<MultipartEvent> {
    const at = this.#rest.indexOf(HEAD_END)
    if (at > HEAD_LIMIT || (at < 0 && this.#rest.length > HEAD_LIMIT)) throw new MultipartError('a head is too large')
    if (at < 0) return
    yield { head: readPartHead(this.#rest.toString('utf8', CRLF.length, at)) }
    this.#rest = this.#rest.subarray(at + HEAD_END.length)
    this.#state = 'body'
  }
}

/** The boundary of a Content-Type header; undefined where the body is no multipart/form-data. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? []
  return quoted ?? bare
}
