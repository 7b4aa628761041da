import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { AnswerText, type Certain } from './answer-text.ts'
import type { Likelihood } from './likelihood.ts'
import type { Prompt } from './prompt.ts'
import { type TokenWishes, tokens } from './tokens.ts'

export interface Wishes extends TokenWishes {
  maxTokens?: number
  stop: readonly string[]
}

/** A piece of an answer's text, with the likelihoods of its tokens where they were asked for. */
export type Piece = Certain<Likelihood<Token>>

export interface Listener {
  /** Fires when nobody wants the rest: the generation rejects with its reason at the next token. */
  signal: AbortSignal
  /** Awaited, so that a slow reader slows the generation. */
  onPiece: (piece: Piece) => void | Promise<void>
}

export interface Outcome {
  finishReason: 'stop' | 'length' | 'tool_calls'
  promptTokens: number
  /** Those of them that were read before, where such are kept. */
  cachedTokens?: number
  /** Tokens generated, without the one that ends the text. */
  completionTokens: number
  /** The one of the caller's stop strings before which it ended. */
  stopped?: string
}

/** How a text ended, and what it consists of. */
export interface Generated {
  finishReason: 'stop' | 'length'
  tokens: Token[]
  /** The stop string or token before which it ended, where one did. */
  found?: string | Token | undefined
}

// A prompt goes in by steps of this many tokens, so that a dropped request is noticed between them.
const PROMPT_STEP = 256

/** Generates until the model ends, a stop string comes, or max_tokens or the context is used up. */
export async function generate(
  sequence: LlamaContextSequence,
  prompt: Prompt,
  wishes: Wishes,
  { signal, onPiece }: Listener,
): Promise<Generated> {
  const limit = Math.min(wishes.maxTokens ?? Number.POSITIVE_INFINITY, sequence.contextSize - prompt.tokens.length)
  if (limit <= 0) return { finishReason: 'length', tokens: [] }
  const last = await enterPrompt(sequence, prompt.tokens, signal)
  const detokenize = (some: readonly Token[], before: readonly Token[]) =>
    sequence.model.detokenize(some, false, before)
  const text = new AnswerText<Token, Likelihood<Token>>(detokenize, prompt.tokens, [
    ...wishes.stop,
    ...prompt.stopStrings,
  ])
  const say = async (piece: Piece) => {
    if (piece.text !== '' || piece.likelihoods.length > 0) await onPiece(piece)
  }
  const generated: Generated = { finishReason: 'stop', tokens: [] }
  for await (const spoken of tokens(sequence, last, wishes)) {
    signal.throwIfAborted()
    if (prompt.stopTokens.has(spoken.token)) {
      generated.found = spoken.token
      break
    }
    generated.tokens.push(spoken.token)
    await say(text.add(spoken))
    if (text.stopped) break
    if (generated.tokens.length < limit) continue
    generated.finishReason = 'length'
    break
  }
  await say(text.end())
  return { found: text.found, ...generated }
}

/** Evaluates all but the last step of the prompt, which is left for the generation to begin with. */
async function enterPrompt(sequence: LlamaContextSequence, all: Token[], signal: AbortSignal): Promise<Token[]> {
  // What is there of it stays: a text that was scored, or a call that goes on from a text.
  await sequence.adaptStateToTokens(all.slice(0, -1), false)
  let start = sequence.nextTokenIndex
  for (; start + PROMPT_STEP < all.length; start += PROMPT_STEP) {
    signal.throwIfAborted()
    await sequence.evaluateWithoutGeneratingNewTokens(all.slice(start, start + PROMPT_STEP))
  }
  signal.throwIfAborted()
  return all.slice(start)
}
