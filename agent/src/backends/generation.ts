import type { Usage } from '../delivery.ts'
import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import type { Generated } from './backend.ts'
import { CallPlaces } from './call-places.ts'
import { EngineCall } from './engine-call.ts'
import { EngineError, reason } from './engine-error.ts'
import type { Piece } from './piece.ts'

/** What a library makes of one chunk of an engine's stream. */
export interface Chunk {
  pieces: readonly Piece[]
  /** The engine's own word: `stop`, `length`, `eos_token`, ... */
  finish?: string | null | undefined
  usage?: Usage | undefined
  stopped?: string | undefined
}

/** Reads one generation's chunks by the call that it is given. */
export type Source = (call: EngineCall) => AsyncIterable<Chunk>

export interface GenerationOptions {
  effects: Pick<Effects, 'fetch' | 'timer'>
  signal: AbortSignal
  max_tokens: number
  /** The format has no word for the end: a stream that ends cleanly is whole. */
  cleanEndSuffices?: boolean
  /** Adds to an error what is known of the model that was asked for. */
  explain?: (error: EngineError) => EngineError
}

/**
 * One generation, the same over every library: the connection closes when the reader leaves or aborts, whatever the
 * library does about signals; failures are told apart where they happen, at the network; and a stream without an end
 * is a failure, not a short text.
 */
export async function* generation(source: Source, options: GenerationOptions): AsyncGenerator<Generated> {
  const call = new EngineCall(options.effects, options.signal)
  let finish: string | undefined
  let usage: Usage | undefined
  let stop_sequence: string | undefined
  let chunks = 0
  const calls = new CallPlaces()
  try {
    for await (const chunk of source(call)) {
      finish = chunk.finish ?? finish
      usage = sane(chunk.usage) ?? usage
      stop_sequence = chunk.stopped ?? stop_sequence
      if (chunk.pieces.length > 0) chunks++
      yield* chunk.pieces.length > 0 ? chunk.pieces.map((piece) => calls.placed(piece)) : SIGN_OF_LIFE
    }
    options.signal.throwIfAborted()
    if (call.failure) throw call.failure
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason
    const failure = call.failure ?? asEngineError(error)
    throw options.explain?.(failure) ?? failure
  } finally {
    call.leave()
  }
  if (finish === undefined && !call.sawDone && !options.cleanEndSuffices) {
    throw new EngineError('engine_bad_stream', engineFaults.unfinished)
  }
  const full = finish === undefined && chunks >= options.max_tokens
  // Engines that are told which tool to call say "stop" of it, as OpenAI's does; whoever reads looks for the calls.
  const finish_reason = finish === 'length' || full ? 'length' : calls.any ? 'tool_calls' : 'stop'
  yield { finish_reason, usage, ...(stop_sequence === undefined ? {} : { stop_sequence }) }
}

const SIGN_OF_LIFE: readonly Piece[] = [{ text: '' }]

/** Counts that are none (negative, broken numbers) are left out: the server would refuse the whole result. */
function sane(usage: Usage | undefined): Usage | undefined {
  const counts = Object.entries(usage ?? {}).filter(([, count]) => Number.isSafeInteger(count) && count >= 0)
  return counts.length > 0 ? Object.fromEntries(counts) : undefined
}

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error
  return new EngineError('engine_bad_stream', engineFaults.broke(reason(error).slice(0, 300)), {
    cause: error,
  })
}
