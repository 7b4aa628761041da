import type { HostProof } from '@mkt/schemas'
import type { Market } from '../deps.ts'
import { PROBATION_JOBS, PROBATION_TOKENS } from './probation.ts'
import { BUYERS, type Evidence, JOBS, PROOF_MS, provenTokens } from './proof.ts'
import { evidenceOfHost } from './proof-store.ts'

/** What a host has shown for each of its models, and what is missing until it is proven. */
export async function reportProof(
  { database, clock, trust }: Pick<Market, 'database' | 'clock' | 'trust'>,
  hostId: string,
): Promise<HostProof> {
  const probation = trust === 'strangers' ? { max_jobs: PROBATION_JOBS, max_tokens: PROBATION_TOKENS } : null
  const models = (await evidenceOfHost(database, hostId, clock.now() - PROOF_MS)).map(describe)
  return { probation, models }
}

function describe({
  model,
  too_cheap,
  ...evidence
}: Omit<Evidence, 'paid_nano'> & { model: string; too_cheap: number }) {
  const buyers = Math.min(BUYERS, new Set(evidence.buyers).size)
  const proven_tokens = provenTokens(evidence)
  return {
    ...{ model, proven: proven_tokens > 0, jobs: evidence.jobs, buyers, too_cheap },
    ...{ longest_tokens: evidence.longest, proven_tokens },
    missing: { jobs: Math.max(0, JOBS - evidence.jobs), buyers: BUYERS - buyers },
  }
}
