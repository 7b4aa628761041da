import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Endpoint, type ErrorCode, isSchema, market, wording } from '@mkt/schemas'

/** A request as the marketplace got it. */
export interface Seen {
  endpoint: Endpoint
  params: Record<string, string>
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: unknown
}

/** Answers a request by hand: for streams, and for servers that break off. */
export type ByHand = (seen: Seen, response: ServerResponse) => void | Promise<void>
/** A JSON body with its status, checked against the endpoint's schema; an error; or an answer by hand. */
export type Scripted = { status: number; body: unknown; headers?: Record<string, string> } | ByHand

/** A marketplace that answers what a test told it to, and holds both sides to the contract's schemas. */
export interface FakeMarket {
  url: string
  seen: Seen[]
  /** The answers to an endpoint, one after the other; the last one stays. */
  script(endpoint: Endpoint, ...answers: Scripted[]): void
  /** The requests to an endpoint so far. */
  to(endpoint: Endpoint): Seen[]
  /** Answers that broke the contract: a test's own mistake. */
  faults: string[]
  close(): Promise<void>
}

export async function startFakeMarket(): Promise<FakeMarket> {
  const scripts = new Map<string, Scripted[]>()
  const seen: Seen[] = []
  const faults: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const found = await readRequest(request)
    if (!found) return sendError(response, 404, 'not_found', 'no such path')
    seen.push(found)
    const invalid = found.endpoint.body?.safeParse(found.body, { error: wording })
    if (invalid && !invalid.success) {
      const details = invalid.error.issues.map((issue) => ({
        path: ['body', ...issue.path].join('.'),
        message: issue.message,
      }))
      return sendError(response, 400, 'invalid_request', 'the request is not valid', { details })
    }
    const script = scripts.get(found.endpoint.name) ?? []
    const answer = script.length > 1 ? script.shift() : script[0]
    if (!answer) return sendError(response, 404, 'not_found', `nothing scripted for ${found.endpoint.name}`)
    if (typeof answer === 'function') return await answer(found, response)
    faults.push(...faultsOf(found.endpoint, answer.status, answer.body))
    sendJson(response, answer.status, answer.body, answer.headers)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    faults,
    script: (endpoint, ...answers) => void scripts.set(endpoint.name, answers),
    to: (endpoint) => seen.filter((request) => request.endpoint.name === endpoint.name),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An error answer with its status. */
export function refusal(
  status: number,
  error: ErrorCode,
  message: string,
  more: { retryAfter?: number; details?: unknown[] } = {},
): Scripted {
  const body = more.details ? { error, message, details: more.details } : { error, message }
  return { status, body, headers: more.retryAfter === undefined ? {} : { 'retry-after': String(more.retryAfter) } }
}

/** What an event stream sends, in order; `cut` breaks the connection, `close` ends it without [DONE], `hold` keeps it open. */
export type Piece = { id: string; token: string } | { error: string } | 'done' | 'cut' | 'close' | 'hold'

export function eventStream(...pieces: Piece[]): ByHand {
  return async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      if (piece === 'hold') return
      // A cut connection must not take the pieces before it along.
      if (piece === 'cut') return void setImmediate(() => response.socket?.resetAndDestroy())
      if (piece === 'close') break
      await new Promise((written) => response.write(eventText(piece), written))
    }
    response.end()
  }
}

/** `hello world` as pieces of attempt 1 from `offset` on, one a word. */
export function words(text: string, attempt = 1, offset = 0): Piece[] {
  const parts = text.match(/\S+\s*/g) ?? []
  return parts.map((token, at) => ({ id: `${attempt}.${offset + at}`, token }))
}

function eventText(piece: Exclude<Piece, string> | 'done'): string {
  if (piece === 'done') return 'data: [DONE]\n\n'
  if ('error' in piece) return `event: error\ndata: ${JSON.stringify({ error: piece.error })}\n\n`
  return `id: ${piece.id}\ndata: ${JSON.stringify({ token: piece.token })}\n\n`
}

async function readRequest(request: IncomingMessage): Promise<Seen | undefined> {
  const url = new URL(request.url ?? '/', 'http://fake')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  for (const endpoint of Object.values<Endpoint>(market)) {
    const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = endpoint.method === request.method ? pattern.exec(url.pathname) : null
    if (!match) continue
    return {
      endpoint,
      params: { ...match.groups },
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return undefined
}

function faultsOf(endpoint: Endpoint, status: number, body: unknown): string[] {
  const answer = endpoint.answers[status]
  if (!isSchema(answer)) return []
  const parsed = answer.safeParse(body)
  return parsed.success ? [] : [`${endpoint.name}: ${parsed.error.message}`]
}

function sendError(
  response: ServerResponse,
  status: number,
  error: ErrorCode,
  message: string,
  more: object = {},
): void {
  sendJson(response, status, { error, message, ...more })
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  if (status === 204) return void response.writeHead(204).end()
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
