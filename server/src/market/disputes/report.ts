import type { Dispute } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import type { DisputeRow } from './store.ts'

/** A dispute as its buyer and its host see it. */
export function describeDispute(row: DisputeRow): Dispute {
  const { job_id, host_id, status, reason, text, charged_nano: amount, note } = row
  const times = { created_at: isoTime(row.created_at), decided_at: isoTimeOrNull(row.decided_at) }
  return { job_id, host_id, status, reason, text, amount, note, ...times }
}
