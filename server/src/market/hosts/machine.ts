import type { HostStatus } from '@mkt/schemas'

/** A heartbeat is due every 30 s; three missed ones make a host inactive. */
export const INACTIVE_AFTER_MS = 90_000

/** Registration and every heartbeat make a host active; silence makes it inactive. There is nothing else. */
export function statusAfter(silentMs: number): HostStatus {
  return silentMs >= INACTIVE_AFTER_MS ? 'inactive' : 'active'
}
