import type { Duplex } from 'node:stream'

/** A message of ours, or a piece of a file that a message has announced. */
export type Frame = { message: unknown } | { piece: Buffer }

/** Of one piece. */
const PIECE_BYTES = 256 * 1024
/** Of one message: what is found in 2,000 pages of transactions has some megabytes. */
const MOST_BYTES = 64 * 1024 * 1024
const HEAD_BYTES = 5
const [MESSAGE, PIECE] = [0, 1]

/** Nobody reads the line any more. */
export class LineEnded extends Error {
  override name = 'LineEnded'
}

/**
 * What goes between the server and a reader process, over a socket that both inherit: JSON and pieces of files, each
 * behind its kind and length. JSON and not the engine's own serialisation: it has one meaning, whoever wrote it.
 */
export class Line {
  readonly #socket: Duplex

  constructor(socket: Duplex) {
    this.#socket = socket
    // Its end is what counts, and whoever reads hears of that.
    socket.on('error', () => undefined)
  }

  say(message: unknown): void {
    this.#write(MESSAGE, Buffer.from(JSON.stringify(message)))
  }

  /** Sends a file piece by piece, no faster than the other end takes it. Rejects with LineEnded where that has gone. */
  async pour(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const room = this.#write(PIECE, chunk.subarray(at, at + PIECE_BYTES))
        if (!room) await this.#drained()
      }
    }
  }

  /** What the other end says, until it has gone. Throws what is not of this form. */
  async *frames(): AsyncGenerator<Frame> {
    let rest: Buffer[] = []
    let held = 0
    let wanted = HEAD_BYTES
    for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
      rest.push(chunk)
      held += chunk.length
      if (held < wanted) continue
      let bytes = rest.length === 1 ? chunk : Buffer.concat(rest)
      for (wanted = wantedBy(bytes); bytes.length >= wanted; wanted = wantedBy(bytes)) {
        yield frameOf(bytes.subarray(0, wanted))
        bytes = bytes.subarray(wanted)
      }
      rest = [bytes]
      held = bytes.length
    }
  }

  end(): void {
    this.#socket.destroy()
  }

  #write(kind: number, body: Uint8Array): boolean {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32BE(body.length)
    head.writeUInt8(kind, 4)
    if (!this.#socket.writable) return true
    this.#socket.write(head)
    return this.#socket.write(body)
  }

  #drained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = this.#socket
      const settle = () => {
        socket.off('drain', settle).off('close', settle)
        if (socket.destroyed) reject(new LineEnded('the other end has gone'))
        else resolve()
      }
      if (socket.destroyed) settle()
      else socket.on('drain', settle).on('close', settle)
    })
  }
}

/** Bytes of the frame that begins here, as far as they say. */
function wantedBy(bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES) return HEAD_BYTES
  const length = bytes.readUInt32BE()
  if (length > MOST_BYTES) throw new RangeError('a frame is too long')
  return HEAD_BYTES + length
}

function frameOf(bytes: Buffer): Frame {
  const body = bytes.subarray(HEAD_BYTES)
  if (bytes[4] === PIECE) return { piece: body }
  return { message: JSON.parse(body.toString()) }
}
