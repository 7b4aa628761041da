import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { writeJson } from '@mkt/schemas'
import { DomainError } from '../base/errors.ts'
import type { ErrorForm } from './error-form.ts'
import type { InProgress } from './in-progress.ts'

/** Answers in a service's form where there is no request that could be handed to the application. */
export interface SocketAnswer {
  status: '400 Bad Request' | '405 Method Not Allowed' | '408 Request Timeout' | '429 Too Many Requests' | TooLong
  error: DomainError
}
type TooLong = '431 Request Header Fields Too Large'

/** Who takes the answer but does not hang up is cut off after so long: nothing else would ever end that socket. */
const LINGER_MS = 2000

const broken = (message: string) => new DomainError('invalid_request', message)

/** What a parse error is answered with. */
function answerTo(code: string | undefined, form: ErrorForm): SocketAnswer {
  const plain = { status: '400 Bad Request' as const }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const error = broken('The headers are too large.')
    return form.wireStatuses ? { status: '431 Request Header Fields Too Large', error } : { ...plain, error }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const error = broken('The request took too long to arrive.')
    return form.wireStatuses ? { status: '408 Request Timeout', error } : { ...plain, error }
  }
  return { ...plain, error: broken('This is not valid HTTP.') }
}

/** The answer as text, then the end of the connection, however the other side behaves. */
export function answerSocket(socket: Duplex, { status, error }: SocketAnswer, form: ErrorForm): void {
  const body = writeJson(form.bodyOf(form.speak(error), ''))
  const retry = error.retryAfterS === undefined ? '' : `Retry-After: ${error.retryAfterS}\r\n`
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  socket.on('error', () => socket.destroy())
  socket.end(`${head}${retry}Connection: close\r\n\r\n${body}`)
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(linger))
}

/** Sockets that send no HTTP, headers that are too large or too slow, and CONNECT, get an answer in our form. */
export function answerBrokenRequests(server: Server, form: ErrorForm, inProgress: InProgress): void {
  server.on('clientError', (error: { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // In the middle of an answer nothing else may be said, since the reader would take it for a part of it: the
    // connection ends behind it.
    if (inProgress.isAnswering(socket)) inProgress.endBehindAnswers(socket)
    else answerSocket(socket, answerTo(error.code, form), form)
  })
  server.on('connect', (_request, socket) => {
    const error = new DomainError('method_not_allowed', 'CONNECT is not possible here.')
    answerSocket(socket, { status: '405 Method Not Allowed', error }, form)
  })
}
