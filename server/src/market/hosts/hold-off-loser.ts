import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { STANDING, type Standing } from '../trust/standing.ts'
import { afterHandBack, FREE_HAND_BACKS, heldOffUntil } from './hold-off.ts'
import { saveHoldOff } from './hold-off-store.ts'
import { hostById } from './store.ts'

/** A new host's first failure is free in ten minutes. */
const FREE_OF_NEW = 1

/**
 * A stranger that loses jobs gets none for a while, as one that hands them back: where it was silent or too slow with
 * more than three in ten minutes. What it reports may be a fault of the job's, so of a host that others paid that costs
 * its success rate alone; of a new one more than one failure does. In the transaction of the loss, behind what counts
 * the failure, which holds the host's row.
 */
export async function holdOffLoser(
  tx: Tx,
  market: Market,
  host_id: string,
  { silent, standing }: { silent: boolean; standing: Standing | undefined },
): Promise<void> {
  if (standing === undefined || (!silent && standing !== STANDING.new)) return
  const before = await hostById(tx, host_id)
  if (!before) return
  const now = market.clock.now()
  const after = afterHandBack(before, now, standing === STANDING.new ? FREE_OF_NEW : FREE_HAND_BACKS)
  await saveHoldOff(tx, { host_id, ...after })
  const until = heldOffUntil(after, now)
  if (until === undefined || heldOffUntil(before, now) !== undefined) return
  tx.onCommit(() => {
    market.log.info({ host_id, ms: until - now }, 'host gets no jobs for a while: it lost too many')
    market.waiting.refresh(host_id)
  })
}
