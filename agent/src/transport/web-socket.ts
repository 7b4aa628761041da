import { type RawData, WebSocket } from 'ws'
import { connectionWords } from '../words/connection.ts'
import { type Connect, SocketRefusal, type TextSocket } from './text-socket.ts'

const OPEN_LIMIT_MS = 10_000
/** An offer of a chat with pictures is the largest that comes. */
const MOST_BYTES = 33_554_432
const LINGER_MS = 1000
const MOST_SAID = 2000
const GOING_AWAY = 1001

/** Opens a WebSocket to a server of which the address is one of HTTP. */
export const connectWebSocket: Connect = (url, { protocol, authorization, signal }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket = new WebSocket(url.replace(/^http/, 'ws'), protocol, {
      headers: { authorization },
      handshakeTimeout: OPEN_LIMIT_MS,
      maxPayload: MOST_BYTES,
      // Tokens come one by one and are not worth a coding.
      perMessageDeflate: false,
      followRedirects: false,
    })
    const abort = () => socket.terminate()
    signal.addEventListener('abort', abort)
    const over = () => signal.removeEventListener('abort', abort)
    socket.once('open', () => {
      over()
      resolve(textSocket(socket))
    })
    socket.once('unexpected-response', (_request, response) => {
      let said = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        if (said.length < MOST_SAID) said += part
      })
      response.once('close', () => {
        reject(new SocketRefusal(response.statusCode ?? 0, said.slice(0, MOST_SAID)))
        socket.terminate()
      })
    })
    socket.on('error', (error) => {
      over()
      reject(error)
    })
  })

function textSocket(socket: WebSocket): TextSocket {
  return {
    send: (text) => socket.send(text, () => undefined),
    close() {
      socket.close(GOING_AWAY)
      const linger = setTimeout(() => socket.terminate(), LINGER_MS).unref()
      socket.once('close', () => clearTimeout(linger))
    },
    heard: (listener) => void socket.on('message', (data: RawData) => listener(String(data))),
    closed(listener) {
      let fault: string | undefined
      socket.on('error', (error) => {
        fault ??= error.message
      })
      socket.once('close', (code, reason) => listener(code, String(reason) || fault || connectionWords.lost))
    },
    turn: () => new Promise((resolve) => void setImmediate(resolve)),
  }
}
