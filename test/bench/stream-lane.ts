import { once } from 'node:events'
import { connect } from 'node:net'

/** One stream as its reader saw it. */
export interface Streamed {
  /** From the request to the first piece. */
  first_ms: number
  /** How much of it the engine says that it took itself. */
  engine_ms: number
}

const FIRST = /@([\d.]+) /
const LAST_CHUNK = '\r\n0\r\n\r\n'

/**
 * A kept connection that asks for one chat stream after the other. On the bare socket, with one look at each part: two
 * hundred streams are ten thousand parts a second, which must not be what is measured.
 */
export async function openLane(url: string, authorization: string, body: string) {
  const { host, hostname, port } = new URL(url)
  const request =
    `POST /v1/chat/completions HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const socket = connect({ port: Number(port), host: hostname, noDelay: true })
  await once(socket, 'connect')
  socket.setEncoding('latin1')
  return {
    ask: () =>
      new Promise<Streamed>((resolve, reject) => {
        const start = performance.now()
        let first: Streamed | undefined
        let text = ''
        socket.removeAllListeners('data').removeAllListeners('close')
        socket.on('data', (part: string) => {
          text = first ? text.slice(-LAST_CHUNK.length) + part : text + part
          first ??= firstOf(text, start)
          if (first && text.endsWith(LAST_CHUNK)) resolve(first)
          else if (!text.startsWith('HTTP/1.1 200') && !first) reject(new Error(`a stream was answered ${text}`))
        })
        socket.once('close', () => reject(new Error(`a stream was broken off: ${text}`)))
        socket.write(request)
      }),
    close() {
      socket.removeAllListeners('close')
      socket.destroy()
    },
  }
}

function firstOf(text: string, start: number): Streamed | undefined {
  const engine_ms = FIRST.exec(text)?.[1]
  return engine_ms === undefined ? undefined : { first_ms: performance.now() - start, engine_ms: Number(engine_ms) }
}
