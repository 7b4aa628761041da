/** How likely the model holds a token at its place; the temperature and top_p of a request do not change it. */
export interface Likelihood<Token> {
  token: Token
  logprob: number
  /** 1 is the likeliest. */
  rank: number
  /** The likeliest tokens of the place, as many as were asked for. */
  top: readonly Alternative<Token>[]
}

export interface Alternative<Token> {
  token: Token
  logprob: number
}

/** OpenAI's word for a token that is as good as impossible: JSON has no infinity. */
const NEVER = -9999

/** `probabilities` come likeliest first, as llama.cpp gives them. */
export function likelihoodOf<Token>(token: Token, probabilities: ReadonlyMap<Token, number>, most: number) {
  const own = probabilities.get(token) ?? 0
  const top: Alternative<Token>[] = []
  let likelier = 0
  for (const [other, probability] of probabilities) {
    if (top.length < most) top.push({ token: other, logprob: logOf(probability) })
    else if (probability <= own) break
    if (probability > own) likelier++
  }
  return { token, logprob: logOf(own), rank: likelier + 1, top } satisfies Likelihood<Token>
}

/**
 * The engine has sampled at this temperature already, from all tokens that it might take: the likelihoods that the
 * model itself has are its own to the power of the temperature, made to sum to 1 again.
 */
export function withoutTemperature<Token>(probabilities: ReadonlyMap<Token, number>, temperature: number) {
  if (temperature === 0 || temperature === 1) return probabilities
  const raised = [...probabilities].map(([token, probability]) => [token, probability ** temperature] as const)
  const sum = raised.reduce((total, [, probability]) => total + probability, 0)
  return new Map(raised.map(([token, probability]) => [token, probability / sum]))
}

const logOf = (probability: number) => (probability > 0 ? Math.log(probability) : NEVER)
