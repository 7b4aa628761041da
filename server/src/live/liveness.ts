import type { Eventually } from '../base/eventually.ts'

/**
 * When each host last gave a sign. A host of which nothing is known counts from the start, so that an outage of ours
 * makes nobody inactive.
 */
export interface Liveness {
  sign(hostId: string): void
  /** An inactive host is forgotten: what it says next is a sign again. */
  forget(hostId: string): void
  /** Ms since the host's last sign; of one that nobody can be asked of, 0. */
  silentMs(hostId: string): Eventually<number>
}
