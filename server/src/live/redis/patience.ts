import type { Clock } from '../../base/clock.ts'

const AGAIN_MS = 100

/** Does something again that may be repeated, while it fails only because its answer is late. */
export type Patiently = <T>(what: () => Promise<T>) => Promise<T>

/** What is late is tried again until so long after this was called; then it fails as it did last. */
export function patiently(clock: Clock, ms: number, isLate: (error: unknown) => boolean): Patiently {
  const until = clock.monotonic() + ms
  return async (what) => {
    while (true) {
      try {
        return await what()
      } catch (error) {
        if (!isLate(error) || clock.monotonic() >= until) throw error
      }
      await new Promise<void>((resolve) => {
        clock.timer(AGAIN_MS, resolve)
      })
    }
  }
}
