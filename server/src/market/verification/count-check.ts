import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { freezeEarnings } from '../earnings/freeze.ts'
import { SHUT_OUT_BY } from '../hosts/machine.ts'
import { markHostOut } from '../hosts/shut-out-store.ts'
import { hostById } from '../hosts/store.ts'
import { type CheckRow, closeCheck } from './check-store.ts'
import type { Finding } from './judge-check.ts'
import { accusation, type SequentialTest, type Verdict, verdictOf, withEvidence } from './sequential-test.ts'
import { asShown } from './shown-verdict.ts'
import { tellRefused } from './tell-refused.ts'
import { markVerified, saveVerdict, verdictOfModel } from './verdict-store.ts'

/** Why a refused host's earnings were frozen, in the ledger. */
export const REFUSED = 'the host was refused: it was shown to run another model than it names'

/** Counts what a check showed, once, and does what the verdict then is, in one transaction. */
export async function countCheck(market: Market, check: CheckRow, findings: readonly Finding[]): Promise<void> {
  const now = market.clock.now()
  await market.database.transaction(async (tx) => {
    const row = await verdictOfModel(tx, check.host_id, check.model)
    // Before the operator lets a refused host in again nothing counts: it claims nothing, and what is late is late.
    if (!row || row.verdict === 'refused') {
      await closeCheck(tx, { check_id: check.check_id, state: 'void', ended_at: now, findings_json: null, nats: null })
      return
    }
    const test = withEvidence(JSON.parse(row.state_json) as SequentialTest, findings)
    const nats = accusation(test)
    const found = { findings_json: JSON.stringify(findings), nats }
    if (!(await closeCheck(tx, { check_id: check.check_id, state: 'counted', ended_at: now, ...found }))) return
    const verdict = verdictOf(test, row.trial)
    const shown = asShown(row, verdict, now)
    await saveVerdict(tx, { ...row, ...shown, verdict, state_json: JSON.stringify(test) })
    if (verdict !== row.verdict) await follow(tx, market, check, verdict)
  })
}

async function follow(tx: Tx, market: Market, { host_id, model }: CheckRow, verdict: Verdict): Promise<void> {
  await markVerified(tx, market.clock.now())
  tx.onCommit(() => market.offers.forget())
  tx.onCommit(() => market.log.info({ host_id, model, verdict }, `host is ${verdict}`))
  if (verdict !== 'refused') return
  await markHostOut(tx, host_id, SHUT_OUT_BY.verdict, market.clock.now())
  await freezeEarnings(tx, market, host_id, REFUSED)
  const host = await hostById(tx, host_id)
  tx.onCommit(() => tellRefused(market, host?.owner_user_id ?? null, { host_id, model }))
}
