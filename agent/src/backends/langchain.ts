import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import { engineNames } from '../words/engine-names.ts'
import type { Backend, Generated, OfferedModel } from './backend.ts'
import type { EngineCall } from './engine-call.ts'
import { EngineError, engineStreamError } from './engine-error.ts'
import { engineBase } from './engine-url.ts'
import { continuing, type GenerateRequest } from './generate-request.ts'
import { type Chunk, generation } from './generation.ts'
import {
  messagesFor,
  ollamaChunk,
  ollamaOptions,
  openAiBody,
  openAiChunk,
  type StreamedMessage,
} from './langchain-chat.ts'
import { listModels } from './model-list.ts'
import { ModelNames } from './model-names.ts'
import { demandProvider, type Provider } from './provider.ts'
import { readsTexts, readTexts } from './read-texts.ts'

export interface LangChainOptions {
  effects: Effects
  models: readonly OfferedModel[]
  provider: Provider
  /** Default: OpenAI's own API, or an Ollama on this machine. */
  endpointUrl?: string | undefined
  key?: string | undefined
}

const OPENAI = 'https://api.openai.com'
const OLLAMA = 'http://127.0.0.1:11434'

/** Chat models through LangChain: an Ollama, or any server with an OpenAI-style API. */
export class LangChainBackend implements Backend {
  readonly #options: LangChainOptions
  readonly #base: string
  readonly #names: ModelNames

  constructor(options: LangChainOptions) {
    this.#options = options
    this.#base = engineBase(options.endpointUrl ?? (options.provider === 'ollama' ? OLLAMA : OPENAI))
    this.#names = new ModelNames(options.models)
  }

  async probe(signal: AbortSignal): Promise<string> {
    await this.availableModels(signal)
    // Half a second of loading that the first buyer need not wait for.
    await Promise.all([
      import('langchain'),
      this.#options.provider === 'ollama' ? import('@langchain/ollama') : import('@langchain/openai'),
    ])
    return engineNames.langchain(this.#options.provider === 'ollama', this.#base)
  }

  async availableModels(signal: AbortSignal): Promise<string[]> {
    const { provider } = this.#options
    const listed = await this.#listAt(provider === 'ollama' ? '/api/tags' : '/v1/models', signal)
    if (listed === undefined) await this.#demandProvider(signal)
    return this.#names.update(listed)
  }

  lacking(): string | undefined {
    return this.#names.lacking()
  }

  #listAt(path: string, signal: AbortSignal): Promise<string[] | undefined> {
    const { effects, key } = this.#options
    return listModels({ effects, url: this.#base + path, key, signal })
  }

  /** A server that has no list where the provider has one may be of the other provider: no job would ever succeed. */
  async #demandProvider(signal: AbortSignal): Promise<void> {
    const { provider } = this.#options
    await demandProvider(provider, this.#base, async (path) => (await this.#listAt(path, signal)) !== undefined)
    if (provider === 'ollama') {
      throw new EngineError('engine_error', engineFaults.noOllama(this.#base))
    }
  }

  generate(request: GenerateRequest): AsyncIterable<Generated> {
    // LangChain has no words for it; another host may be able to.
    if (request.score) throw new EngineError('engine_error', engineFaults.noScores)
    const { effects } = this.#options
    const { signal, max_tokens } = request
    const explain = (error: EngineError) => this.#names.explain(request.model, error)
    const engine = { base: this.#base, key: this.#options.key, model: this.#names.of(request.model) }
    // LangChain's own classes for it leave out what the engine counted, by which it is paid.
    const source = (call: EngineCall) =>
      readsTexts(request) ? readTexts(call, request, engine) : this.#chunks(request, call.fetch)
    return generation(source, { effects, signal, max_tokens, explain })
  }

  async *#chunks(request: GenerateRequest, fetch: typeof globalThis.fetch): AsyncGenerator<Chunk> {
    const { provider } = this.#options
    const { initChatModel } = await import('langchain')
    const ollama = provider === 'ollama' ? ollamaOptions(request) : undefined
    const fields = { ...this.#fields(request, fetch), ...ollama?.model }
    const chat = await initChatModel(this.#names.of(request.model), fields)
    const { stop, seed } = request
    const calling = { ...(stop ? { stop } : {}), ...(seed === undefined ? {} : { seed }), ...ollama?.call }
    let calls = 0
    try {
      for await (const said of await chat.stream(await messagesFor(request, provider), calling)) {
        const message = said as unknown as StreamedMessage
        yield ollama ? ollamaChunk(message, calls) : openAiChunk(message)
        calls += message.tool_call_chunks?.length ?? 0
      }
    } catch (error) {
      // What the OpenAI client throws for an error inside the stream: an APIError that no HTTP status came with.
      if (error instanceof Error && error.constructor.name === 'APIError' && 'error' in error) {
        throw engineStreamError(error.error)
      }
      throw error
    }
  }

  #fields(request: GenerateRequest, fetch: typeof globalThis.fetch) {
    const { provider, key } = this.#options
    const { max_tokens, temperature, top_p, seed } = request
    const sampling = { temperature, ...(top_p === undefined ? {} : { topP: top_p }) }
    const shared = { modelProvider: provider, ...sampling, maxRetries: 0, callbacks: [] }
    if (provider === 'ollama') {
      const headers = key ? { headers: { Authorization: `Bearer ${key}` } } : {}
      // Ollama takes the seed of the model only, OpenAI's client that of the call.
      const seeded = seed === undefined ? {} : { seed }
      return { ...shared, ...seeded, baseUrl: this.#base, numPredict: max_tokens, fetch, ...headers }
    }
    return {
      ...shared,
      maxTokens: max_tokens,
      streamUsage: true,
      modelKwargs: { ...openAiBody(request), ...continuing(request) },
      __includeRawResponse: true,
      // The client refuses to start without any key; engines without keys ignore it.
      apiKey: key ?? 'none',
      configuration: { baseURL: `${this.#base}/v1`, fetch, maxRetries: 0, logLevel: 'off' as const },
    }
  }
}
