import type { HostStatus } from '@mkt/schemas'

/** A heartbeat is due every 30 s; three missed ones make a host inactive. */
export const INACTIVE_AFTER_MS = 90_000

/** Why a host is shut out, as the bits of `hosts.disabled`: by an operator, since its owner is out, by a verdict. */
export const SHUT_OUT_BY = { operator: 1, owner: 2, verdict: 4 } as const

/**
 * Registration and every heartbeat make a host active. Silence makes it inactive, and so does its own word that it is
 * stopping. There is nothing else.
 */
export function statusSaid(stopping = false): HostStatus {
  return stopping ? 'inactive' : 'active'
}

/** The status of an active host that has been silent for so long. */
export function statusAfter(silentMs: number): HostStatus {
  return silentMs >= INACTIVE_AFTER_MS ? 'inactive' : 'active'
}
