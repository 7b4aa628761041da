import type { Effects } from '../effects.ts'
import { engineFaults } from '../words/engine-faults.ts'
import { EngineError, engineStatusError, engineUnreachable } from './engine-error.ts'
import { bearer, engineBase } from './engine-url.ts'
import { listModels } from './model-list.ts'

/** How a worker wants to be asked, and where. */
export interface Dialect {
  kind: 'chat' | 'completion' | 'vectors' | 'plain'
  url: string
}

export interface ProbeOptions {
  effects: Pick<Effects, 'fetch'>
  endpointUrl: string
  key?: string | undefined
  mode: 'chat' | 'completion'
}

/**
 * Which dialect the server at the endpoint speaks. A path that names an endpoint decides; then a list of models at
 * /v1/models is an OpenAI-style server; then one token is asked for in the plain contract; last, OpenAI's paths are
 * tried with an empty body, which generates nothing; the last of these make vectors and no text. Throws an EngineError
 * that says what was tried.
 */
export async function probeWorker(options: ProbeOptions, signal: AbortSignal): Promise<Dialect> {
  const { endpointUrl, effects, key } = options
  const named = /\/(chat\/)?completions\/?$/.exec(endpointUrl)
  if (named) return { kind: named[1] ? 'chat' : 'completion', url: endpointUrl }
  const base = engineBase(endpointUrl)
  const listed = await listModels({ effects, url: `${base}/v1/models`, key, signal }).catch((error: EngineError) => {
    // Servers that know no such path answer all kinds of things; one that is busy or loading is asked again later.
    if (error.status === undefined || isBusy(error.status)) throw error
    return undefined
  })
  if (listed === undefined && !/\/v1\/?$/.test(endpointUrl) && (await speaksPlain(options, signal))) {
    return { kind: 'plain', url: endpointUrl }
  }
  const chat: Dialect = { kind: 'chat', url: `${base}/v1/chat/completions` }
  const completion: Dialect = { kind: 'completion', url: `${base}/v1/completions` }
  const vectors: Dialect = { kind: 'vectors', url: `${base}/v1/embeddings` }
  const scores: Dialect = { kind: 'vectors', url: `${base}/v1/rerank` }
  for (const dialect of [...(options.mode === 'chat' ? [chat] : []), completion, vectors, scores]) {
    if (await isThere(options, dialect.url, signal)) return dialect
  }
  throw new EngineError('engine_error', engineFaults.noWorker(endpointUrl))
}

/** Does a small real request give an object with a `token` (or an end) first? */
async function speaksPlain(options: ProbeOptions, signal: AbortSignal): Promise<boolean> {
  const body = { input_text: 'ping', max_tokens: 1, temperature: 0, stream: true }
  const response = await post(options, options.endpointUrl, body, signal)
  if (!response.ok) {
    await response.body?.cancel()
    return false
  }
  const text = await firstText(response.body as unknown as ReadableStream<Uint8Array> | null)
  return /^\s*(data:\s*)?\{[^\n]*"(token"\s*:\s*"|finish_reason"\s*:)/m.test(text) && !/"choices"\s*:/.test(text)
}

/** The beginning of a body, up to the end of its first line with something in it. */
async function firstText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    if (/\}\s*\n/.test(text) || text.length > 4096) break
  }
  return text
}

async function isThere(options: ProbeOptions, url: string, signal: AbortSignal): Promise<boolean> {
  const response = await post(options, url, {}, signal)
  await response.body?.cancel()
  return response.status !== 404 && response.status !== 405 && response.status !== 501
}

async function post({ effects, key }: ProbeOptions, url: string, body: object, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json', ...bearer(key) }
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal }
  const response = await effects.fetch(url, request).catch((cause) => {
    signal.throwIfAborted()
    throw engineUnreachable(url, cause)
  })
  if (isBusy(response.status)) throw engineStatusError(url, response.status, await response.text().catch(() => ''))
  return response
}

function isBusy(status: number): boolean {
  return status === 503 || status === 429
}
