import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { type Likelihood, likelihoodOf } from './likelihood.ts'

// The engine shows the likelihoods of the whole vocabulary at each place: so few places at once stay within 100 MB.
const STEP = 8

/**
 * How likely the model holds each token of a given text behind those before it (teacher forcing): one pass, nothing is
 * generated. The first token has no likelihood, since nothing is before it. The last one is not entered into the
 * sequence: generation may begin with it.
 */
export async function scoreTokens(
  sequence: LlamaContextSequence,
  tokens: readonly Token[],
  most: number,
  signal: AbortSignal,
): Promise<(Likelihood<Token> | null)[]> {
  await sequence.clearHistory()
  const scores: (Likelihood<Token> | null)[] = [null]
  const entered = tokens.slice(0, -1)
  for (let start = 0; start < entered.length; start += STEP) {
    signal.throwIfAborted()
    const step = entered.slice(start, start + STEP)
    const results = await sequence.controlledEvaluate(step.map((token) => [token, SHOWN]))
    for (const [index, result] of results.entries()) {
      const next = tokens[start + index + 1]
      const probabilities = result?.next.probabilities
      if (next === undefined || !probabilities) throw new Error('the engine showed no likelihoods')
      scores.push(likelihoodOf(next, probabilities, most))
    }
  }
  return scores
}

const SHOWN = { generateNext: { probabilities: true, options: { temperature: 0 } } } as const
