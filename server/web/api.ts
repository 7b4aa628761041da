import { ApiError, type Client, createFetchClient, type FetchInit } from '@mkt/schemas/fetch-client'
import { signal } from '@preact/signals'

export { ApiError, UnreachableError } from '@mkt/schemas/fetch-client'

/** Counts the answers that said that nobody is signed in (any more). */
export const refused = signal(0)

/** The bytes of an answer; not all browsers let a ReadableStream be iterated. */
async function* iterate(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** What public/early.js asked for before any of this was loaded, by address: each for one use. */
const asked: Record<string, Promise<Response> | undefined> = (globalThis as { asked?: typeof asked }).asked ?? {}

/** What nobody has taken by then was for a page that was left: it would be old when something else asks for it. */
const EARLY_MS = 10_000
setTimeout(() => {
  for (const url of Object.keys(asked)) delete asked[url]
}, EARLY_MS)

function ask(url: string, init: FetchInit): Promise<Response> {
  const early = init.method === 'GET' ? asked[url] : undefined
  delete asked[url]
  return early ?? fetch(url, { ...(init as RequestInit), credentials: 'same-origin', cache: 'no-store' })
}

/** fetch, as the typed clients want it. */
export async function send(url: string, init: FetchInit) {
  const response = await ask(url, init)
  if (response.status === 401) refused.value++
  const { body } = response
  const parts = body && { [Symbol.asyncIterator]: () => iterate(body), cancel: () => body.cancel() }
  const { ok, status, headers } = response
  return { ok, status, headers: headers as never, body: parts as never, text: () => response.text() }
}

/** Both services, at the origin that these pages came from, in the name of whoever is signed in. */
export const api: Client = createFetchClient({ baseUrl: location.origin, fetch: send })

/** Whether an error is an answer with this code. */
export function isCode(error: unknown, code: ApiError['code']): error is ApiError {
  return error instanceof ApiError && error.code === code
}
