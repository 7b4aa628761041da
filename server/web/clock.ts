import { signal } from '@preact/signals'

const STEP_MS = 15_000

/** The time of this machine in epoch milliseconds. The one place of the pages that reads the clock. */
export const now = (): number => Date.now()

/** Milliseconds that never go back. */
export const monotonic = (): number => performance.now()

/** The time as relative times show it: moves on by itself, for all of them at once. */
export const tick = signal(now())
setInterval(() => {
  tick.value = now()
}, STEP_MS)

/** The UTC day of a moment, as `2026-11-20`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export const DAY_MS = 86_400_000
