export interface OwnTime {
  /** What a thing may take of the processor, in ms. */
  limit_ms: number
  /** How long that may take where the processor has others to serve. */
  wall_ms: number
}

/**
 * Gives a thing its time of the processor where all that can be bounded is wall time, of which a machine that is busy
 * gives any thread little: what was late without having had half of its time is begun anew with three times as long.
 * `ownMs` says what this thread had of the processor so far.
 */
export function withinOwnTime<T>(
  { limit_ms, wall_ms }: OwnTime,
  attempt: (timeout_ms: number) => T | 'late',
  ownMs: () => number,
): T | 'late' {
  for (let [timeout, waited] = [limit_ms, 0]; ; timeout *= 3) {
    const before = ownMs()
    const found = attempt(timeout)
    waited += timeout
    if (found !== 'late' || ownMs() - before >= limit_ms / 2 || waited + 3 * timeout > wall_ms) return found
  }
}
