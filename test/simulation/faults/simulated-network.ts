import type { Response } from 'undici'
import type { Fetch } from '../../../agent/src/effects.ts'
import type { Connect } from '../../../agent/src/transport/text-socket.ts'
import { type Caller, Connection, type NetworkOptions, type Receiver, type Request } from './connection.ts'
import { channelsOf } from './simulated-channel.ts'
import { parseAnswer, requestText } from './wire.ts'

/** The network between callers and the server: messages take time, and some are lost, late or doubled. */
export class SimulatedNetwork {
  readonly #world: NetworkOptions
  #requests = 0

  constructor(world: NetworkOptions) {
    this.#world = world
  }

  /** A fetch that goes through this network. */
  fetchOf(caller: Caller): Fetch {
    return (url, init = {}) => {
      const { pathname, search } = new URL(url)
      const method = init.method ?? 'GET'
      const path = pathname + search
      const body = typeof init.body === 'string' ? init.body : ''
      const bytes = requestText(method, path, init.headers as Record<string, string>, body)
      const signal = (init.signal ?? undefined) as AbortSignal | undefined
      return this.#exchange({ caller, bytes, label: `${method} ${path} ${body}`, stream: false }, signal)
    }
  }

  /** Channels that go through it. */
  channelsOf(caller: Caller): Connect {
    return channelsOf(this.#world, caller)
  }

  /** Opens a stream; the answer hangs up. */
  open(caller: Caller, path: string, headers: Record<string, string>, receiver: Receiver): () => void {
    const label = `GET ${path} ${headers['last-event-id'] ?? ''}`
    const connection = this.#connect(
      { caller, bytes: requestText('GET', path, headers), label, stream: true },
      receiver,
    )
    return () => connection.hangUp()
  }

  #connect(request: Request, receiver: Receiver): Connection {
    this.#world.trace.note(`${request.caller.name} > #${++this.#requests} ${request.label}`)
    const connection = new Connection(this.#world, request, receiver)
    connection.send()
    return connection
  }

  #exchange(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    const { caller } = request
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      let raw = ''
      const abort = () => {
        connection.hangUp()
        if (caller.life.alive) reject(signal?.reason)
      }
      const connection = this.#connect(request, {
        data: (text) => {
          raw += text
        },
        closed: () => {
          signal?.removeEventListener('abort', abort)
          const answer = this.#answer(caller, raw)
          if (answer) resolve(answer)
          else reject(new TypeError('fetch failed'))
        },
      })
      signal?.addEventListener('abort', abort)
    })
  }

  #answer(caller: Caller, raw: string): Response | undefined {
    const answer = parseAnswer(raw)
    if (!answer) return undefined
    const { status, headers, body } = answer
    this.#world.trace.note(`${caller.name} < ${status} ${body}`)
    // A real Response costs as much as the rest of the way; the client asks no more of one than this.
    const ok = status >= 200 && status < 300
    return { ok, status, headers: new Headers(retryAfter(headers)), text: async () => body } as unknown as Response
  }
}

function retryAfter(headers: Record<string, string>): Record<string, string> {
  const seconds = headers['retry-after']
  return seconds === undefined ? {} : { 'retry-after': seconds }
}
