import type { Market } from '../deps.ts'
import { readOptions } from '../jobs/options.ts'
import { jobOutput } from '../jobs/output.ts'
import type { JobRow } from '../jobs/store.ts'
import type { Noting } from '../jobs/submit.ts'
import { contentOf, hasThoughts, readPiece } from '../pieces/piece.ts'
import { buy } from './buy-job.ts'
import type { Reference } from './candidate-store.ts'
import { readTokens } from './check-price.ts'
import type { ScoredToken } from './scored-text.ts'
import type { VerificationSettings } from './settings.ts'

/**
 * Has a trusted host say how likely its model finds the text of a job, and notes where; undefined where that cannot be
 * had. A text behind thoughts is likely
 * only behind them, and templates put words around those that no host is told: it is not read.
 */
export async function buyReading(
  market: Market,
  settings: VerificationSettings,
  scorer: Reference,
  { job_id, input_text, options_json, tokens_generated }: JobRow,
  noting: Noting,
): Promise<string | undefined> {
  const pieces = (await jobOutput(market.database, job_id)) ?? []
  const text = contentOf(pieces)
  if (text === '' || hasThoughts(pieces)) return undefined
  const { messages, raw } = readOptions(options_json)
  const most = Math.min(scorer.max_tokens, Buffer.byteLength(text) + 1, readTokens(tokens_generated))
  const submission = { input_text, max_tokens: most, temperature: 0 }
  const options = { messages, raw: raw ?? false, score: { text }, needs: ['scoring', 'logprobs'] as const }
  return await buy(market, settings, scorer, { submission, options, noting })
}

/** What it said. */
export function tokensOf(pieces: readonly string[]): ScoredToken[] {
  return pieces
    .flatMap((piece) => readPiece(piece).logprobs ?? [])
    .map(({ logprob, top_logprobs: top }) => ({
      logprob,
      best: top.length === 0 ? undefined : top.reduce((most, { logprob: one }) => Math.max(most, one), logprob),
      top: top.map(({ logprob: one }) => one).sort((a, b) => b - a),
    }))
}

/** Whether its tokens are not the model's likeliest ones at temperature 0 either: a reading knows no penalties. */
export function isPenalised({ options_json }: Pick<JobRow, 'options_json'>): boolean {
  const { frequency_penalty, presence_penalty, logit_bias } = readOptions(options_json)
  return Boolean(frequency_penalty || presence_penalty || Object.keys(logit_bias ?? {}).length > 0)
}

/** Whether nothing but the temperature says how its tokens are sampled. */
export function samplesPlainly(job: Pick<JobRow, 'options_json'>): boolean {
  const { top_p = 1, top_k, min_p } = readOptions(job.options_json)
  return top_p === 1 && !top_k && !min_p && !isPenalised(job)
}
