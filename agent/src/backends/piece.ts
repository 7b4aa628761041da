import type { PieceFacts, TokenLogprob } from '@mkt/schemas'

/** A piece of an answer as an engine gives it; one without facts is text of the answer. */
export interface Piece {
  text: string
  facts?: PieceFacts | undefined
}

/** What OpenAI-style engines put into a choice: of a stream its delta, else the whole message. */
export interface Said {
  content?: string | null
  reasoning_content?: string | null
  /** The same in vLLM's newer word, and OpenRouter's. */
  reasoning?: unknown
  tool_calls?: SaidCall[] | null
}
interface SaidCall {
  index?: number | null
  id?: string | null
  function?: { name?: string | null; arguments?: unknown } | null
}
export interface SaidChoice {
  delta?: Said | null
  message?: Said | null
  text?: string | null
  finish_reason?: string | null
  /** What it stopped at, a text or the number of a token, in vLLM's word ... */
  stop_reason?: unknown
  /** ... and SGLang's. */
  matched_stop?: unknown
  logprobs?: unknown
}

/** The text at which it stopped, where it was one and is said. */
export function stoppedAt({ stop_reason, matched_stop }: SaidChoice): string | undefined {
  const said = stop_reason ?? matched_stop
  return typeof said === 'string' ? said : undefined
}

const MOST_CALLS = 128

/** What is new with a choice, in the order in which models say it: thoughts, text, calls. */
export function piecesOf({ delta, message, text, logprobs }: SaidChoice): Piece[] {
  const said = delta ?? message ?? {}
  const pieces: Piece[] = []
  const thought = textOf(said.reasoning_content ?? said.reasoning)
  if (thought !== '') pieces.push({ text: thought, facts: { reasoning: true } })
  const content = textOf(said.content ?? text)
  const tokens = likelihoodsOf(logprobs)
  const calls = Array.isArray(said.tool_calls) ? said.tool_calls : []
  if (content !== '' || (tokens.length > 0 && pieces.length === 0 && calls.length === 0)) {
    pieces.push(tokens.length > 0 ? { text: content, facts: { logprobs: tokens } } : { text: content })
  }
  return [...pieces, ...calls.flatMap(pieceOfCall)]
}

function pieceOfCall(call: SaidCall, place: number): Piece[] {
  const index = Number.isInteger(call.index) ? (call.index as number) : place
  if (index < 0 || index >= MOST_CALLS) return []
  const { name, arguments: given } = call.function ?? {}
  // Some engines give the arguments as the object that they are.
  const text = typeof given === 'object' && given !== null ? JSON.stringify(given) : textOf(given)
  const begins = { ...named('id', call.id), ...named('name', name) }
  if (text === '' && Object.keys(begins).length === 0) return []
  return [{ text, facts: { tool_call: { index, ...begins } } }]
}

const named = (member: 'id' | 'name', value: unknown) =>
  typeof value === 'string' && value !== '' ? { [member]: value.slice(0, 200) } : {}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const MOST_TOKENS = 64
const MOST_TOP = 20
const MOST_CHARS = 512
/** What OpenAI says of a token that is as good as impossible; infinity is no number of JSON's. */
const NEVER = -9999

/** Likelihoods in the form of chats, or in that of completions; what is of neither form is none. */
function likelihoodsOf(said: unknown): TokenLogprob[] {
  if (typeof said !== 'object' || said === null) return []
  const { content, tokens, token_logprobs, top_logprobs } = said as Record<string, unknown>
  const entries = Array.isArray(content) ? content.map(asEntry) : ofTexts(tokens, token_logprobs, top_logprobs)
  return entries.every((entry) => entry !== undefined) ? (entries as TokenLogprob[]).slice(0, MOST_TOKENS) : []
}

function asEntry(value: unknown): TokenLogprob | undefined {
  const token = asToken(value)
  if (!token) return undefined
  const { top_logprobs } = value as { top_logprobs?: unknown }
  const top = (Array.isArray(top_logprobs) ? top_logprobs : []).map(asToken).filter((one) => one !== undefined)
  return { ...token, top_logprobs: top.slice(0, MOST_TOP) }
}

function asToken(value: unknown): Omit<TokenLogprob, 'top_logprobs'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { token, logprob, bytes } = value as Record<string, unknown>
  if (typeof token !== 'string' || token.length > MOST_CHARS) return undefined
  const likely = { token: token.toWellFormed(), logprob: asLogprob(logprob) }
  if (!Array.isArray(bytes) || bytes.length > MOST_CHARS || !bytes.every(isByte)) return likely
  return Buffer.from(bytes).equals(Buffer.from(token)) ? likely : { ...likely, bytes }
}

const isByte = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256
const asLogprob = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : NEVER)

/** The same of a whole text, in the form of completions; empty where it is of no form. */
export function tokensOfTexts(tokens: unknown, likely: unknown, top: unknown): TokenLogprob[] {
  const entries = ofTexts(tokens, likely, top)
  return entries.every((entry) => entry !== undefined) ? (entries as TokenLogprob[]) : []
}

function ofTexts(tokens: unknown, likely: unknown, top: unknown): (TokenLogprob | undefined)[] {
  if (!Array.isArray(tokens) || !Array.isArray(likely)) return []
  return tokens.map((token, at) => {
    const others = Array.isArray(top) && typeof top[at] === 'object' && top[at] !== null ? Object.entries(top[at]) : []
    const top_logprobs = others.map(([name, logprob]) => ({ token: name, logprob }))
    return asEntry({ token, logprob: likely[at], top_logprobs })
  })
}
