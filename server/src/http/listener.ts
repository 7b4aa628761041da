import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { writeJson } from '@mkt/schemas'
import { DomainError } from '../base/errors.ts'
import { Addresses, type AddressLimits } from './addresses.ts'
import { STATUS } from './error-body.ts'
import type { ErrorForm } from './error-form.ts'
import { InProgress } from './in-progress.ts'
import { isOwnName, passedOnBy } from './own-name.ts'
import { answerBrokenRequests, answerSocket } from './socket-answer.ts'
import { asksForWebSocket, takeUpgrades } from './web-socket.ts'

/** What bounds the time and the sockets that callers can take. */
export interface ListenerLimits extends AddressLimits {
  /** From the start of a connection, or of a request, to the end of its headers. */
  header_seconds: number
  /** To the end of its body. */
  request_seconds: number
  /** A connection without a request in progress is kept for so long. */
  keep_alive_seconds: number
  /** A reader that takes nothing of an answer for so long is cut off. */
  stalled_seconds: number
  /** Connections at once; one more is closed unanswered. */
  connections: number
  /** Requests that one connection may have in progress; clients that pipeline have a few. */
  requests_per_connection: number
}

export interface Listener {
  server: Server
  /**
   * From here on the application answers. `asksForBodies`: it asks for a body itself, once it knows who sends it;
   * otherwise every body that is announced is asked for. `webSockets`: the paths at which it may grant one.
   */
  answerWith(answer: RequestListener, options?: { asksForBodies?: boolean; webSockets?: readonly string[] }): void
  /** Ends the connections that are WebSockets at once; those of requests are the server's own to close. */
  cut(): void
}

// A limit is kept to a sixth or so; the check costs nothing where nobody is late.
const CHECKS_PER_LIMIT = 6
const MOST_BETWEEN_CHECKS_MS = 5000

/**
 * A service's HTTP server: the bounds on what arrives, in time and in number, before any of it reaches the
 * application. A connection is in one of these states, and each of them ends by itself:
 * - nothing or half a request has arrived: `header_seconds`, `request_seconds`, answered with 408;
 * - a request is in progress: as long as the application takes; if its answer is not read, `stalled_seconds`;
 * - between two requests: `keep_alive_seconds`;
 * - a WebSocket: as long as the application takes, which looks after its silence;
 * - answered for the last time: closed, after a short while also where the other side keeps it open.
 * `ownNamesOnly`: nobody but this machine is served, so a request for any other name is refused, or by a proxy.
 */
export function createListener(limits: ListenerLimits, form: ErrorForm, { ownNamesOnly = false } = {}): Listener {
  let webSockets: readonly string[] = []
  const shortest = Math.min(limits.header_seconds, limits.request_seconds) * 1000
  const server = createServer({
    headersTimeout: limits.header_seconds * 1000,
    requestTimeout: limits.request_seconds * 1000,
    keepAliveTimeout: limits.keep_alive_seconds * 1000,
    connectionsCheckingInterval: Math.min(Math.ceil(shortest / CHECKS_PER_LIMIT), MOST_BETWEEN_CHECKS_MS),
    // Answered by us, in our form.
    requireHostHeader: false,
    // Any other protocol that a client offers to go on with is passed over.
    shouldUpgradeCallback: (request) => asksForWebSocket(request, webSockets),
  })
  server.maxConnections = limits.connections
  const inProgress = new InProgress()
  const addresses = new Addresses(limits, (socket) => inProgress.unsent(socket))
  let answer: RequestListener = (_request, response) => refuse(response, form, STARTING)
  const enter = (request: IncomingMessage, response: ServerResponse) => {
    // What comes after the last answer of a connection is not done: nobody could be told. That answer may be on its way
    // still, and the connection ends behind it.
    if (!request.socket.writable) return
    inProgress.enter(response)
    addresses.touch(request.socket)
    const fault =
      inProgress.count(request.socket) > limits.requests_per_connection ? CROWDED : faultOf(request, ownNamesOnly)
    if (fault) refuse(response, form, fault)
    else answer(request, response)
  }
  server.on('request', enter)
  const { cut } = takeUpgrades(server, enter)
  server.on('checkExpectation', (_request, response) => refuse(response, form, UNKNOWN_EXPECTATION))
  answerBrokenRequests(server, form, inProgress)
  cutStalled(server, limits, inProgress)
  boundAddresses(server, addresses, form)
  return {
    server,
    cut,
    answerWith(application, { asksForBodies = false, webSockets: paths = [] } = {}) {
      answer = application
      webSockets = paths
      if (asksForBodies) server.on('checkContinue', enter)
    },
  }
}

const invalid = (message: string) => new DomainError('invalid_request', message)
const UNKNOWN_EXPECTATION = invalid('The Expect header may only ask for 100-continue.')
const NO_HOST = invalid('A request needs exactly one Host header.')
// As a detail, since the documents service has no message of its own.
const OTHER_NAME = new DomainError('invalid_request', 'The request is not valid.', {
  details: [
    {
      path: 'header.host',
      message:
        'names another than this machine, which is all that is served here: ask for localhost or 127.0.0.1, or start ' +
        'the server with the name that others know it by (--market-url, --documents-url)',
    },
  ],
})
const ofProxy = (header: string) =>
  new DomainError('invalid_request', 'The request is not valid.', {
    details: [
      {
        path: `header.${header}`,
        message:
          'tells of a proxy, while only this machine is served here, whose callers are trusted: start the server ' +
          'with the address that others know it by (--market-url, --documents-url)',
      },
    ],
  })
const NO_TARGET = invalid('The address of the request is none.')
const ENCODED_TRANSFER = invalid('The only Transfer-Encoding that is understood here is chunked.')
const CROWDED = new DomainError('rate_limited', 'Too many requests at once on one connection.', { retryAfterS: 1 })
const STARTING = new DomainError('no_host_available', 'The server is starting; try again in a moment.', {
  retryAfterS: 1,
})

/** What the parser lets through and no application should have to think of. */
function faultOf(
  { rawHeaders, headers, httpVersion, url = '' }: IncomingMessage,
  ownNamesOnly: boolean,
): DomainError | undefined {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return NO_HOST
  if (ownNamesOnly && headers.host !== undefined && !isOwnName(headers.host)) return OTHER_NAME
  const proxied = ownNamesOnly && passedOnBy(headers)
  if (proxied) return ofProxy(proxied)
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return ENCODED_TRANSFER
  // What is no path is an absolute address, which must be one.
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) return NO_TARGET
  return undefined
}

function refuse(response: ServerResponse, form: ErrorForm, fault: DomainError): void {
  const error = form.speak(fault)
  const body = writeJson(form.bodyOf(error, ''))
  if (error.retryAfterS !== undefined) response.setHeader('Retry-After', String(error.retryAfterS))
  const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  response.writeHead(STATUS[error.code], head).end(body)
}

/** A connection on which nothing moves waits for us, is between two requests, or has an answer that nobody takes. */
function cutStalled(server: Server, { stalled_seconds }: ListenerLimits, inProgress: InProgress): void {
  server.setTimeout(stalled_seconds * 1000, (socket) => {
    if (inProgress.count(socket) === 0 || socket.writableLength > 0) socket.destroy()
  })
}

function boundAddresses(server: Server, addresses: Addresses, form: ErrorForm): void {
  server.once('listening', () => server.once('close', addresses.watch()))
  server.on('connection', (socket) => {
    if (addresses.enter(socket)) return
    const error = new DomainError('rate_limited', 'Too many connections from your address.', { retryAfterS: 10 })
    answerSocket(socket, { status: '429 Too Many Requests', error }, form)
  })
}
