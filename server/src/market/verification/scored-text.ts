/** A token of a text as the reference model saw it coming, in nats. */
export interface ScoredToken {
  logprob: number
  /** Of the token that it held most likely there; undefined where its engine did not say. */
  best: number | undefined
}

/** Fewer tokens say too little: one near tie would decide. */
export const LEAST_TOKENS = 8
/** One token that no engine would choose, such as a stray special one, must not outweigh a whole text. */
const WORST = -12

/** What a text comes to, in nats a token. */
export interface TextScore {
  tokens: number
  /** Mean log-probability. */
  mean: number
  /** How far it falls below the most likely tokens in the mean; undefined where those are not known. */
  gap: number | undefined
  /** The share of tokens that were the most likely ones; undefined as `gap`. */
  first: number | undefined
}

/** Undefined where there are too few tokens. Pure. */
export function scoreOf(tokens: readonly ScoredToken[]): TextScore | undefined {
  if (tokens.length < LEAST_TOKENS) return undefined
  const mean = meanOf(tokens.map(({ logprob }) => Math.max(WORST, logprob)))
  const known = tokens.flatMap(({ logprob, best }) => (best === undefined ? [] : [{ logprob, best }]))
  const shown = { tokens: tokens.length, mean }
  if (known.length < tokens.length) return { ...shown, gap: undefined, first: undefined }
  const gaps = known.map(({ logprob, best }) => Math.min(-WORST, Math.max(0, best - logprob)))
  return { ...shown, gap: meanOf(gaps), first: gaps.filter((gap) => gap === 0).length / gaps.length }
}

/**
 * How much worse a suspect's text is than the reference's own to the same prompt, both under the reference: of greedy
 * ones by their distance to the most likely tokens, of sampled ones by the mean alone. The reference's own part is
 * taken off since it drifts too: its kernels and batches are not the same from one moment to the next. Pure.
 */
export function excessGap(
  suspect: TextScore,
  reference: TextScore | undefined,
  greedy: boolean,
): { kind: 'greedy_gap' | 'sampled_gap'; value: number } | undefined {
  if (greedy && suspect.gap !== undefined) {
    return { kind: 'greedy_gap', value: Math.max(0, suspect.gap - (reference?.gap ?? 0)) }
  }
  if (!reference) return undefined
  return { kind: 'sampled_gap', value: Math.max(0, reference.mean - suspect.mean) }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
