import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import type { JobRow } from '../jobs/store.ts'
import type { CheckRow } from './check-store.ts'
import { levelOf } from './evidence-tables.ts'
import type { Finding } from './judge-check.ts'

/**
 * A host that smells a check can hand it back, fail it or sit on it. One that cannot tell leaves no more of them than
 * of its other jobs: so they count of hosts that answer most of what they take, and others are unreliable, which costs
 * them their rank and says nothing of their models.
 */
export const ANSWERS_MOST = 0.9

/** Whether its host took it and nothing came of it; a host that never took it may have been away. Pure. */
export function leftUnanswered({ state, attempt }: Pick<JobRow, 'state' | 'attempt'>, late: boolean): boolean {
  return attempt > 0 && (state === 'failed' || (late && state !== 'completed'))
}

/** What the end of a check says of its host's answering; nothing where that is not known. */
export async function answering({ database }: Market, { host_id }: CheckRow, unanswered: 0 | 1): Promise<Finding[]> {
  const host = await hostById(database, host_id)
  if (!host || host.success_rate < ANSWERS_MOST) return []
  return [{ kind: 'unanswered', value: unanswered, level: levelOf('unanswered', unanswered) }]
}
