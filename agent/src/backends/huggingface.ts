import type { InferenceClient } from '@huggingface/inference'
import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import { engineNames } from '../words/engine-names.ts'
import type { Backend, Generated, OfferedModel } from './backend.ts'
import type { EngineCall } from './engine-call.ts'
import { EngineError, engineStreamError } from './engine-error.ts'
import { engineBase } from './engine-url.ts'
import { chatOf, continuing, type GenerateRequest, optionsOf, textOf, textOptionsOf } from './generate-request.ts'
import { type Chunk, generation } from './generation.ts'
import { listModels } from './model-list.ts'
import { ModelNames } from './model-names.ts'
import { piecesOf, type SaidChoice, stoppedAt } from './piece.ts'
import { readsTexts, readTexts } from './read-texts.ts'
import { scoredChunks } from './score-text.ts'
import { type SaidUsage, usageOf } from './usage.ts'

export interface HuggingFaceOptions {
  effects: Effects
  models: readonly OfferedModel[]
  /** TGI, vLLM, llama-server or another OpenAI-style server; undefined is the Hugging Face hub. */
  endpointUrl?: string | undefined
  key?: string | undefined
  mode: 'chat' | 'completion'
}

interface StreamChunk {
  choices?: SaidChoice[]
  usage?: SaidUsage | null
}

/** The library passes all members on, also those that its types do not know. */
type ChatInput = Parameters<InferenceClient['chatCompletionStream']>[0]

/** Models through @huggingface/inference: a local engine of its family, or the hub with a token. */
export class HuggingFaceBackend implements Backend {
  readonly #options: HuggingFaceOptions
  readonly #base: string | undefined
  readonly #names: ModelNames

  constructor(options: HuggingFaceOptions) {
    this.#options = options
    this.#base = options.endpointUrl === undefined ? undefined : engineBase(options.endpointUrl)
    this.#names = new ModelNames(options.models)
  }

  async probe(signal: AbortSignal): Promise<string> {
    await this.availableModels(signal)
    // Loaded before the first buyer has to wait for it.
    await import('@huggingface/inference')
    return this.#base ? engineNames.huggingface(this.#options.mode, this.#base) : engineNames.hub
  }

  async availableModels(signal: AbortSignal): Promise<string[]> {
    const { effects, key } = this.#options
    // The hub loads models as they are asked for; it has no list of what runs now.
    const url = `${this.#base}/v1/models`
    const listed = this.#base === undefined ? undefined : await listModels({ effects, url, key, signal })
    return this.#names.update(listed)
  }

  lacking(): string | undefined {
    return this.#names.lacking()
  }

  generate(request: GenerateRequest): AsyncIterable<Generated> {
    const { effects } = this.#options
    const { signal, max_tokens } = request
    const explain = (error: EngineError) => this.#names.explain(request.model, error)
    const options = { effects, signal, max_tokens, explain }
    const { score } = request
    if (score) return generation((call) => this.#score({ ...request, score }, call), options)
    if (readsTexts(request)) return generation((call) => this.#read(call, request), options)
    return generation((call) => this.#chunks(request, call.fetch), options)
  }

  async *#score(request: GenerateRequest & { score: { text: string } }, call: EngineCall): AsyncGenerator<Chunk> {
    if (this.#base === undefined) throw new EngineError('engine_error', engineFaults.noScores)
    const chat = this.#options.mode === 'chat' && request.raw !== true
    const { key } = this.#options
    const scoring = { base: `${this.#base}/v1`, chat, key, model: this.#names.of(request.model) }
    yield* scoredChunks(call, request, scoring)
  }

  /** The hub has an address of its own for each model and each kind of it, which are not OpenAI's. */
  #read(call: EngineCall, request: GenerateRequest): AsyncGenerator<Chunk> {
    if (this.#base === undefined) throw new EngineError('engine_error', engineFaults.hubWritesOnly)
    const { key } = this.#options
    return readTexts(call, request, { base: this.#base, key, model: this.#names.of(request.model) })
  }

  async *#chunks(request: GenerateRequest, fetch: typeof globalThis.fetch): AsyncGenerator<Chunk> {
    const { InferenceClient, InferenceClientProviderApiError } = await import('@huggingface/inference')
    const client = new InferenceClient(this.#options.key ?? '', {
      retry_on_error: false,
      fetch,
      signal: request.signal,
    })
    const target = {
      model: this.#names.of(request.model),
      ...(this.#base === undefined ? {} : { endpointUrl: `${this.#base}/v1` }),
    }
    const { max_tokens, temperature } = request
    const shared = { ...target, temperature, stream_options: { include_usage: true } }
    const parameters = { ...textOptionsOf(request), max_new_tokens: max_tokens }
    // The hub is asked in chat mode only.
    const raw = request.raw === true && this.#base !== undefined
    const stream =
      this.#options.mode === 'chat' && !raw
        ? client.chatCompletionStream({
            ...{ ...shared, ...optionsOf(request), ...continuing(request), max_tokens },
            messages: chatOf(request),
          } as unknown as ChatInput)
        : // The library leaves unknown members in the body, which is how stream_options and seed reach the engine.
          client.textGenerationStream({ ...shared, inputs: textOf(request), parameters })
    try {
      for await (const chunk of stream) yield toChunk(chunk as StreamChunk)
    } catch (error) {
      const inStream = error instanceof InferenceClientProviderApiError && error.httpResponse.status === 200
      const body = inStream ? (error.httpResponse.body as { error?: unknown } | undefined) : undefined
      if (body && typeof body === 'object' && 'error' in body) throw engineStreamError(body.error)
      if (inStream) throw new EngineError('engine_bad_stream', engineFaults.noStream)
      throw error
    }
  }
}

function toChunk({ choices, usage }: StreamChunk): Chunk {
  const choice = choices?.[0]
  const said = { finish: choice?.finish_reason, usage: usageOf(usage), stopped: choice && stoppedAt(choice) }
  return { pieces: choice ? piecesOf(choice) : [], ...said }
}
