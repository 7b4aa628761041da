import type { ManualClock } from '../manual-clock.ts'

/** Waits until the condition gives something that is not false or undefined; fails after some seconds of real time. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = 'the condition',
  patience_ms = 5000,
): Promise<NonNullable<T>> {
  const end = performance.now() + patience_ms
  while (true) {
    const value = await condition()
    if (value !== undefined && value !== null && value !== false) return value
    if (performance.now() > end) throw new Error(`${what} did not come true`)
    await new Promise((wake) => setTimeout(wake, 2))
  }
}

const STEP_MS = 5000
const BEAT_MS = 30_000
const TURNS = 8

/** Lets the event loop turn, so that upkeep rounds that were woken end and arm their next timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate)
}

/** Moves time on in the steps of the shortest upkeep loop, each with its rounds done; `beat` is called every 30 s. */
export async function pass(clock: ManualClock, ms: number, beat: () => unknown = () => undefined): Promise<void> {
  let unbeaten = 0
  for (let left = ms; left > 0; left -= STEP_MS) {
    const step = Math.min(STEP_MS, left)
    clock.advance(step)
    await settled()
    unbeaten += step
    if (unbeaten < BEAT_MS && left > STEP_MS) continue
    await beat()
    unbeaten = 0
  }
}

/** Moves time on by the hour: for what depends on days, and on no round of upkeep between. */
export async function passDays(clock: ManualClock, days: number): Promise<void> {
  for (let hour = 0; hour < 24 * days; hour++) {
    clock.advance(3_600_000)
    await settled()
  }
}
