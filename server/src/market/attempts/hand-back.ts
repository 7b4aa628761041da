import { HANDED_BACK, type JobResult } from '@mkt/schemas'
import type { Market } from '../deps.ts'
import { afterHandBack, type HoldOff, heldOffUntil } from '../hosts/hold-off.ts'
import { saveHandBacks } from '../hosts/hold-off-store.ts'
import { hostById } from '../hosts/store.ts'

/**
 * Counts the jobs that a call of results hands back, before they go back to the queue, in a transaction of its own: it
 * touches the host's row alone, so that it waits for nobody. Of one's own hosts a call counts once: a machine that was
 * restarted gives back all that it had. One that drains in order is counted nothing. `held`: what the call says of jobs
 * that the host runs; what it says of others changes nothing.
 */
export async function countHandBacks(
  market: Market,
  host_id: string,
  held: ReadonlyMap<JobResult, unknown>,
): Promise<void> {
  const given = new Set([...held.keys()].filter(isHandBack).map(({ job_id }) => job_id)).size
  const counted = market.trust === 'own' ? Math.min(1, given) : given
  if (counted === 0) return
  const now = market.clock.now()
  // Another call of the host's may be counted at the same moment (Postgres).
  while (true) {
    const before = await hostById(market.database, host_id)
    if (!before || before.draining === 1) return
    let after: HoldOff = before
    for (let one = 0; one < counted; one++) after = afterHandBack(after, now)
    const said = { host_id, before: before.hand_backs_json ?? '', counted, ...after }
    if (!(await market.database.transaction((tx) => saveHandBacks(tx, said)))) continue
    const until = heldOffUntil(after, now)
    if (until === undefined || heldOffUntil(before, now) !== undefined) return
    market.log.info({ host_id, ms: until - now }, 'host gets no jobs for a while: it handed back too many')
    market.waiting.refresh(host_id)
    return
  }
}

const isHandBack = ({ error }: JobResult) => error?.code === HANDED_BACK
