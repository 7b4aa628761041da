import type { Answer } from '@mkt/schemas/client'
import type { RequestInit } from 'undici'
import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import { type EngineError, engineStatusError, engineUnreachable } from './engine-error.ts'

/** How long an engine that has said that it is done may take to end its answer, so that its connection can be kept. */
const LINGER_MS = 1000
const DONE = /data:\s*\[DONE\]\s*$/

/**
 * One generation's way to the engine: it carries the abort, and remembers how the engine failed and whether it said
 * that it is done. A library gets a fetch to call it by, and may do about signals what it will.
 */
export class EngineCall {
  failure: EngineError | undefined
  sawDone = false
  #left = false
  readonly #effects: Pick<Effects, 'fetch' | 'timer'>
  readonly #caller: AbortSignal
  readonly #abort = new AbortController()
  #body: AsyncIterator<Uint8Array, unknown> | undefined

  constructor(effects: Pick<Effects, 'fetch' | 'timer'>, caller: AbortSignal) {
    this.#effects = effects
    this.#caller = caller
    if (caller.aborted) this.#follow()
    else caller.addEventListener('abort', this.#follow)
  }

  /** The engine's answer. Throws an EngineError where there is none, or one that is no success. */
  async open(url: string, init: RequestInit): Promise<Answer> {
    const response = await this.#reach(url, { ...init, signal: this.#abort.signal })
    if (!response.ok) {
      const text = await response.text().catch(() => '')
      throw this.#fail(engineStatusError(url, response.status, text))
    }
    this.#body = response.body?.[Symbol.asyncIterator]()
    return response
  }

  /** The next bytes of the answer; undefined at its end. */
  async read(): Promise<Uint8Array | undefined> {
    const next = await this.#body?.next()
    return next?.done === false ? next.value : undefined
  }

  /** The same for a library that wants to fetch by itself. */
  readonly fetch = async (input: string | URL | Request, init: globalThis.RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { signal } = init
    if (signal?.aborted) this.#abort.abort(signal.reason)
    else signal?.addEventListener('abort', () => this.#abort.abort(signal.reason), { once: true })
    const { status, headers: given } = await this.open(url, init as unknown as RequestInit)
    const headers = new Headers([...given])
    // The body is decoded by now; a library must not take its length or coding from the wire's.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    return new Response(this.#watched(), { status, headers })
  }

  /** Closes the connection, but for an engine that is done: its connection is kept for the next generation. */
  leave(): void {
    if (this.#left) return
    this.#left = true
    this.#caller.removeEventListener('abort', this.#follow)
    if (this.sawDone) this.#linger()
    else this.#abort.abort(LEFT)
  }

  #linger(): void {
    const cancel = this.#effects.timer(LINGER_MS, () => this.#abort.abort(LEFT))
    void this.read().then(
      (more) => (more ? this.#abort.abort(LEFT) : cancel()),
      () => cancel(),
    )
  }

  readonly #follow = () => this.#abort.abort(this.#caller.reason)

  async #reach(url: string, init: RequestInit): Promise<Answer> {
    try {
      return await this.#effects.fetch(url, init)
    } catch (cause) {
      throw this.#fail(engineUnreachable(url, cause))
    }
  }

  #watched(): ReadableStream<Uint8Array> {
    const decoder = new TextDecoder('latin1')
    let tail = ''
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const bytes = await this.read()
      if (!bytes) return controller.close()
      tail = (tail + decoder.decode(bytes.subarray(-32), { stream: true })).slice(-32)
      this.sawDone = DONE.test(tail)
      controller.enqueue(bytes)
    }
    // Nothing is read ahead of the library: what it has seen is what the engine is held to have said.
    return new ReadableStream({ pull, cancel: () => this.leave() }, { highWaterMark: 0 })
  }

  #fail(failure: EngineError): EngineError {
    this.failure ??= failure
    return failure
  }
}

const LEFT = new Error(engineFaults.readerLeft)
