import { createHash } from 'node:crypto'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import type { JobRow } from '../jobs/store.ts'
import type { CheckRow } from './check-store.ts'
import { EVIDENCE_TABLES, levelOf } from './evidence-tables.ts'
import type { Finding } from './judge-check.ts'

/** What honest hosts leave of checks at most, as the evidence table has it. */
const HONEST_LEAVES = EVIDENCE_TABLES.unanswered.honest[1] ?? 0

/**
 * How many of the checks that a host leaves count. One that smells a check can hand it back, fail it or sit on it; one
 * that cannot tell leaves no more of them than of its other jobs. So all of them count of hosts that answer most of
 * what they take, and of others as many as make an honest one's as rare as the table says. No host is excused from all,
 * or it would fail jobs that it has bought itself. Pure.
 */
export function shareThatCounts(success_rate: number): number {
  const left = 1 - success_rate
  if (left <= HONEST_LEAVES) return 1
  return (HONEST_LEAVES / (1 - HONEST_LEAVES)) * (success_rate / left)
}

/** Whether its host took it and nothing came of it; a host that never took it may have been away. Pure. */
export function leftUnanswered({ state, attempt }: Pick<JobRow, 'state' | 'attempt'>, late: boolean): boolean {
  return attempt > 0 && (state === 'failed' || (late && state !== 'completed'))
}

/** What the end of a check says of its host's answering; nothing where that is not known. */
export async function answering(
  { database }: Market,
  { host_id, check_id }: Pick<CheckRow, 'host_id' | 'check_id'>,
  unanswered: 0 | 1,
): Promise<Finding[]> {
  const host = await hostById(database, host_id)
  if (!host) return []
  if (unanswered === 1 && placeOf(check_id) >= shareThatCounts(host.success_rate)) return []
  return [{ kind: 'unanswered', value: unanswered, level: levelOf('unanswered', unanswered) }]
}

/** From 0 up to 1: of each check another, which its host cannot know. */
const placeOf = (check_id: string) => createHash('sha256').update(check_id).digest().readUInt32BE() / 2 ** 32
