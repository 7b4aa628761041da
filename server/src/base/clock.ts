/** Time as everything in the server sees it, so that a simulator can own it. All in milliseconds. */
export interface Clock {
  /** Wall time since the Unix epoch; it may jump. For what people read and the database keeps. */
  now(): number
  /** Never goes back; for every duration, timeout and lease. */
  monotonic(): number
  /** Calls `wake` once after `ms`; the result cancels it. */
  timer(ms: number, wake: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(ms, wake) {
    const handle = setTimeout(wake, ms)
    return () => clearTimeout(handle)
  },
}

/** Epoch milliseconds as the wire's ISO 8601 in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}
