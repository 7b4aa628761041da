import type { EnginePrompt } from './engine.ts'
import { Fault } from './fault.ts'
import type { Wishes } from './generation.ts'
import type { ChatMessage } from './prompt.ts'

export interface CompletionRequest {
  prompt: EnginePrompt
  wishes: Wishes
  stream: boolean
  includeUsage: boolean
}

type Members = Record<string, unknown>
interface Range {
  min: number
  max: number
  whole?: boolean
}

const ROLES = new Map<unknown, ChatMessage['role']>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])
const MOST_STOPS = 16

/** The body of POST /v1/chat/completions. Members that this worker does not know are let be. */
export function readChatRequest(body: unknown): CompletionRequest {
  const members = object(body, 'the body')
  const { messages } = members
  if (!Array.isArray(messages) || messages.length === 0) throw wrong('messages', 'must be a list of messages')
  return { prompt: { messages: messages.map(readMessage) }, ...readRest(members) }
}

/** The body of POST /v1/completions. */
export function readTextRequest(body: unknown): CompletionRequest {
  const members = object(body, 'the body')
  const { prompt } = members
  const text: unknown = Array.isArray(prompt) && prompt.length === 1 ? prompt[0] : prompt
  if (typeof text !== 'string') throw wrong('prompt', 'must be one text')
  return { prompt: { text }, ...readRest(members) }
}

function readMessage(value: unknown, index: number): ChatMessage {
  const param = `messages[${index}]`
  const message = object(value, param)
  const role = ROLES.get(message.role)
  if (!role) throw wrong(`${param}.role`, `must be one of ${[...ROLES.keys()].join(', ')}`)
  const text = readContent(message.content, `${param}.content`)
  return { role, content: text }
}

function readContent(content: unknown, param: string): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw wrong(param, 'must be a text or a list of text parts')
  const texts = content.map((part: unknown, index) => {
    const { type, text } = object(part, `${param}[${index}]`)
    if (type !== 'text' || typeof text !== 'string') throw wrong(`${param}[${index}]`, 'must be a text part')
    return text
  })
  return texts.join('')
}

function readRest(members: Members): Omit<CompletionRequest, 'prompt'> {
  text(members, 'model')
  number(members, 'n', { min: 1, max: 1, whole: true })
  const options = members.stream_options == null ? {} : object(members.stream_options, 'stream_options')
  return { wishes: readWishes(members), stream: flag(members, 'stream'), includeUsage: flag(options, 'include_usage') }
}

function readWishes(members: Members): Wishes {
  const many = { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true }
  const maxTokens = number(members, 'max_completion_tokens', many) ?? number(members, 'max_tokens', many)
  const seed = number(members, 'seed', { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, whole: true })
  return {
    temperature: number(members, 'temperature', { min: 0, max: 2 }) ?? 1,
    topP: number(members, 'top_p', { min: 0, max: 1 }) ?? 1,
    stop: readStop(members.stop),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    // The engine's seeds have 32 bits.
    ...(seed === undefined ? {} : { seed: seed >>> 0 }),
  }
}

function readStop(stop: unknown): string[] {
  const stops: unknown[] = stop == null ? [] : Array.isArray(stop) ? stop : [stop]
  const texts = stops.filter((text) => typeof text === 'string' && text !== '') as string[]
  if (texts.length < stops.length || stops.length > MOST_STOPS) {
    throw wrong('stop', `must be a text or a list of up to ${MOST_STOPS} texts, none empty`)
  }
  return texts
}

function object(value: unknown, param: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw wrong(param, 'must be an object')
}

function text(members: Members, name: string): string | undefined {
  const value = members[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw wrong(name, 'must be a text')
  return value
}

function flag(members: Members, name: string): boolean {
  const value = members[name] ?? false
  if (typeof value !== 'boolean') throw wrong(name, 'must be true or false')
  return value
}

function number(members: Members, name: string, { min, max, whole = false }: Range): number | undefined {
  const value = members[name] ?? undefined
  if (value === undefined) return undefined
  const fits = typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value))
  if (fits) return value
  const range = max === Number.MAX_SAFE_INTEGER ? (min === 1 ? ', at least 1' : '') : ` from ${min} to ${max}`
  throw wrong(name, `must be a ${whole ? 'whole ' : ''}number${range}`)
}

function wrong(param: string, message: string): Fault {
  return new Fault(400, `${param} ${message}`, { param })
}
