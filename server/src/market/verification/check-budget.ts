import type { Market } from '../deps.ts'
import { jobById } from '../jobs/store.ts'
import type { Reference, Suspect } from './candidate-store.ts'
import { costAt, readTokens } from './check-price.ts'
import { type CheckRow, isPaired } from './check-store.ts'
import type { DrawnJob } from './draw-job.ts'
import { idleOfBuyers, leftForChecks } from './pay-buyers.ts'
import type { VerificationSettings } from './settings.ts'

type Asked = Pick<DrawnJob['submission'], 'input_text' | 'max_tokens'>

/** The most that having one answer read may cost. Nothing where the reference reads none. Pure. */
export function readingCost(reference: Reference, { input_text, max_tokens }: Asked): bigint {
  if (reference.scores === 0) return 0n
  return costAt(reference, { input_text, max_tokens: Math.min(reference.max_tokens, readTokens(max_tokens)) })
}

/** The most that a check may cost, to its end: one without a reading shows little, or nothing. Pure. */
export function wholeCost(suspect: Suspect, reference: Reference, asked: Asked, { alone }: { alone: boolean }): bigint {
  const read = readingCost(reference, asked)
  return costAt(suspect, asked) + read + (alone ? 0n : costAt(reference, asked) + read)
}

/**
 * What there is for checks that have not begun: what may still be taken from fees and what the platform's buyers have
 * over, less what those under way will need. Or new ones would take what is there as it comes, and none be read.
 */
export async function leftToBegin(
  { database }: Market,
  { share }: VerificationSettings,
  { open, references }: { open: readonly CheckRow[]; references: ReadonlyMap<string, readonly Reference[]> },
): Promise<bigint> {
  let left = (await leftForChecks(database, share)) + (await idleOfBuyers(database))
  for (const check of open) {
    if (check.state !== 'answering') continue
    const reference = references.get(check.model)?.find(({ host_id }) => host_id === check.reference_host_id)
    const job = reference && (await jobById(database, check.job_id))
    if (job) left -= readingCost(reference, job) * (isPaired(check) && check.score_job_id === null ? 2n : 1n)
  }
  return left
}
