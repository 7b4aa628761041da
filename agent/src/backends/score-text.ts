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
  const ask = async (path: string, body: object) => {
    const response = await call.open(`${scoring.base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(scoring.key) },
      body: JSON.stringify({ ...shared, ...body }),
    })
    return read(await response.text())
  }
  const { tokens, usage } = scoring.chat
    ? await scoredChat(ask, chatOf({ ...request, prefix: text }))
    : ofEcho(await ask('completions', { prompt: request.input_text + text, echo: true, logprobs: ALTERNATIVES }))
  call.sawDone = true
  const own = tokensOfText(tokens, text)
  if (own.length === 0) throw new EngineError('engine_error', engineFaults.noScores)
  yield { pieces: piecesOfTokens(own), finish: 'stop', usage: { ...usageOf(usage), completion_tokens: 0 } }
}

/** How many of the likeliest tokens are asked for at each place; with the token itself they are as many as fit. */
const ALTERNATIVES = 19

type Ask = (path: string, body: object) => Promise<Said | undefined>
interface Scores {
  tokens: TokenLogprob[]
  usage: Said['usage']
}

/**
 * Engines say the tokens of a prompt as an object by their numbers, in which a text's own token cannot be told from the
 * likeliest: so it is asked for alone first.
 */
async function scoredChat(ask: Ask, messages: unknown): Promise<Scores> {
  const alone = await ask('chat/completions', { messages, ...AS_IT_STANDS, prompt_logprobs: 0 })
  const own = placesOf(alone).map((place) => Object.values(place)[0])
  const more = await ask('chat/completions', { messages, ...AS_IT_STANDS, prompt_logprobs: ALTERNATIVES })
  const tops = placesOf(more).map(likeliest)
  const named = own.map((token) => token?.decoded_token ?? '')
  const tokens = tokensOfTexts(
    named,
    own.map((token) => token?.logprob),
    [],
  )
  return { tokens: tokens.map((token, at) => ({ ...token, top_logprobs: tops[at] ?? [] })), usage: alone?.usage }
}

function likeliest(place: Record<string, Place>): TokenLogprob['top_logprobs'] {
  return Object.values(place).flatMap(({ logprob, rank, decoded_token: token }) =>
    typeof token === 'string' && typeof logprob === 'number' && typeof rank === 'number' && rank <= ALTERNATIVES
      ? [{ token: token.slice(0, 512), logprob }]
      : [],
  )
}

function read(text: string): Said | undefined {
  try {
    return (JSON.parse(text) as Said | null) ?? undefined
  } catch {
    return undefined
  }
}

const AS_IT_STANDS = { continue_final_message: true, add_generation_prompt: false }

interface Said {
  choices?: { logprobs?: { tokens?: unknown; token_logprobs?: unknown; top_logprobs?: unknown } | null }[]
  prompt_logprobs?: unknown
  usage?: SaidUsage | null
}

function ofEcho(said: Said | undefined): Scores {
  const { tokens, token_logprobs, top_logprobs } = said?.choices?.[0]?.logprobs ?? {}
  return { tokens: tokensOfTexts(tokens, token_logprobs, top_logprobs), usage: said?.usage }
}

const placesOf = (said: Said | undefined): Record<string, Place>[] =>
  Array.isArray(said?.prompt_logprobs)
    ? said.prompt_logprobs.map((place: unknown) => (typeof place === 'object' && place !== null ? { ...place } : {}))
    : []

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
