import { z } from 'zod'

/** A model as its engine lists it; `context`: tokens of prompt and answer together, where the engine says so. */
export interface ListedModel {
  id: string
  context?: number | undefined
  /** The context that the model was made for; its engine may run it with less. */
  trained?: number | undefined
}

const tokens = z.int().positive()
const told = tokens.nullish().catch(undefined)

/**
 * An entry of `GET /v1/models`. Where the context stands: vLLM and SGLang `max_model_len`, LM Studio
 * `max_context_length`, Groq `context_window`, OpenRouter and others `context_length`, llama-server `meta.n_ctx_train`
 * (what the model was made for; what it runs with is in /props).
 */
const openAiEntry = z
  .object({
    id: z.string(),
    max_model_len: told,
    context_length: told,
    max_context_length: told,
    context_window: told,
    meta: z.object({ n_ctx: told, n_ctx_train: told }).nullish().catch(undefined),
  })
  .transform(
    (entry): ListedModel => ({
      id: entry.id,
      context:
        entry.max_model_len ??
        entry.context_length ??
        entry.max_context_length ??
        entry.context_window ??
        entry.meta?.n_ctx ??
        undefined,
      trained: entry.meta?.n_ctx_train ?? undefined,
    }),
  )
export const openAiModels = z.object({ data: z.array(openAiEntry) }).transform(({ data }) => data)

/** `GET /api/tags` of Ollama. */
export const ollamaTags = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform(({ models }) => models.map(({ name }): ListedModel => ({ id: name })))

/** `GET /api/ps` of Ollama: with which context a model that is loaded runs. */
export const ollamaLoaded = z
  .object({ models: z.array(z.object({ name: z.string(), context_length: told })) })
  .transform(({ models }) => new Map(models.map(({ name, context_length }) => [name, context_length ?? undefined])))

/** `POST /api/show` of Ollama: num_ctx where the model's file sets it, else what the model was made for. */
export const ollamaShow = z
  .object({ parameters: z.string().nullish(), model_info: z.record(z.string(), z.unknown()).nullish() })
  .transform(({ parameters, model_info }): number | undefined => {
    const set = /^num_ctx\s+(\d+)/m.exec(parameters ?? '')?.[1]
    const made = Object.entries(model_info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1]
    return tokens.safeParse(set === undefined ? made : Number(set)).data
  })

/** `GET /props` of llama-server: the context of each of its slots. */
export const llamaProps = z
  .object({ default_generation_settings: z.object({ n_ctx: tokens }) })
  .transform((props) => props.default_generation_settings.n_ctx)

/** `GET /info` of TGI. */
export const tgiInfo = z.object({ max_total_tokens: tokens }).transform((info) => info.max_total_tokens)

/** `GET /model/info` of a LiteLLM proxy: its models have names of their own there. */
export const liteLlmInfo = z
  .object({
    data: z.array(
      z.object({
        model_name: z.string(),
        model_info: z.object({ max_input_tokens: told, max_tokens: told }).nullish(),
      }),
    ),
  })
  .transform(
    ({ data }) =>
      new Map(data.map(({ model_name, model_info: info }) => [model_name, info?.max_input_tokens ?? info?.max_tokens])),
  )

const LONGEST = 1_000_000

/**
 * The longest answer to offer of a model with this context: three quarters of it, so that a prompt of a quarter has
 * room beside the longest answer. Engines refuse what does not fit, and a buyer who names no length asks for the longest.
 */
export function longestAnswer(context: number): number {
  return Math.min(LONGEST, Math.max(1, Math.floor((context * 3) / 4)))
}
