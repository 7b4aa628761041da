import { SHUT_OUT_BY } from '../../server/src/market/hosts/machine.ts'
import { markHostOut } from '../../server/src/market/hosts/shut-out-store.ts'
import { closeCheck, insertCheck } from '../../server/src/market/verification/check-store.ts'
import type { Finding } from '../../server/src/market/verification/judge-check.ts'
import { accusation, beginTest, verdictOf, withEvidence } from '../../server/src/market/verification/sequential-test.ts'
import { markVerified, openVerdict, saveVerdict } from '../../server/src/market/verification/verdict-store.ts'
import type { Marketplace } from '../server/marketplace.ts'

/** What checks show of a host that runs a smaller model, and of one that runs the one that it names. */
export const SMALLER: readonly Finding[] = [
  { kind: 'greedy_misses', value: 0.23, level: 5 },
  { kind: 'plausibility', value: 2, level: 2, oddities: [{ what: 'language', weight: 2 }] },
]
export const HONEST: readonly Finding[] = [{ kind: 'greedy_misses', value: 0, level: 0 }]

interface Judged {
  host_id: string
  model: string
  reference_host_id: string
}

/** Counts as many checks that showed this as a verdict takes, without their jobs; the verdict. */
export async function judge({ database }: Marketplace, of: Judged, findings: readonly Finding[]) {
  // What is three days old is told to the owner of a host that is not refused, too.
  const then = Date.now() - 4 * 86_400_000
  const { host_id, model } = of
  return await database.transaction(async (tx) => {
    let test = beginTest()
    await openVerdict(tx, { host_id, model, state_json: JSON.stringify(test), now: then })
    for (let count = 0; verdictOf(test) !== 'refused' && verdictOf(test) !== 'verified'; count++) {
      const name = `${host_id.slice(-8)}${String(count).padStart(4, '0')}`
      const [check_id, job_id] = [`chk_${name}`, `job_${name}`]
      await insertCheck(tx, { ...of, check_id, job_id, reference_job_id: job_id, routine: 1, created_at: then })
      test = withEvidence(test, findings)
      const shown = { findings_json: JSON.stringify(findings), nats: accusation(test) }
      await closeCheck(tx, { check_id, state: 'counted', ended_at: then, ...shown })
    }
    const verdict = verdictOf(test)
    const state_json = JSON.stringify(test)
    await saveVerdict(tx, { host_id, model, verdict, state_json, decided_at: then, shown_until: null })
    await markVerified(tx, then)
    if (verdict === 'refused') await markHostOut(tx, host_id, SHUT_OUT_BY.verdict, then)
    return verdict
  })
}
