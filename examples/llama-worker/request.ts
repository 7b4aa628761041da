import type { Asked, EnginePrompt } from './engine.ts'
import { flag, type Members, number, object, text, wrong } from './members.ts'
import { readMessages } from './messages.ts'
import { anyObjectGrammar, grammarOfSchema } from './schema-grammar.ts'
import { readCalling } from './tools.ts'

export interface CompletionRequest extends Asked {
  prompt: EnginePrompt
  stream: boolean
  includeUsage: boolean
  /** The answer begins with the prompt. */
  echo: boolean
  /** The prompt's scores are told as `prompt_logprobs`. */
  promptLogprobs: boolean
}

const MOST_STOPS = 16
const MOST_ALTERNATIVES = 20
const PENALTY = { min: -2, max: 2 }
const BIAS = { min: -100, max: 100 }
const TOKEN = /^\d{1,9}$/
const ALTERNATIVES = { min: 0, max: MOST_ALTERNATIVES, whole: true }

/** The body of POST /v1/chat/completions. Members that this worker does not know are let be. */
export function readChatRequest(body: unknown): CompletionRequest {
  const members = object(body, 'the body')
  const prompt = { chat: readMessages(members.messages) }
  const calling = readCalling(members)
  const grammar = readFormat(members)
  const scores = number(members, 'prompt_logprobs', ALTERNATIVES)
  const top = number(members, 'top_logprobs', ALTERNATIVES)
  if (top && !flag(members, 'logprobs')) throw wrong('top_logprobs', 'needs "logprobs": true')
  const rest = readRest(members, scores !== undefined, flag(members, 'logprobs') ? (top ?? 0) : undefined)
  if (rest.stream && scores !== undefined) throw wrong('prompt_logprobs', 'of a chat do not come in a stream')
  return { prompt, calling, grammar, scores, echo: false, promptLogprobs: scores !== undefined, ...rest }
}

/** The body of POST /v1/completions. */
export function readTextRequest(body: unknown): CompletionRequest {
  const members = object(body, 'the body')
  const { prompt } = members
  const whole: unknown = Array.isArray(prompt) && prompt.length === 1 ? prompt[0] : prompt
  if (typeof whole !== 'string') throw wrong('prompt', 'must be one text')
  if (Array.isArray(members.tools) && members.tools.length > 0) {
    throw wrong('tools', 'are for chats: send messages to /v1/chat/completions')
  }
  const echo = flag(members, 'echo')
  const logprobs = number(members, 'logprobs', ALTERNATIVES)
  const promptLogprobs = number(members, 'prompt_logprobs', ALTERNATIVES)
  const scores = promptLogprobs ?? (echo ? logprobs : undefined)
  const rest = readRest(members, echo || scores !== undefined, logprobs)
  const grammar = readFormat(members)
  return { prompt: { text: whole }, grammar, scores, echo, promptLogprobs: promptLogprobs !== undefined, ...rest }
}

/** `none` says whether an answer without a token is an answer. */
function readRest(members: Members, none: boolean, likelihoods: number | undefined) {
  text(members, 'model')
  number(members, 'n', { min: 1, max: 1, whole: true })
  const options = members.stream_options == null ? {} : object(members.stream_options, 'stream_options')
  return {
    wishes: { ...readWishes(members, none ? 0 : 1), ...(likelihoods === undefined ? {} : { likelihoods }) },
    stream: flag(members, 'stream'),
    includeUsage: flag(options, 'include_usage'),
  }
}

function readWishes(members: Members, least: number): Asked['wishes'] {
  const many = { min: least, max: Number.MAX_SAFE_INTEGER, whole: true }
  const maxTokens = number(members, 'max_completion_tokens', many) ?? number(members, 'max_tokens', many)
  const seed = number(members, 'seed', { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, whole: true })
  return {
    temperature: number(members, 'temperature', { min: 0, max: 2 }) ?? 1,
    topP: number(members, 'top_p', { min: 0, max: 1 }) ?? 1,
    // vLLM's word for none is -1.
    topK: Math.max(0, number(members, 'top_k', { min: -1, max: 1_000_000, whole: true }) ?? 0),
    minP: number(members, 'min_p', { min: 0, max: 1 }) ?? 0,
    stop: readStop(members.stop),
    frequencyPenalty: number(members, 'frequency_penalty', PENALTY) ?? 0,
    presencePenalty: number(members, 'presence_penalty', PENALTY) ?? 0,
    ...readBias(members),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    // The engine's seeds have 32 bits.
    ...(seed === undefined ? {} : { seed: seed >>> 0 }),
  }
}

/** By the model's own numbers of tokens. */
function readBias({ logit_bias }: Members): Pick<Asked['wishes'], 'bias'> {
  if (logit_bias == null) return {}
  const given = object(logit_bias, 'logit_bias')
  const bias = Object.keys(given).map((token) => {
    if (!TOKEN.test(token)) throw wrong('logit_bias', 'must have numbers of tokens as its names')
    return [Number(token), number(given, token, BIAS) ?? 0] as const
  })
  return { bias: new Map(bias) }
}

/** The grammar that a `response_format` asks for. */
function readFormat({ response_format }: Members): string | undefined {
  if (response_format == null) return undefined
  const format = object(response_format, 'response_format')
  if (format.type === 'text') return undefined
  if (format.type === 'json_object') return anyObjectGrammar()
  if (format.type !== 'json_schema') {
    throw wrong('response_format.type', 'must be text, json_object or json_schema')
  }
  const { schema, strict } = object(format.json_schema, 'response_format.json_schema')
  const param = 'response_format.json_schema.schema'
  return grammarOfSchema(object(schema, param), strict === true, param)
}

function readStop(stop: unknown): string[] {
  const stops: unknown[] = stop == null ? [] : Array.isArray(stop) ? stop : [stop]
  const texts = stops.filter((text) => typeof text === 'string' && text !== '') as string[]
  if (texts.length < stops.length || stops.length > MOST_STOPS) {
    throw wrong('stop', `must be a text or a list of up to ${MOST_STOPS} texts, none empty`)
  }
  return texts
}
