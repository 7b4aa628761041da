import { EventSourceParserStream } from 'eventsource-parser/stream'
import { Agent, type Dispatcher, type RequestInit, type Response, fetch as undiciFetch } from 'undici'
import { ApiError, apiErrorFrom, UnreachableError } from './client-errors.ts'
import { writeJson } from './credits.ts'
import { type AnswerBody, type CallInput, type Endpoint, isSchema } from './endpoint.ts'

export { ApiError, isCleanRefusal, UnreachableError } from './client-errors.ts'

export interface ClientOptions {
  /** `http://127.0.0.1:8080`, with or without a path prefix. */
  baseUrl: string
  /** The Authorization header, asked for at each call so that a token may change; undefined sends none. */
  authorization?: () => string | undefined
  /** Bound of one call in milliseconds until its body is read, streams excluded. Default 30,000. */
  timeoutMs?: number
  /** How often a GET is asked again when the server cannot be reached. Default 0. */
  retries?: number
  /** Injected by tests and by the simulator. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  dispatcher?: Dispatcher
}

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  headers?: Record<string, string>
  /** A body that is no JSON, sent as it comes. */
  content?: { type: string; bytes: number; body: AsyncIterable<Uint8Array> }
}

/** One server-sent event: `id` as sent, `event` undefined for plain data. */
export interface StreamEvent {
  id: string | undefined
  event: string | undefined
  data: string
}

export interface Client {
  /** The decoded success body (null for 204). Throws ApiError for an error answer, UnreachableError without one. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<AnswerBody<E>>
  /** The events of an event stream as they come; throws as `call` does. Ends when the server ends it. */
  events<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): AsyncGenerator<StreamEvent>
  /** The bytes of an answer that is no JSON; throws as `call` does. */
  bytes<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): AsyncGenerator<Uint8Array>
}

// The server comments on an idle stream every 15 s; one that is silent for three of them is dead.
const STREAM_SILENCE_MS = 45_000
let streams: Dispatcher | undefined

function streamDispatcher(): Dispatcher {
  streams ??= new Agent({ bodyTimeout: STREAM_SILENCE_MS })
  return streams
}

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A client of either service that knows each endpoint's types from its declaration. */
export function createClient(options: ClientOptions): Client {
  const request = async (endpoint: Endpoint, input: AnyInput, call: CallOptions, timeout?: AbortSignal) => {
    const url = buildUrl(options.baseUrl, endpoint, input)
    const signals = [timeout, call.signal].filter((signal) => signal !== undefined)
    const headers: Record<string, string> = { accept: 'application/json, text/event-stream', ...call.headers }
    const authorization = options.authorization?.()
    if (authorization) headers.authorization ??= authorization
    const init: RequestInit = { method: endpoint.method, headers, redirect: 'error', ...bodyOf(input, call, headers) }
    if (signals.length > 0) init.signal = AbortSignal.any(signals)
    const dispatcher = options.dispatcher ?? (timeout ? undefined : streamDispatcher())
    if (dispatcher) init.dispatcher = dispatcher
    return await (options.fetch ?? undiciFetch)(url, init)
  }

  const once = async (endpoint: Endpoint, input: AnyInput, call: CallOptions) => {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? 30_000)
    const response = await reach(options.baseUrl, call.signal, () => request(endpoint, input, call, timeout))
    const text = await reach(options.baseUrl, call.signal, () => response.text())
    if (!response.ok) throw apiErrorFrom(response, text)
    return decodeBody(endpoint, response.status, text)
  }

  return {
    async call(endpoint, input, call = {}) {
      const retries = endpoint.method === 'GET' ? (options.retries ?? 0) : 0
      for (let attempt = 0; ; attempt++) {
        try {
          return (await once(endpoint, input as AnyInput, call)) as never
        } catch (error) {
          if (!(error instanceof UnreachableError) || attempt >= retries || call.signal?.aborted) throw error
          await new Promise((wake) => setTimeout(wake, 200 * 2 ** attempt))
        }
      }
    },
    async *events(endpoint, input, call = {}) {
      const response = await reach(options.baseUrl, call.signal, () => request(endpoint, input as AnyInput, call))
      if (!response.ok || !response.body) throw apiErrorFrom(response, await response.text())
      yield* readEvents(options.baseUrl, response.body, call.signal)
    },
    async *bytes(endpoint, input, call = {}) {
      const response = await reach(options.baseUrl, call.signal, () => request(endpoint, input as AnyInput, call))
      if (!response.ok || !response.body) throw apiErrorFrom(response, await response.text())
      const reader = response.body.getReader()
      try {
        while (true) {
          const { done, value } = await reach(options.baseUrl, call.signal, () => reader.read())
          if (done) return
          yield value
        }
      } finally {
        await reader.cancel().catch(() => undefined)
      }
    },
  }
}

function bodyOf(input: AnyInput, { content }: CallOptions, headers: Record<string, string>): RequestInit {
  if (content) {
    headers['content-type'] = content.type
    headers['content-length'] = String(content.bytes)
    return { body: content.body as never, duplex: 'half' }
  }
  if (input.body === undefined) return {}
  headers['content-type'] = 'application/json'
  return { body: writeJson(input.body) }
}

/** Path parameters filled in and encoded, query members appended where given. */
export function buildUrl(baseUrl: string, endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return baseUrl.replace(/\/+$/, '') + path + search
}

async function reach<T>(baseUrl: string, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new UnreachableError(baseUrl, cause)
  }
}

function decodeBody(endpoint: Endpoint, status: number, text: string): unknown {
  const answer = endpoint.answers[status]
  if (answer === null) return null
  if (!isSchema(answer)) throw new ApiError(status, 'internal_error', `${endpoint.name}: unexpected status ${status}`)
  const parsed = answer.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new ApiError(status, 'internal_error', `the answer to ${endpoint.name} does not have the contract's shape`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* readEvents(
  baseUrl: string,
  body: NonNullable<Response['body']>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent> {
  const events = (body as unknown as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .pipeThrough(new EventSourceParserStream()) as ReadableStream<{ id?: string; event?: string; data: string }>
  const reader = events.getReader()
  try {
    while (true) {
      const { done, value } = await reach(baseUrl, signal, () => reader.read())
      if (done) return
      yield { id: value.id, event: value.event, data: value.data }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
