import type { z } from 'zod'
import { EngineError, engineStatusError, engineUnreachable } from '../backends/engine-error.ts'
import { bearer, engineBase } from '../backends/engine-url.ts'
import { demandProvider } from '../backends/provider.ts'
import type { EngineSettings } from '../config.ts'
import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import {
  type ListedModel,
  liteLlmInfo,
  llamaProps,
  ollamaLoaded,
  ollamaShow,
  ollamaTags,
  openAiModels,
  tgiInfo,
} from './model-facts.ts'

const LIMIT_MS = 10_000
const OPENAI = 'https://api.openai.com'
const OLLAMA = 'http://127.0.0.1:11434'

type Addressed = Pick<EngineSettings, 'backend' | 'provider' | 'endpoint_url' | 'engine_key'>

/**
 * The models that an engine lists, with their contexts where it says them in one of the documented ways; undefined where
 * it answers but has no list. Throws an EngineError where it does not answer, refuses, or speaks another protocol than
 * LangChain is told to, and the signal's reason where that is aborted.
 */
export async function discover(
  engine: Addressed,
  effects: Effects,
  signal?: AbortSignal,
): Promise<ListedModel[] | undefined> {
  const base = baseOf(engine)
  if (base === undefined) return undefined
  const asker = new Asker(base, engine.engine_key, effects, signal)
  if (isOllama(engine)) return (await ollamaModels(asker)) ?? (await unlisted(engine, base, asker))
  const listed = await asker.ask('/v1/models', openAiModels)
  if (listed === undefined)
    return engine.backend === 'langchain' ? await unlisted(engine, base, asker) : await ollamaModels(asker)
  if (listed.every(({ context }) => context !== undefined)) return listed
  return await withContexts(asker, listed)
}

/** LangChain needs the protocol that it is told to speak: a list in the other one's form is none. */
async function unlisted({ provider }: Addressed, base: string, asker: Asker): Promise<undefined> {
  const forms = { '/v1/models': openAiModels, '/api/tags': ollamaTags } as const
  await demandProvider(provider, base, async (path) => (await asker.ask(path, forms[path])) !== undefined)
}

function isOllama({ backend, provider }: Addressed): boolean {
  return backend === 'langchain' && provider === 'ollama'
}

function baseOf(engine: Addressed): string | undefined {
  if (engine.endpoint_url !== undefined) return engineBase(engine.endpoint_url)
  if (engine.backend !== 'langchain') return undefined
  return isOllama(engine) ? OLLAMA : OPENAI
}

/** What the list does not say is asked of each kind of engine in its own way, until one answers. */
async function withContexts(asker: Asker, listed: readonly ListedModel[]): Promise<ListedModel[]> {
  const alone = listed.length === 1
  const ofServer = (await asker.try('/props', llamaProps)) ?? (alone ? await asker.try('/info', tgiInfo) : undefined)
  if (ofServer !== undefined) return listed.map((model) => ({ ...model, context: model.context ?? ofServer }))
  const ofProxy = await asker.try('/model/info', liteLlmInfo)
  const tags = ofProxy ? undefined : await ollamaModels(asker).catch(() => undefined)
  const known = ofProxy ?? new Map(tags?.map(({ id, context }) => [id, context]))
  const found = (id: string) => known.get(id) ?? known.get(`${id}:latest`) ?? undefined
  return listed.map(({ id, context, trained }) => ({ id, context: context ?? found(id) ?? trained }))
}

async function ollamaModels(asker: Asker): Promise<ListedModel[] | undefined> {
  const tags = await asker.ask('/api/tags', ollamaTags)
  if (tags === undefined) return undefined
  const loaded = (await asker.try('/api/ps', ollamaLoaded)) ?? new Map<string, undefined>()
  const models: ListedModel[] = []
  for (const { id } of tags) {
    models.push({ id, context: loaded.get(id) ?? (await asker.try('/api/show', ollamaShow, { model: id })) })
  }
  return models
}

/** Asks one engine about itself. */
class Asker {
  readonly #base: string
  readonly #key: string | undefined
  readonly #effects: Effects
  readonly #signal: AbortSignal | undefined

  constructor(base: string, key: string | undefined, effects: Effects, signal: AbortSignal | undefined) {
    this.#base = base
    this.#key = key
    this.#effects = effects
    this.#signal = signal
  }

  /** The answer as the schema reads it, undefined where there is none like it; throws as `discover` does. */
  async ask<T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T | undefined> {
    const url = this.#base + path
    this.#signal?.throwIfAborted()
    const limit = new AbortController()
    const late = new EngineError('engine_timeout', engineFaults.silentAt(path, LIMIT_MS / 1000))
    const cancel = this.#effects.timer(LIMIT_MS, () => limit.abort(late))
    const json = body && { method: 'POST', body: JSON.stringify(body) }
    const stop = () => limit.abort(this.#signal?.reason)
    this.#signal?.addEventListener('abort', stop)
    const headers = { ...bearer(this.#key), ...(json ? { 'content-type': 'application/json' } : {}) }
    try {
      const response = await this.#effects.fetch(url, { ...json, headers, signal: limit.signal })
      const text = await response.text()
      if (isUnwell(response.status)) throw engineStatusError(url, response.status, text)
      return response.ok ? schema.safeParse(parse(text)).data : undefined
    } catch (cause) {
      this.#signal?.throwIfAborted()
      if (cause instanceof EngineError) throw cause
      throw limit.signal.aborted ? late : engineUnreachable(url, cause)
    } finally {
      cancel()
      this.#signal?.removeEventListener('abort', stop)
    }
  }

  /** The same for what may be missing. */
  try<T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T | undefined> {
    return this.ask(path, schema, body).catch(() => undefined)
  }
}

/** Busy, broken, or wanting another key: what it lists when it is well is not known. */
function isUnwell(status: number): boolean {
  return (status >= 500 && status !== 501) || status === 429 || status === 401 || status === 403
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
