import { createParser } from 'eventsource-parser'
import type { Answer } from './client-answer.ts'
import { MOST_BYTES, tooLong, wholeText } from './client-bounds.ts'
import { ApiError, apiErrorFrom, UnreachableError } from './client-errors.ts'
import { writeJson } from './credits.ts'
import { type AnswerBody, type CallInput, type Endpoint, isSchema } from './endpoint.ts'

export type { Answer } from './client-answer.ts'
export { ApiError, apiErrorFrom, isCleanRefusal, UnreachableError } from './client-errors.ts'

/** What is asked of fetch: of a browser's as of undici's. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  redirect: 'error'
  signal?: AbortSignal
  body?: string | AsyncIterable<Uint8Array> | FormData
  duplex?: 'half'
}

export interface FetchClientOptions {
  /** `http://127.0.0.1:8080`, with or without a path prefix. */
  baseUrl: string
  /** The Authorization header, asked for at each call so that a token may change; undefined sends none. */
  authorization?: () => string | undefined
  /** Bound of one call in milliseconds until its body is read, streams excluded. Default 30,000. */
  timeoutMs?: number
  /** How often a GET is asked again when the server cannot be reached; not where it was silent. Default 0. */
  retries?: number
  fetch: (url: string, init: FetchInit, patience: Patience) => Promise<Answer>
}

/**
 * What ends the wait for an answer: `call`, its signal; `events`, silence, since the server says something on a stream
 * again and again, from the beginning on; `bytes`, silence once it has begun, since something may be made for it first.
 */
export type Patience = 'call' | 'events' | 'bytes'

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  headers?: Record<string, string>
  /** A body that is no JSON, sent as it comes. */
  content?: { type: string; bytes: number; body: AsyncIterable<Uint8Array> }
  /** A form with its files, where fetch knows forms: browsers do. */
  form?: FormData
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

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A client of either service that knows each endpoint's types from its declaration, over any fetch. */
export function createFetchClient(options: FetchClientOptions): Client {
  const request = async (
    patience: Patience,
    endpoint: Endpoint,
    input: AnyInput,
    call: CallOptions,
    limit?: Deadline,
  ) => {
    const url = buildUrl(options.baseUrl, endpoint, input)
    const signal = limit?.signal ?? call.signal
    const headers: Record<string, string> = { accept: 'application/json, text/event-stream', ...call.headers }
    const authorization = options.authorization?.()
    if (authorization) headers.authorization ??= authorization
    const init: FetchInit = { method: endpoint.method, headers, redirect: 'error', ...bodyOf(input, call, headers) }
    if (signal) init.signal = signal
    return await options.fetch(url, init, patience)
  }

  const once = async (endpoint: Endpoint, input: AnyInput, call: CallOptions) => {
    const limit = new Deadline(call.timeoutMs ?? options.timeoutMs ?? 30_000, call.signal)
    const { response, text } = await reach(options.baseUrl, call.signal, async () => {
      const response = await request('call', endpoint, input, call, limit)
      return { response, text: await wholeText(response) }
    }).finally(() => limit.over())
    if (!response.ok) throw apiErrorFrom(options.baseUrl, response, text)
    return decodeBody(endpoint, response.status, text)
  }

  return {
    async call(endpoint, input, call = {}) {
      const retries = endpoint.method === 'GET' ? (options.retries ?? 0) : 0
      for (let attempt = 0; ; attempt++) {
        try {
          return (await once(endpoint, input as AnyInput, call)) as never
        } catch (error) {
          if (!(error instanceof UnreachableError) || error.late || attempt >= retries || call.signal?.aborted)
            throw error
          await new Promise((wake) => setTimeout(wake, 200 * 2 ** attempt))
        }
      }
    },
    async *events(endpoint, input, call = {}) {
      const response = await reach(options.baseUrl, call.signal, () =>
        request('events', endpoint, input as AnyInput, call),
      )
      if (!response.ok || !response.body) throw apiErrorFrom(options.baseUrl, response, await wholeText(response))
      yield* readEvents(options.baseUrl, response.body, call.signal)
    },
    async *bytes(endpoint, input, call = {}) {
      const response = await reach(options.baseUrl, call.signal, () =>
        request('bytes', endpoint, input as AnyInput, call),
      )
      if (!response.ok || !response.body) throw apiErrorFrom(options.baseUrl, response, await wholeText(response))
      yield* readParts(options.baseUrl, response.body, call.signal)
    },
  }
}

function bodyOf(input: AnyInput, { content, form }: CallOptions, headers: Record<string, string>): Partial<FetchInit> {
  if (content) {
    headers['content-type'] = content.type
    headers['content-length'] = String(content.bytes)
    return { body: content.body, duplex: 'half' }
  }
  if (form) return { body: form }
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

/**
 * The bound of one call, and the caller's own signal. AbortSignal.any says the same, but then the long-lived signal of
 * a caller with many calls keeps a record of each for the garbage collector: twice the time, on each call.
 */
class Deadline {
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal
  readonly #sources: AbortSignal[]

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#sources = [AbortSignal.timeout(ms), ...(caller ? [caller] : [])]
    for (const source of this.#sources) source.addEventListener('abort', this.#pass)
    if (caller?.aborted) this.#pass()
  }

  readonly #pass = () => this.#abort.abort(this.#sources.find((source) => source.aborted)?.reason)

  /** The call has its answer. */
  over(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#pass)
  }
}

async function reach<T>(baseUrl: string, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
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
  const { method, path } = endpoint
  const message = `the server answered ${method} ${path} with ${status}, but not in the contract's form`
  throw new ApiError(status, 'internal_error', message, { answerer: 'stranger' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Body = NonNullable<Answer['body']>

async function* readEvents(baseUrl: string, body: Body, signal: AbortSignal | undefined): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let events: StreamEvent[] = []
  let unended = 0
  const parser = createParser({ onEvent: ({ id, event, data }) => events.push({ id, event, data }) })
  for await (const part of readParts(baseUrl, body, signal)) {
    parser.feed(decoder.decode(part, { stream: true }))
    unended = events.length > 0 ? 0 : unended + part.length
    yield* events
    events = []
    if (unended > MOST_BYTES) throw tooLong(200)
  }
}

async function* readParts(baseUrl: string, body: Body, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = body[Symbol.asyncIterator]()
  try {
    while (true) {
      const { done, value } = await reach(baseUrl, signal, () => reader.next())
      if (done) return
      yield value
    }
  } finally {
    await reader.return?.().catch(() => undefined)
  }
}
