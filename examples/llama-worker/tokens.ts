import { type LlamaContextSequence, type LlamaGrammar, LlamaGrammarEvaluationState, type Token } from 'node-llama-cpp'
import { type Sampling, tokenChooser } from './choose-token.ts'
import { type Leanings, leaning, leaningOptions } from './leanings.ts'
import { type Likelihood, likelihoodOf, withoutTemperature } from './likelihood.ts'

export interface TokenWishes extends Sampling, Leanings {
  /** How many alternatives are told beside each token; undefined tells no likelihoods. */
  likelihoods?: number
  /** What the text has to be; the end of the text comes where it is whole. */
  grammar?: LlamaGrammar
}

export interface Spoken {
  token: Token
  likelihood?: Likelihood<Token>
}

/** The tokens that a model says after `last`, which enters the sequence first, without the one that ends the text. */
export async function* tokens(
  sequence: LlamaContextSequence,
  last: Token[],
  wishes: TokenWishes,
): AsyncGenerator<Spoken> {
  const said: Token[] = []
  for await (const spoken of nextTokens({ sequence, last, said }, wishes)) {
    said.push(spoken.token)
    yield spoken
  }
}

interface Place {
  sequence: LlamaContextSequence
  last: Token[]
  /** What came of the text by now. */
  said: readonly Token[]
}

async function* nextTokens(place: Place, wishes: TokenWishes): AsyncGenerator<Spoken> {
  const { likelihoods, grammar } = wishes
  const { sequence, last, said } = place
  if (likelihoods === undefined) {
    for await (const token of sequence.evaluate(last, options(sequence, wishes, said))) yield { token }
  } else if (grammar) yield* boundTokens(place, wishes, likelihoods)
  else yield* chosenTokens(place, wishes, likelihoods)
}

/** The likelihoods of what a grammar allows, since others the engine does not show. */
async function* boundTokens({ sequence, last, said }: Place, wishes: TokenWishes, most: number) {
  const { temperature } = wishes
  // Tokens that are cut away here would have no likelihood.
  const uncut = options(sequence, { ...wishes, topP: 1, topK: 0, minP: 0 }, said)
  for await (const { token, probabilities } of sequence.evaluateWithMetadata(last, { probabilities: true }, uncut)) {
    yield { token, likelihood: likelihoodOf(token, withoutTemperature(probabilities, temperature), most) }
  }
}

async function* chosenTokens({ sequence, last, said }: Place, wishes: TokenWishes, most: number) {
  const choose = tokenChooser(wishes)
  const likeliest = { temperature: 0, yieldEogToken: true } as const
  const steps = sequence.evaluateWithMetadata(last, { probabilities: true }, likeliest)
  let step = await steps.next()
  try {
    while (!step.done) {
      const { probabilities } = step.value
      const token = choose(leaning(probabilities, wishes, said))
      if (sequence.model.isEogToken(token)) return
      yield { token, likelihood: likelihoodOf(token, probabilities, most) }
      step = await steps.next(token)
    }
  } finally {
    await steps.return()
  }
}

function options(sequence: LlamaContextSequence, wishes: TokenWishes, said: readonly Token[]) {
  const { temperature, topP, topK = 0, minP = 0, seed, grammar } = wishes
  const { model } = sequence
  return {
    temperature,
    topP,
    // The engine's own default would be the 40 likeliest.
    topK,
    minP,
    ...(seed === undefined ? {} : { seed }),
    ...leaningOptions(sequence.model, wishes, said),
    ...(grammar ? { grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }) } : {}),
  }
}
