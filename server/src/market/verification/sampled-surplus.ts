import type { ScoredToken } from './scored-text.ts'

/** Less of a distribution than its five likeliest tokens says too little of it. */
const LEAST_SHOWN = 5
/** As many as agents ask for. Some engines show the text's own token beside them: it must not be told apart. */
const SHOWN = 19
/** What is added to the spread: one token in a text of which the reference was nearly certain is no sign yet. */
const ONE_TOKEN = 4

/**
 * By how many of its own standard deviations a sampled text is less likely than texts are that the reference samples:
 * about normal, mean 0, of an honest host, whatever the prompt, and far above it where another model chose the tokens.
 * No text of the reference's is needed, and so none of that one's luck is in it, which is most of what two sampled
 * texts differ by.
 *
 * At each place the reference shows its likeliest tokens; all others together are one more thing that may come there,
 * which stands for a likelihood just below the last one shown. So expectation and spread of what comes are known
 * exactly from what is shown, and of each place the difference of what came to what was to be expected has mean zero.
 * Undefined where too little is shown, or the temperature is above one: what it makes of the others is not known then.
 * Below one it makes less of them than is taken here, which speaks for the host. Pure.
 */
export function lackOf(tokens: readonly ScoredToken[], temperature: number): number | undefined {
  if (!(temperature > 0 && temperature <= 1)) return undefined
  let [surplus, variance] = [0, ONE_TOKEN]
  for (const token of tokens) {
    const expected = token.top && expectation(token.top.slice(0, SHOWN), temperature)
    if (!expected) return undefined
    surplus += (token.logprob >= expected.last ? token.logprob : expected.others) - expected.mean
    variance += expected.variance
  }
  return -surplus / Math.sqrt(variance)
}

/** Mean and variance of the log-likelihood of what is sampled at a place. */
function expectation(top: readonly number[], temperature: number) {
  const last = top.at(-1)
  if (last === undefined || top.length < LEAST_SHOWN) return undefined
  const left = Math.max(0, 1 - top.reduce((sum, logprob) => sum + Math.exp(logprob), 0))
  const others = last - 1
  const weights = top.map((logprob) => Math.exp(logprob / temperature))
  // None of the others is likelier than the last one shown.
  const ofOthers = left * Math.exp(last * (1 / temperature - 1))
  const total = weights.reduce((sum, weight) => sum + weight, ofOthers)
  const mean = weights.reduce((sum, weight, at) => sum + weight * (top[at] as number), ofOthers * others) / total
  const square = weights.reduce((sum, weight, at) => sum + weight * (top[at] as number) ** 2, ofOthers * others ** 2)
  return { mean, variance: Math.max(0, square / total - mean * mean), others, last }
}
