import type { TokenLogprob } from '@mkt/schemas'
import { engineFaults } from '../words/engine-faults.ts'
import type { EngineCall } from './engine-call.ts'
import { EngineError } from './engine-error.ts'
import { bearer } from './engine-url.ts'
import { chatOf, type GenerateRequest } from './generate-request.ts'
import type { Chunk } from './generation.ts'
import { type Piece, tokensOfTexts } from './piece.ts'
import { type SaidUsage, usageOf } from './usage.ts'

/**
 * How likely the engine's model holds each token of a given text as the answer to a prompt: nothing is generated but
 * the one token that some engines insist on. A text that is to be continued goes with its prompt to completions, which
 * echo both with their likelihoods; an answer to a chat stands in the chat, under the engine's own template, since
 * under another one an honest answer looks odd: vLLM's `prompt_logprobs`.
 */
export interface Scoring {
  /** With /v1. */
  base: string
  chat: boolean
  key: string | undefined
  /** As the engine calls it. */
  model: string
}

/** A piece holds the likelihoods of so many tokens at most. */
const TOKENS_A_PIECE = 64

export async function* scoredChunks(
  call: EngineCall,
  request: GenerateRequest & { score: { text: string } },
  scoring: Scoring,
): AsyncGenerator<Chunk> {
  const { text } = request.score
  const shared = { model: scoring.model, max_tokens: 1, temperature: 0, stream: false }
  const [path, body] = scoring.chat
    ? ['chat/completions', { ...shared, messages: chatOf({ ...request, prefix: text }), ...AS_IT_STANDS }]
    : ['completions', { ...shared, prompt: request.input_text + text, echo: true, logprobs: 1 }]
  const response = await call.open(`${scoring.base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(scoring.key) },
    body: JSON.stringify(body),
  })
  const said = read(await response.text())
  call.sawDone = true
  const tokens = tokensOfText(scoring.chat ? ofPrompt(said?.prompt_logprobs) : ofEcho(said), text)
  if (tokens.length === 0) throw new EngineError('engine_error', engineFaults.noScores)
  const usage = { ...usageOf(said?.usage), completion_tokens: 0 }
  yield { pieces: piecesOfTokens(tokens), finish: 'stop', usage }
}

function read(text: string): Said | undefined {
  try {
    return (JSON.parse(text) as Said | null) ?? undefined
  } catch {
    return undefined
  }
}

const AS_IT_STANDS = { continue_final_message: true, add_generation_prompt: false, prompt_logprobs: 1 }

interface Said {
  choices?: { logprobs?: { tokens?: unknown; token_logprobs?: unknown; top_logprobs?: unknown } | null }[]
  prompt_logprobs?: unknown
  usage?: SaidUsage | null
}

function ofEcho(said: Said | undefined): TokenLogprob[] {
  const { tokens, token_logprobs, top_logprobs } = said?.choices?.[0]?.logprobs ?? {}
  return tokensOfTexts(tokens, token_logprobs, top_logprobs)
}

/** Each place says its own token and, where that is another, the likeliest one. */
function ofPrompt(said: unknown): TokenLogprob[] {
  if (!Array.isArray(said)) return []
  const places = said.map((place: unknown) =>
    typeof place === 'object' && place !== null ? (Object.values(place) as Place[]) : [],
  )
  const own = places.map((of) => of.find(({ rank }) => rank !== 1) ?? of[0])
  const likely = places.map((of) =>
    Object.fromEntries(of.map(({ decoded_token, logprob }) => [decoded_token, logprob])),
  )
  return tokensOfTexts(
    own.map((token) => token?.decoded_token ?? ''),
    own.map((token) => token?.logprob),
    likely,
  )
}

interface Place {
  logprob?: unknown
  rank?: unknown
  decoded_token?: string
}

/**
 * The last of the tokens, those that make up the text: found from its end, since what stands before it, a template or a
 * sign of the beginning, is the engine's own. The token that was generated behind it is left out.
 */
export function tokensOfText(tokens: readonly TokenLogprob[], text: string): TokenLogprob[] {
  const joined = tokens.map(({ token }) => token).join('')
  const before = joined.endsWith(text) ? tokens : tokens.slice(0, -1)
  let left = text.length
  let first = before.length
  while (first > 0) {
    const { length } = (before[first - 1] as TokenLogprob).token
    if (length > left) break
    left -= length
    first -= 1
  }
  return before.slice(first).filter(({ token }) => token !== '')
}

function piecesOfTokens(tokens: readonly TokenLogprob[]): Piece[] {
  const starts = Array.from({ length: Math.ceil(tokens.length / TOKENS_A_PIECE) }, (_, at) => at * TOKENS_A_PIECE)
  return starts.map((start) => {
    const logprobs = tokens.slice(start, start + TOKENS_A_PIECE)
    return { text: logprobs.map(({ token }) => token).join(''), facts: { logprobs } }
  })
}
