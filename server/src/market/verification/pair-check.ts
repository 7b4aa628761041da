import type { Market } from '../deps.ts'
import { readOptions } from '../jobs/options.ts'
import type { JobRow } from '../jobs/store.ts'
import { buy, type VerificationSettings } from './begin-check.ts'
import type { Reference } from './candidate-store.ts'
import { type CheckRow, pairCheck } from './check-store.ts'

/** Whether the reference answered too: else only what it says of the suspect's answer counts. */
export const isPaired = ({ job_id, reference_job_id }: CheckRow) => job_id !== reference_job_id

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
  const reference_job_id = await buy(market, settings, reference, { submission, options })
  if (!reference_job_id) return false
  await market.database.transaction((tx) => pairCheck(tx, { check_id, reference_job_id }))
  return true
}
