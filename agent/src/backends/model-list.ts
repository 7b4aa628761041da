import { wantsHttps } from '@mkt/schemas/client'
import { z } from 'zod'
import type { Effects } from '../effects.ts'
import type { OfferedModel } from './backend.ts'
import { engineStatusError, engineUnreachable } from './engine-error.ts'
import { bearer } from './engine-url.ts'

export interface ListRequest {
  effects: Pick<Effects, 'fetch'>
  url: string
  key?: string | undefined
  signal: AbortSignal
}

const openAiList = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .transform((list) => list.data.map(({ id }) => id))
const ollamaList = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform((list) => list.models.map(({ name }) => name))
const anyList = z.union([openAiList, ollamaList])

/**
 * The models that an engine lists at `/v1/models` or Ollama's `/api/tags`; undefined where it answers but has no such
 * list. Throws engine_unreachable, and engine_error where it is not well (5xx, 429) or refuses the key (401, 403).
 */
export async function listModels({ effects, url, key, signal }: ListRequest): Promise<string[] | undefined> {
  const response = await effects.fetch(url, { headers: bearer(key), signal }).catch((cause) => {
    signal.throwIfAborted()
    throw engineUnreachable(url, cause)
  })
  const text = await response.text().catch(() => '')
  const { status } = response
  if ((status >= 500 && status !== 501) || status === 429 || status === 401 || status === 403)
    throw engineStatusError(url, status, text)
  if (wantsHttps(url, status, text)) throw engineStatusError(url, status, text)
  if (!response.ok) return undefined
  try {
    return anyList.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * What the engine calls each offered model that it can run now. An engine without a list runs all; with a list it
 * runs what is on it. The only offered model, with no engine name given, is the engine's only one.
 */
export function matchModels(
  offered: readonly OfferedModel[],
  listed: readonly string[] | undefined,
): Map<string, string> {
  const names = new Map<string, string>()
  const only = offered.length === 1 && listed?.length === 1 ? listed[0] : undefined
  for (const { name, engineModel } of offered) {
    const wanted = engineModel ?? name
    const found = listed === undefined ? wanted : listed.find((id) => id === wanted || id === `${wanted}:latest`)
    const engineName = found ?? (engineModel === undefined ? only : undefined)
    if (engineName !== undefined) names.set(name, engineName)
  }
  return names
}
