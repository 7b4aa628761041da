import { AbortScope } from '../abort-scope.ts'
import type { Backend } from '../backends/backend.ts'
import { EngineError } from '../backends/engine-error.ts'
import type { GenerateRequest } from '../backends/generate-request.ts'
import type { Piece } from '../backends/piece.ts'
import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'

/** What a probe asks for: few tokens, and the likeliest ones, so that it costs an engine next to nothing. */
export const PROBE = { input_text: 'Say OK.', max_tokens: 4, temperature: 0 } as const

/** What an engine that writes no text is asked for. */
const TEXTS = [PROBE.input_text, 'Say yes.']
export const READING = {
  embeddings: { embed: { inputs: TEXTS } },
  rerank: { rerank: { query: PROBE.input_text, documents: TEXTS } },
}

/** What came of a probe: the text, which may be empty (a model that thinks first), and how long it took. */
export interface Proof {
  text: string
  ms: number
  /** It writes none: it makes vectors or scores. */
  reads_only?: true
}

export interface ProbeOptions {
  backend: Backend
  model: string
  effects: Pick<Effects, 'timer' | 'monotonic'>
  limit_ms: number
  signal: AbortSignal
}

/**
 * Generates 4 tokens the way a job would; where the engine says that it does no such thing, has it make vectors or
 * scores. Throws an EngineError where that fails or takes longer than the limit.
 */
export async function probeModel(options: ProbeOptions): Promise<Proof> {
  const began_ms = options.effects.monotonic()
  const took = () => options.effects.monotonic() - began_ms
  try {
    const pieces = await generateText(PROBE, options)
    return { text: pieces.join(''), ms: took() }
  } catch (error) {
    if (!(error instanceof EngineError && NO_SUCH_THING.has(error.status ?? 0))) throw error
    for (const task of [READING.embeddings, READING.rerank]) {
      const pieces = await generatePieces({ ...PROBE, ...task }, options).catch(() => [])
      if (pieces.length > 0) return { text: '', ms: took(), reads_only: true }
    }
    throw error
  }
}

/** How engines answer that are asked for what they do not do. */
const NO_SUCH_THING: ReadonlySet<number> = new Set([400, 404, 405, 422, 501])

type Asked = Omit<GenerateRequest, 'model' | 'signal'>

/** The texts of a small generation. Throws as `probeModel` does. */
export async function generateText(asked: Asked, options: ProbeOptions): Promise<string[]> {
  return (await generatePieces(asked, options)).map(({ text }) => text).filter((text) => text !== '')
}

/** The same with what is said of its pieces. No more than it takes is generated where `enough` can tell. */
export async function generatePieces(
  asked: Asked,
  { backend, model, effects, limit_ms, signal }: ProbeOptions,
  enough: (pieces: readonly Piece[]) => boolean = () => false,
): Promise<Piece[]> {
  const scope = new AbortScope(signal)
  const late = new EngineError('engine_timeout', engineFaults.noAnswer(limit_ms / 1000))
  const cancel = effects.timer(limit_ms, () => scope.cut(late))
  const reading = backend.generate({ ...asked, model, signal: scope.signal })[Symbol.asyncIterator]()
  const pieces: Piece[] = []
  try {
    while (true) {
      const next = await scope.hold(reading.next())
      if (next.done) throw new EngineError('engine_bad_stream', engineFaults.noEnd)
      if (!('text' in next.value)) return pieces
      pieces.push(next.value)
      if (!enough(pieces)) continue
      // Nobody is told why: what would hear of it is not waited for.
      scope.cut(undefined)
      return pieces
    }
  } finally {
    cancel()
    scope.drop()
    void reading.return?.().catch(() => undefined)
  }
}
