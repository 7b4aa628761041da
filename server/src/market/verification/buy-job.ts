import type { Submission } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { type Noting, type SubmitOptions, submit } from '../jobs/submit.ts'
import type { Reference } from './candidate-store.ts'
import { one } from './chance.ts'
import { costAt } from './check-price.ts'
import { pairCheck } from './check-store.ts'
import type { DrawnJob } from './draw-job.ts'
import { buyersWith, fund } from './pay-buyers.ts'
import type { VerificationSettings } from './settings.ts'

/** What is asked of a host, and what is written of it with the job. */
interface Purchase {
  submission: DrawnJob['submission']
  options: SubmitOptions
  noting: Noting
}

/**
 * Submits a job to one host by the same path as a customer's, paid from fees, and notes in the same transaction what it
 * is for: a server that dies in between would buy it again. Undefined where that cannot be: the budget is spent, the
 * host is not there any more, or another server bought the same.
 */
export async function buy(
  market: Market,
  settings: VerificationSettings,
  host: Pick<Reference, 'host_id' | 'model' | 'price_nano' | 'input_price_nano'>,
  { submission, options, noting }: Purchase,
): Promise<string | undefined> {
  const { price_nano, input_price_nano } = host
  const cost = costAt(host, submission)
  const buyer = one(await buyersWith(market, cost), settings.chance)
  if (!(await market.database.transaction((tx) => fund(tx, market, buyer, cost, settings.share)))) return undefined
  const prices = { max_price_per_token: price_nano, max_price_per_input_token: input_price_nano }
  const whole: Submission = { ...submission, ...prices, model: host.model, hosts: { only: [host.host_id] } }
  try {
    return (await submit(market, buyer, whole, { ...options, noting, ofPlatform: true })).job_id
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    market.log.debug({ host_id: host.host_id, code: error.code }, 'a check could not be submitted')
    return undefined
  }
}

/** The answer of the reference's own that a check has beside the suspect's. */
export const asPair =
  (check_id: string): Noting =>
  (tx, reference_job_id) =>
    pairCheck(tx, { check_id, reference_job_id })
