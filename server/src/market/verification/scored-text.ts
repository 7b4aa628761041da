/** A token of a text as the reference model saw it coming, in nats. */
export interface ScoredToken {
  logprob: number
  /** Of the token that it held most likely there; undefined where its engine did not say. */
  best: number | undefined
  /** The likeliest tokens there, likeliest first, where its engine showed them. */
  top?: readonly number[] | undefined
}

/** Fewer tokens say too little: one near tie would decide. */
export const LEAST_TOKENS = 8
/** One token that no engine would choose, such as a stray special one, must not outweigh a whole text. */
const WORST = -12
/**
 * Two tokens as near as this are one to an engine that rounds: on an H100 none of 24,576 greedy tokens of fp16, one of
 * bf16 and nine of int8 lie further below the reference's likeliest; of 4 bits 36 in 1,000 do.
 */
const NEAR_TIE = 0.1

/** What a text comes to. */
export interface TextScore {
  tokens: number
  /** Mean log-probability, in nats a token. */
  mean: number
  /** Tokens that are not the most likely ones, near ties aside; undefined where those are not known. */
  missed: number | undefined
}

/** Undefined where there are too few tokens. Pure. */
export function scoreOf(tokens: readonly ScoredToken[]): TextScore | undefined {
  if (tokens.length < LEAST_TOKENS) return undefined
  const mean = meanOf(tokens.map(({ logprob }) => Math.max(WORST, logprob)))
  const known = tokens.every(({ best }) => best !== undefined)
  const misses = tokens.filter(({ logprob, best = logprob }) => best - logprob > NEAR_TIE)
  return { tokens: tokens.length, mean, missed: known ? misses.length : undefined }
}

/** A single one is no sign of anything, however short the text. */
const FREE = 1
/** Where the reference is nearly certain of all it samples, no difference is a large part of what it has. */
const LEAST_NATS = 0.3

/**
 * How much worse a suspect's text is than the reference's own to the same prompt, both under the reference: of greedy
 * ones by the share of missed tokens, of sampled ones by the mean. The reference's own part is taken off since it
 * drifts too: its kernels and batches are not the same from one moment to the next. Pure.
 */
export function excessOf(
  suspect: TextScore,
  reference: TextScore | undefined,
  greedy: boolean,
): { kind: 'greedy_misses' | 'sampled_gap'; value: number } | undefined {
  if (greedy && suspect.missed !== undefined) {
    const drift = (reference?.missed ?? 0) / (reference?.tokens ?? 1)
    const share = Math.max(0, suspect.missed - FREE) / suspect.tokens
    return { kind: 'greedy_misses', value: Math.max(0, share - drift) }
  }
  if (!reference || greedy) return undefined
  const usual = Math.max(LEAST_NATS, -reference.mean)
  return { kind: 'sampled_gap', value: (reference.mean - suspect.mean) / usual }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
