import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { Prompt } from './prompt.ts'
import { StopStrings } from './stop-strings.ts'
import { TokenText } from './token-text.ts'

export interface Wishes {
  maxTokens?: number
  temperature: number
  topP: number
  seed?: number
  stop: readonly string[]
}

export interface Listener {
  /** Fires when nobody wants the rest: the generation rejects with its reason at the next token. */
  signal: AbortSignal
  /** Awaited, so that a slow reader slows the generation. */
  onText: (text: string) => void | Promise<void>
}

export interface Outcome {
  finishReason: 'stop' | 'length'
  promptTokens: number
  /** Tokens generated, without the one that ends the text. */
  completionTokens: number
}

// A prompt goes in by steps of this many tokens, so that a dropped request is noticed between them.
const PROMPT_STEP = 256

/** Generates until the model ends, a stop string comes, or max_tokens or the context is used up. */
export async function generate(
  sequence: LlamaContextSequence,
  prompt: Prompt,
  wishes: Wishes,
  { signal, onText }: Listener,
): Promise<Outcome> {
  await sequence.clearHistory()
  const last = await enterPrompt(sequence, prompt.tokens, signal)
  const detokenize = (tokens: readonly Token[], before: readonly Token[]) =>
    sequence.model.detokenize(tokens, false, before)
  const text = new TokenText(detokenize, prompt.tokens)
  const stops = new StopStrings([...wishes.stop, ...prompt.stopStrings])
  const limit = Math.min(wishes.maxTokens ?? Number.POSITIVE_INFINITY, sequence.contextSize - prompt.tokens.length)
  const outcome: Outcome = { finishReason: 'stop', promptTokens: prompt.tokens.length, completionTokens: 0 }
  const say = async (certain: string) => {
    if (certain !== '') await onText(certain)
  }
  for await (const token of sequence.evaluate(last, sampling(wishes))) {
    signal.throwIfAborted()
    if (prompt.stopTokens.has(token)) break
    outcome.completionTokens++
    await say(stops.pass(text.add(token)))
    if (stops.stopped) break
    if (outcome.completionTokens < limit) continue
    outcome.finishReason = 'length'
    break
  }
  await say(stops.end())
  return outcome
}

/** Evaluates all but the last step of the prompt, which is left for the generation to begin with. */
async function enterPrompt(sequence: LlamaContextSequence, tokens: Token[], signal: AbortSignal): Promise<Token[]> {
  let start = 0
  for (; start + PROMPT_STEP < tokens.length; start += PROMPT_STEP) {
    signal.throwIfAborted()
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, start + PROMPT_STEP))
  }
  signal.throwIfAborted()
  return tokens.slice(start)
}

function sampling({ temperature, topP, seed }: Wishes) {
  return { temperature, topP, ...(seed === undefined ? {} : { seed }) }
}
