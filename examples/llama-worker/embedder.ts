import type { LlamaEmbeddingContext, LlamaModel } from 'node-llama-cpp'
import { Fault } from './fault.ts'

export interface EmbedderOptions {
  threads: number
  embeddings?: boolean
}

export interface Embedded {
  vector: number[]
  tokens: number
}

/** Texts as vectors of length 1. Its memory is taken with the first of them: who sells none pays none. */
export class Embedder {
  readonly #model: LlamaModel
  readonly #contextSize: number
  readonly #options: EmbedderOptions
  #context: Promise<LlamaEmbeddingContext> | undefined

  constructor(model: LlamaModel, contextSize: number, options: EmbedderOptions) {
    this.#model = model
    this.#contextSize = contextSize
    this.#options = options
  }

  /** A GGUF file says how the vectors of a text's tokens become one only if the model was made for it. */
  get able(): boolean {
    const { architecture } = this.#model.fileInfo.metadata.general
    const about = this.#model.fileInfo.metadata[architecture] as { pooling_type?: number } | undefined
    return this.#options.embeddings === true || (about?.pooling_type ?? 0) > 0
  }

  get dimensions(): number {
    return this.#model.embeddingVectorSize
  }

  /** One after the other, since they share a context. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded[]> {
    const context = await this.#open()
    const lengths = texts.map((text) => context.calculateInputLength(text))
    const long = lengths.findIndex((length) => length >= this.#contextSize)
    if (long >= 0) {
      const message = `input ${long} has ${lengths[long]} tokens, but the context holds ${this.#contextSize}: split it`
      throw new Fault(400, message, { param: 'input', code: 'context_length_exceeded' })
    }
    const embedded: Embedded[] = []
    for (const [index, text] of texts.entries()) {
      signal.throwIfAborted()
      const { vector } = await context.getEmbeddingFor(text)
      embedded.push({ vector: unit(vector), tokens: lengths[index] ?? 0 })
    }
    return embedded
  }

  async #open(): Promise<LlamaEmbeddingContext> {
    const contextSize = this.#contextSize
    // A text has to go in at once: what is pooled is one batch.
    const { threads } = this.#options
    this.#context ??= this.#model.createEmbeddingContext({ contextSize, batchSize: contextSize, threads })
    return await this.#context
  }
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => (length === 0 ? 0 : value / length))
}
