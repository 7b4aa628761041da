import type { Answer } from '@mkt/schemas/client'
import { Agent, type Dispatcher, Headers, type HeadersInit, interceptors, type RequestInit, request } from 'undici'
import { decoded } from './content-coding.ts'
import { engineFaults } from './words/engine-faults.ts'

// Said where the caller says nothing else. Tokens come one by one and are not worth a coding.
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'undici' }
const REDIRECTIONS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTIONS = 20
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * A fetch that is as much of one as the agent needs: text as the body, and an answer whose parts come from a stream of
 * Node's. undici's own fetch, of web streams, took two fifths of the agent's time at 200 streams.
 * Rejects as fetch does: with the signal's reason, or a TypeError whose cause says what went wrong.
 */
export function createFetch(options: Agent.Options): (url: string, init?: RequestInit) => Promise<Answer> {
  const direct = new Agent(options)
  const following = direct.compose(
    interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS, throwOnMaxRedirect: true }),
  )
  return async (url, init = {}) => {
    const signal = init.signal ?? null
    signal?.throwIfAborted()
    const strict = init.redirect === 'error'
    const asked = requestOf(url, init)
    const answer = await failing('fetch failed', signal, async () => {
      const got = await request(url, { ...asked, signal, dispatcher: strict ? direct : following })
      // Its failure is told to whoever reads it; where nobody does, it must not end the process.
      got.body.on('error', () => undefined)
      if (!strict || !REDIRECTIONS.has(got.statusCode)) return got
      got.body.destroy()
      throw new Error('unexpected redirect')
    })
    return answerOf(answer, signal)
  }
}

function requestOf(url: string, { method = 'GET', headers, body = null }: RequestInit) {
  const { username, password } = new URL(url)
  if (username || password) throw new TypeError(engineFaults.addressWithPassword)
  if (body !== null && typeof body !== 'string') throw new TypeError(engineFaults.textOnly)
  // Headers knows each field by one name, and takes off the line's end that a key from a file brings along.
  const given = Object.fromEntries(new Headers(headers as HeadersInit | undefined))
  return { method: method.toUpperCase() as Dispatcher.HttpMethod, body, headers: { ...HEADERS, ...given } }
}

/** Rejects as fetch does. */
async function failing<T>(what: string, signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw signal?.aborted ? signal.reason : new TypeError(what, { cause })
  }
}

function answerOf({ statusCode, headers, body: raw }: Dispatcher.ResponseData, signal: AbortSignal | null): Answer {
  const parts = headers['content-encoding'] ? decoded(raw, String(headers['content-encoding'])) : raw
  const body = WITHOUT_BODY.has(statusCode) ? null : new Body(parts, raw, signal)
  if (!body) void raw.dump().catch(() => undefined)
  return {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    headers: new AnswerHeaders(headers),
    body,
    text: async () => {
      const read: Uint8Array[] = []
      for await (const part of body ?? []) read.push(part)
      return UTF8.decode(Buffer.concat(read))
    },
  }
}

const UTF8 = new TextDecoder()

/** The bytes of an answer as they come, for one reader. */
class Body implements AsyncIterableIterator<Uint8Array> {
  readonly #parts: AsyncIterator<Uint8Array>
  readonly #raw: Dispatcher.ResponseData['body']
  readonly #signal: AbortSignal | null

  constructor(parts: AsyncIterable<Uint8Array>, raw: Dispatcher.ResponseData['body'], signal: AbortSignal | null) {
    this.#parts = parts[Symbol.asyncIterator]()
    this.#raw = raw
    this.#signal = signal
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    return failing('terminated', this.#signal, () => this.#parts.next())
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.cancel()
    return { done: true, value: undefined }
  }

  /** Closes the connection, unless all has come. */
  async cancel(): Promise<void> {
    this.#raw.destroy()
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

/** Header fields by their names in lower case. */
class AnswerHeaders {
  readonly #given: Dispatcher.ResponseData['headers']

  constructor(given: Dispatcher.ResponseData['headers']) {
    this.#given = given
  }

  get(name: string): string | null {
    const value = this.#given[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const name of Object.keys(this.#given)) yield [name, this.get(name) as string]
  }
}
