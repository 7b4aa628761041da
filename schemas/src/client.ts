import { Agent, type Dispatcher, type RequestInit, fetch as undiciFetch } from 'undici'
import type { Answer } from './client-answer.ts'
import { type Client, createFetchClient, type FetchClientOptions, type Patience } from './fetch-client.ts'

export { connectionFault, wantsHttps } from './connection-fault.ts'
export {
  type Answer,
  ApiError,
  apiErrorFrom,
  buildUrl,
  type CallOptions,
  type Client,
  isCleanRefusal,
  type StreamEvent,
  UnreachableError,
} from './fetch-client.ts'

export interface ClientOptions extends Omit<FetchClientOptions, 'fetch'> {
  /** The way to the server, in place of undici's fetch: the agent has its own, so have tests and the simulator. */
  fetch?: (url: string, init: RequestInit) => Promise<Answer>
  dispatcher?: Dispatcher
}

// The server comments on an idle stream every 15 s; one that is silent for three of them is dead.
const STREAM_SILENCE_MS = 45_000
const dispatchers: Partial<Record<Patience, Dispatcher>> = {}

function dispatcherFor(patience: Patience): Dispatcher | undefined {
  if (patience === 'call') return undefined
  const silence = patience === 'events' ? { headersTimeout: STREAM_SILENCE_MS } : {}
  dispatchers[patience] ??= new Agent({ bodyTimeout: STREAM_SILENCE_MS, ...silence })
  return dispatchers[patience]
}

/** A client of either service for programs on Node. */
export function createClient(options: ClientOptions): Client {
  const { fetch = undiciFetch, dispatcher: given } = options
  return createFetchClient({
    ...options,
    fetch: (url, init, patience) => {
      const dispatcher = given ?? dispatcherFor(patience)
      return fetch(url, { ...(init as RequestInit), ...(dispatcher ? { dispatcher } : {}) })
    },
  })
}
