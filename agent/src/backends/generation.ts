import type { RequestInit } from 'undici'
import type { Effects } from '../effects.ts'
import type { Usage } from '../parcel.ts'
import type { Generated } from './backend.ts'
import { EngineError, engineStatusError, engineUnreachable, reason } from './engine-error.ts'

/** What a library makes of one chunk of an engine's stream. */
export interface Chunk {
  text?: string | undefined
  /** The engine's own word: `stop`, `length`, `eos_token`, ... */
  finish?: string | null | undefined
  usage?: Usage | undefined
}

/** Reads one generation's chunks through the fetch that it is given. `complete` says that a clean end needs no word. */
export type Source = (fetch: typeof globalThis.fetch) => AsyncIterable<Chunk>

export interface GenerationOptions {
  effects: Pick<Effects, 'fetch'>
  signal: AbortSignal
  max_tokens: number
  /** The format has no word for the end: a stream that ends cleanly is whole. */
  cleanEndSuffices?: boolean
}

/**
 * One generation, the same over every library: the connection closes when the reader leaves or aborts, whatever the
 * library does about signals; failures are told apart where they happen, at the network; and a stream without an end
 * is a failure, not a short text.
 */
export async function* generation(source: Source, options: GenerationOptions): AsyncGenerator<Generated> {
  const left = new AbortController()
  const call = new EngineCall(options.effects, AbortSignal.any([options.signal, left.signal]))
  let finish: string | undefined
  let usage: Usage | undefined
  let chunks = 0
  try {
    for await (const chunk of source(call.fetch)) {
      finish = chunk.finish ?? finish
      usage = sane(chunk.usage) ?? usage
      if (chunk.text) chunks++
      yield { text: chunk.text ?? '' }
    }
    options.signal.throwIfAborted()
    if (call.failure) throw call.failure
  } catch (error) {
    throw options.signal.aborted ? options.signal.reason : (call.failure ?? asEngineError(error))
  } finally {
    left.abort()
  }
  if (finish === undefined && !call.sawDone && !options.cleanEndSuffices) {
    throw new EngineError('engine_bad_stream', "the engine's stream ended without saying that it was finished")
  }
  const full = finish === undefined && chunks >= options.max_tokens
  yield { finish_reason: finish === 'length' || full ? 'length' : 'stop', usage }
}

/** Counts that are none (negative, broken numbers) are left out: the server would refuse the whole result. */
function sane(usage: Usage | undefined): Usage | undefined {
  const counts = Object.entries(usage ?? {}).filter(([, count]) => Number.isSafeInteger(count) && count >= 0)
  return counts.length > 0 ? Object.fromEntries(counts) : undefined
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error
  return new EngineError('engine_bad_stream', `the engine's stream broke: ${reason(error).slice(0, 300)}`, {
    cause: error,
  })
}

/** The fetch of one generation: it carries the abort, and remembers how the engine failed and whether it said DONE. */
class EngineCall {
  failure: EngineError | undefined
  sawDone = false
  readonly #effects: Pick<Effects, 'fetch'>
  readonly #signal: AbortSignal
  #tail = ''

  constructor(effects: Pick<Effects, 'fetch'>, signal: AbortSignal) {
    this.#effects = effects
    this.#signal = signal
  }

  readonly fetch = async (input: string | URL | Request, init: globalThis.RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const signal = init.signal ? AbortSignal.any([this.#signal, init.signal]) : this.#signal
    const response = await this.#reach(url, { ...init, signal } as unknown as RequestInit)
    if (!response.ok) {
      const text = await response.text().catch(() => '')
      throw this.#fail(engineStatusError(response.status, text))
    }
    const headers = new Headers([...response.headers])
    // The body is decoded by now; a library must not take its length or coding from the wire's.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    const body = response.body as unknown as ReadableStream<Uint8Array> | null
    return new Response(body?.pipeThrough(this.#watch()) ?? null, { status: response.status, headers })
  }

  async #reach(url: string, init: RequestInit) {
    try {
      return await this.#effects.fetch(url, init)
    } catch (cause) {
      throw this.#fail(engineUnreachable(url, cause))
    }
  }

  #watch(): TransformStream<Uint8Array, Uint8Array> {
    const decoder = new TextDecoder('latin1')
    return new TransformStream({
      transform: (bytes, controller) => {
        this.#tail = (this.#tail + decoder.decode(bytes.subarray(-32), { stream: true })).slice(-32)
        this.sawDone = /data:\s*\[DONE\]\s*$/.test(this.#tail)
        controller.enqueue(bytes)
      },
    })
  }

  #fail(failure: EngineError): EngineError {
    this.failure ??= failure
    return failure
  }
}
