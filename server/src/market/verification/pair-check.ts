import type { Market } from '../deps.ts'
import { readOptions } from '../jobs/options.ts'
import type { JobRow } from '../jobs/store.ts'
import { asPair, buy } from './buy-job.ts'
import type { Reference } from './candidate-store.ts'
import type { CheckRow } from './check-store.ts'
import type { VerificationSettings } from './settings.ts'

/** Of what was asked for; a model may well end there, and a host that cuts texts does it always. */
const EARLY = 1 / 4

/**
 * A text that ends early is as likely as its whole is, up to there: only the reference's own answer shows whether it
 * goes on. So that one is bought then, and not left to chance. Pure.
 */
export function endsEarly({ finish_reason, tokens_generated, max_tokens }: JobRow): boolean {
  return finish_reason === 'stop' && tokens_generated < EARLY * max_tokens
}

/** Buys the reference's answer to the same. False where that cannot be had: then the check goes on without. */
export async function pairLater(
  market: Market,
  settings: VerificationSettings,
  { check_id }: CheckRow,
  { job, reference }: { job: JobRow; reference: Reference },
): Promise<boolean> {
  const { messages, raw, ...sampling } = readOptions(job.options_json)
  const { input_text, temperature, max_tokens } = job
  const submission = { ...sampling, input_text, temperature, max_tokens }
  const options = { ...(messages ? { messages } : {}), ...(raw ? { raw } : {}) }
  return (await buy(market, settings, reference, { submission, options, noting: asPair(check_id) })) !== undefined
}
