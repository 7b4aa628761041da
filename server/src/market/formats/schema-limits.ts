import type { OwnTime } from './own-time.ts'

/**
 * Any schema that people write is compiled in milliseconds, most in less than one. What does not do with 100 ms of the
 * processor, for which a busy machine may need 100, 300 and 900, does not hold up the others: it is begun anew where
 * the slow ones are, in a thread of their own behind all else ...
 */
export const QUICK: OwnTime = { limit_ms: 100, wall_ms: 1300 }
/** ... and has so long there: a busy machine takes its time. */
export const LASTING: OwnTime = { limit_ms: 3000, wall_ms: 3000 }
/** Nobody waits longer among slow ones: a host waits for the end of its job, and a buyer can send a schema again. */
export const LONGEST_WAIT_MS = 10_000

/** What comes of it within the longest wait; else undefined: it is looked at no more then, unless it has begun. */
export async function inTime<T>(look: (isWaitedFor: () => boolean) => Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let waits = true
  const over = setTimeout(resolve, LONGEST_WAIT_MS, undefined)
  try {
    return await Promise.race([look(() => waits), promise])
  } finally {
    waits = false
    clearTimeout(over)
  }
}
