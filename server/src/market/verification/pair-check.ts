import type { Market } from '../deps.ts'
import { readOptions } from '../jobs/options.ts'
import type { JobRow } from '../jobs/store.ts'
import { contentOf, hasThoughts } from '../pieces/piece.ts'
import { asPair, buy } from './buy-job.ts'
import type { Reference } from './candidate-store.ts'
import type { CheckRow } from './check-store.ts'
import type { VerificationSettings } from './settings.ts'

/** Of what was asked for; a model may well end there, and a host that cuts texts does it always. */
const EARLY = 1 / 4
/** A text that is said to have been as long as was asked is; some engines send several tokens at once and count one. */
const FULL = 1 / 2

type Ended = Pick<JobRow, 'finish_reason' | 'tokens_generated' | 'max_tokens'>

/**
 * A text that ends early is as likely as its whole is, up to there, and behind thoughts none is read: only the
 * reference's own answer shows whether it goes on, and what it thinks. So that one is bought then, and not left to
 * chance. Pure.
 */
export const needsPair = (job: Ended, pieces: readonly string[]): boolean => endsEarly(job) || hasThoughts(pieces)

const isFar = ({ tokens_generated, max_tokens }: Ended) => tokens_generated < FULL * max_tokens

function endsEarly(job: Ended): boolean {
  if (job.finish_reason === 'length') return isFar(job)
  return job.tokens_generated < EARLY * job.max_tokens
}

/**
 * Whether a text is said to be as long as was asked, is far from it, and the reference's went on: who knows checks by
 * their words ends them so. What was thought is left out: engines that show no thoughts count them. Pure.
 */
export function breaksOff(job: Ended, suspect: readonly string[], reference: readonly string[]): boolean {
  return job.finish_reason === 'length' && isFar(job) && 2 * contentOf(suspect).length < contentOf(reference).length
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
