import { type LlamaModel, type Token, TokenBias } from 'node-llama-cpp'

/** What a request adds to the logits of single tokens, and takes from those that its answer has already. */
export interface Leanings {
  /** By the numbers of tokens. */
  bias?: ReadonlyMap<number, number>
  /** For each time that the answer has the token, and for having it at all. */
  frequencyPenalty?: number
  presencePenalty?: number
}

/** Of an answer, so many of the last tokens are counted: what the engine sets room aside for. */
const MOST_COUNTED = 4096

/** As options of the engine. */
export function leaningOptions(model: LlamaModel, leanings: Leanings, said: readonly Token[]) {
  const { bias, frequencyPenalty = 0, presencePenalty = 0 } = leanings
  const tokenBias = TokenBias.for(model)
  for (const [token, logit] of bias ?? []) tokenBias.set(token as Token, { logit })
  const penalties = { penalty: 1, frequencyPenalty, presencePenalty, maxPunishTokens: MOST_COUNTED }
  return {
    ...(bias?.size ? { tokenBias } : {}),
    ...(penalised(leanings) ? { repeatPenalty: { ...penalties, punishTokens: () => said.slice(-MOST_COUNTED) } } : {}),
  }
}

/** The same of likelihoods that the engine gave untouched, the likeliest first again. Pure. */
export function leaning<T extends number>(
  likelihoods: ReadonlyMap<T, number>,
  leanings: Leanings,
  said: readonly T[],
): ReadonlyMap<T, number> {
  const { bias, frequencyPenalty = 0, presencePenalty = 0 } = leanings
  if (!bias?.size && !penalised(leanings)) return likelihoods
  const times = new Map<T, number>()
  if (penalised(leanings)) for (const token of said.slice(-MOST_COUNTED)) times.set(token, (times.get(token) ?? 0) + 1)
  const added = (token: T) => {
    const count = times.get(token) ?? 0
    return (bias?.get(token) ?? 0) - count * frequencyPenalty - (count > 0 ? presencePenalty : 0)
  }
  const leant = [...likelihoods].map(([token, one]) => [token, one * Math.exp(added(token))] as const)
  return new Map(leant.sort(([, a], [, b]) => b - a))
}

const penalised = ({ frequencyPenalty = 0, presencePenalty = 0 }: Leanings) =>
  frequencyPenalty !== 0 || presencePenalty !== 0
