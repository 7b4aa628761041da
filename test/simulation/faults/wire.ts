import { Duplex } from 'node:stream'

export interface WireListener {
  data(text: string): void
  /** The server closed its end, or its process is gone. */
  closed(): void
}

export interface WireOptions {
  /** Takes each chunk only after so long; undefined: at once. */
  hold?: ((done: () => void) => void) | undefined
  /** Both sides go on sending, bytes as characters of Latin 1: the request asks for another protocol. */
  upgrade?: boolean | undefined
}

// A slow reader's window: small, so that the server feels it.
const SLOW_WINDOW = 64

/** The server's end of a connection with one request on it, which node:http serves as it would a socket. */
export class Wire extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  readonly #listener: WireListener
  readonly #hold: WireOptions['hold']
  readonly #encoding: 'utf8' | 'latin1'
  #closed = false

  constructor(request: string, listener: WireListener, { hold, upgrade = false }: WireOptions = {}) {
    super(hold ? { writableHighWaterMark: SLOW_WINDOW } : {})
    this.#listener = listener
    this.#hold = hold
    this.#encoding = upgrade ? 'latin1' : 'utf8'
    this.push(request)
    this.on('error', () => undefined)
    this.once('close', () => this.#close())
  }

  /** More comes from the caller. */
  hear(bytes: string): void {
    if (!this.destroyed && !this.readableEnded) this.push(Buffer.from(bytes, this.#encoding))
  }

  /** As http expects of a socket; time here is simulated. */
  setTimeout(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#listener.data(chunk.toString(this.#encoding))
    if (this.#hold) this.#hold(done)
    else done()
  }

  override _final(done: () => void): void {
    done()
    this.#close()
    // A parser lives until its socket is closed.
    this.destroy()
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#listener.closed()
  }
}

/** A request as bytes. HTTP/1.0: the answer ends with the connection and comes without chunk marks. */
export function requestText(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.0\r\nhost: market.test\r\n${lines.join('')}${length}\r\n${body}`
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Reads an answer; undefined while it is not whole. A stream's body is whatever came of it. */
export function parseAnswer(raw: string): RawAnswer | undefined {
  const end = raw.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = raw.slice(0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const body = raw.slice(end + 4)
  const length = headers['content-length']
  if (length !== undefined && Buffer.byteLength(body) < Number(length)) return undefined
  return { status: Number(statusLine.split(' ')[1]), headers, body }
}
