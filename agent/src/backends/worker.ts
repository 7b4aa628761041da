import type { Answer } from '@mkt/schemas/client'
import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import type { Backend, Generated, OfferedModel } from './backend.ts'
import type { EngineCall } from './engine-call.ts'
import { EngineError, engineUnreachable } from './engine-error.ts'
import { bearer, engineBase } from './engine-url.ts'
import { chatOf, continuing, type GenerateRequest, optionsOf, textOf, textOptionsOf } from './generate-request.ts'
import { generation } from './generation.ts'
import { listModels } from './model-list.ts'
import { ModelNames } from './model-names.ts'
import { readsTexts, readTexts } from './read-texts.ts'
import { scoredChunks } from './score-text.ts'
import { type Dialect, probeWorker } from './worker-probe.ts'
import { readChunks } from './worker-stream.ts'

export interface WorkerOptions {
  effects: Effects
  models: readonly OfferedModel[]
  endpointUrl: string
  key?: string | undefined
  mode: 'chat' | 'completion'
}

const SPOKEN: Record<Dialect['kind'], string> = {
  chat: 'OpenAI-style chat',
  completion: 'OpenAI-style completions',
  vectors: 'OpenAI-style embeddings',
  plain: 'the plain contract',
}

/** Any custom server: OpenAI-style, or the plain contract of one POST; which one is found out before the first job. */
export class WorkerBackend implements Backend {
  readonly #options: WorkerOptions
  #dialect: Dialect | undefined
  readonly #names: ModelNames

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#names = new ModelNames(options.models)
  }

  async probe(signal: AbortSignal): Promise<string> {
    const { kind, url } = await this.#found(signal)
    return `${SPOKEN[kind]} at ${url}`
  }

  async availableModels(signal: AbortSignal): Promise<string[]> {
    const { effects, key, models, endpointUrl } = this.#options
    const { kind } = await this.#found(signal)
    if (kind === 'plain') {
      await this.#touch(signal)
      return models.map(({ name }) => name)
    }
    const url = `${engineBase(endpointUrl)}/v1/models`
    return this.#names.update(await listModels({ effects, url, key, signal }))
  }

  lacking(): string | undefined {
    return this.#names.lacking()
  }

  generate(request: GenerateRequest): AsyncIterable<Generated> {
    const { effects } = this.#options
    const { signal, max_tokens } = request
    const explain = (error: EngineError) => this.#names.explain(request.model, error)
    // The plain contract has no word for the end that every server must say.
    const options = { effects, signal, max_tokens, explain, cleanEndSuffices: this.#dialect?.kind === 'plain' }
    const { score } = request
    if (score) return generation((call) => this.#score({ ...request, score }, call), options)
    if (readsTexts(request)) return generation((call) => this.#read(call, request), options)
    return generation((call) => readChunks(call, () => this.#open(request, call)), options)
  }

  #read(call: EngineCall, request: GenerateRequest) {
    const { endpointUrl, key } = this.#options
    const model = this.#names.of(request.model)
    return readTexts(call, request, { base: engineBase(endpointUrl), key, model })
  }

  async #open(request: GenerateRequest, call: EngineCall): Promise<Answer> {
    const { kind, url } = forRequest(await this.#found(request.signal), request)
    if (kind === 'vectors') throw new EngineError('engine_error', engineFaults.writesNothing, { status: 404 })
    return await call.open(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/x-ndjson',
        ...bearer(this.#options.key),
      },
      body: JSON.stringify(this.#body(kind, request)),
    })
  }

  async *#score(request: GenerateRequest & { score: { text: string } }, call: EngineCall) {
    const { kind, url } = forRequest(await this.#found(request.signal), request)
    if (kind === 'plain' || kind === 'vectors') throw new EngineError('engine_error', engineFaults.noScores)
    const base = url.replace(/\/(chat\/)?completions\/?$/, '')
    const scoring = { base, chat: kind === 'chat', key: this.#options.key, model: this.#names.of(request.model) }
    yield* scoredChunks(call, request, scoring)
  }

  #body(kind: Exclude<Dialect['kind'], 'vectors'>, request: GenerateRequest) {
    const { model, max_tokens, temperature, raw } = request
    const engineModel = this.#names.of(model)
    const limits = { max_tokens, temperature, stream: true }
    const input_text = textOf(request)
    if (kind === 'plain') {
      return { input_text, model: engineModel, ...limits, ...optionsOf(request), ...(raw ? { raw } : {}) }
    }
    const shared = { model: engineModel, ...limits, stream_options: { include_usage: true } }
    return kind === 'chat'
      ? { ...shared, ...optionsOf(request), messages: chatOf(request), ...continuing(request) }
      : { ...shared, ...textOptionsOf(request), prompt: input_text }
  }

  async #found(signal: AbortSignal): Promise<Dialect> {
    this.#dialect ??= await probeWorker(this.#options, signal)
    return this.#dialect
  }

  /** Any answer at all shows that a plain server is up. */
  async #touch(signal: AbortSignal): Promise<void> {
    const { effects, endpointUrl, key } = this.#options
    try {
      const response = await effects.fetch(endpointUrl, { headers: bearer(key), signal })
      await response.body?.cancel()
    } catch (cause) {
      signal.throwIfAborted()
      throw engineUnreachable(endpointUrl, cause)
    }
  }
}

/** A raw prompt goes to the completions of a server that is asked in chats else: an OpenAI-style one has both. */
function forRequest(dialect: Dialect, { raw }: GenerateRequest): Dialect {
  if (!raw || dialect.kind !== 'chat') return dialect
  return { kind: 'completion', url: dialect.url.replace(/\/chat\/completions(\/?)$/, '/completions$1') }
}
