import type { FinishReason } from '@mkt/schemas'
import type { LiveStream } from '../../live/streams.ts'
import { maskOf } from '../../storage/capability-mask.ts'
import type { Market } from '../deps.ts'
import { isCut, type Misfit, misfitOf } from '../formats/answer-fault.ts'
import { readOptions } from '../jobs/options.ts'
import { billedTokens } from '../jobs/price.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import { answerOf } from '../pieces/answer.ts'
import type { Delivery } from './charge-delivered.ts'

const JUDGED = maskOf(['tools', 'json_schema', 'logprobs', 'embeddings', 'rerank'])

/**
 * Whether an answer is what its buyer asked for, where that can be told: `misfit` says why it is not. Of those that
 * have their form and do not fit the buyer's schema, so many are for nothing; any other is taken as it is. `judged`:
 * the job of an answer that was found to fit.
 */
export async function judgeAnswer(
  market: Market,
  stream: LiveStream,
  { pieces, engine_tokens }: Delivery,
  finish: FinishReason,
): Promise<{ misfit?: Misfit; judged?: JobRow }> {
  if ((stream.needs & JUDGED) === 0) return {}
  const job = await jobById(market.database, stream.job_id)
  if (!job) return {}
  const { user_id, price_nano, max_tokens } = job
  const cut = isCut(finish, Math.max(engine_tokens ?? 0, pieces.length), max_tokens)
  const answer = answerOf(stream.job_id, pieces)
  const checks = (schema: Record<string, unknown>, text: string) => market.schemaChecks.misfit(user_id, schema, text)
  const misfit = await misfitOf(checks, readOptions(job.options_json), answer, cut)
  if (!misfit) return { judged: job }
  const tokens = billedTokens({ engine_tokens, pieces, max_tokens })
  if (!misfit.form && !market.unfit.take(user_id, BigInt(tokens) * (price_nano ?? 0n))) return {}
  return { misfit }
}
